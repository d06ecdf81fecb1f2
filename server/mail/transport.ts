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

/** Sends e-mails. */
export type Transport = {
  /**
   * Sends a mail, or stops when the signal is aborted.
   *
   * @throws SendError when the mail was not accepted.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Removes what it has stored of a mail, if anything. */
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

/** Matches one e-mail address and nothing else: letters of any script, no quoted local parts, no comments. */
const MAILABLE_ADDRESS =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const MAX_ADDRESS_LENGTH = 254;

/** Returns whether mail can be sent to an address. The forms accept more than that. */
export const isMailable = (address: string): boolean =>
  address.length <= MAX_ADDRESS_LENGTH && MAILABLE_ADDRESS.test(address);

/** Returns a mail as nodemailer takes it, marked as automatic so that no program replies to it (RFC 3834). */
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
