import type { SendMailOptions } from 'nodemailer';

export type Address = {
  name: string;
  address: string;
};

/** A complete e-mail. */
export type Mail = {
  /** The part of the Message-ID before the @. */
  messageId: string;
  from: Address;
  to: Address;
  replyTo: Address | undefined;
  subject: string;
  text: string;
  html: string;
};

export type Transport = {
  /**
   * Sends a mail, or stops when the signal is aborted.
   *
   * @throws SendError when the mail was not accepted.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Removes any stored parts of a mail. */
  remove(messageId: string): Promise<void>;
};

/**
 * Why an attempt failed:
 * - `permanent`: this mail is refused for good;
 * - `temporary`: this mail may be accepted later;
 * - `unreachable`: no mail can be sent at the moment.
 */
export type SendFailure = 'permanent' | 'temporary' | 'unreachable';

/** The error of a mail that was not sent. Its message is short and contains no personal data. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly failure: SendFailure;

  constructor(failure: SendFailure, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.failure = failure;
  }
}

/**
 * Whether only servers with SMTPUTF8 (RFC 6531) take a header with an address: its part before the @ has other
 * characters than ASCII, for which there is no encoding. Domains have an encoding.
 */
export const needsSmtpUtf8 = (address: string): boolean =>
  /[^\x21-\x7e]/.test(address.slice(0, address.lastIndexOf('@')));

/** A mail in nodemailer's form, marked as automatic so that no program replies to it (RFC 3834). */
export function toNodemailerMessage({
  messageId,
  from,
  to,
  replyTo,
  subject,
  text,
  html,
}: Mail): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${messageId}@${domain}>`,
    from,
    to,
    ...(replyTo && { replyTo }),
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
