import type { SendMailOptions } from 'nodemailer';

export interface Address {
  name: string;
  address: string;
}

/** A complete e-mail. */
export interface Mail {
  /** The part of the Message-ID before the @. */
  messageId: string;
  from: Address;
  to: Address;
  replyTo: Address | undefined;
  subject: string;
  text: string;
  html: string;
}

/** A way for e-mails to leave. */
export interface Transport {
  /**
   * Sends a mail, or gives up when the signal says so.
   * @throws SendError when the mail was not accepted.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  /** Removes what it has stored of mails, by their message ids; what left the machine is out of reach. */
  remove(messageIds: readonly string[]): Promise<void>;
}

/**
 * What another attempt can do after one that failed:
 * - `permanent`: nothing, this mail is refused for good;
 * - `temporary`: this mail may be accepted later;
 * - `unreachable`: no mail leaves at the moment.
 */
export type SendFailure = 'permanent' | 'temporary' | 'unreachable';

/** A mail that was not sent. Its message is short and holds no personal data. */
export class SendError extends Error {
  override readonly name = 'SendError';
  readonly failure: SendFailure;

  constructor(failure: SendFailure, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.failure = failure;
  }
}

/** One e-mail address and nothing else; letters of any script, no quoted local parts, no comments. */
const MAILABLE_ADDRESS =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;
const MAX_ADDRESS_LENGTH = 254;

/** Whether mail can be sent to an address: the forms accept more than that. */
export const isMailable = (address: string): boolean =>
  address.length <= MAX_ADDRESS_LENGTH && MAILABLE_ADDRESS.test(address);

/** The mail in the words of nodemailer. RFC 3834: an automatic mail says that it is one, so that no robot answers it. */
export function toNodemailerMessage({
  messageId,
  from,
  to,
  replyTo,
  subject,
  text,
  html,
}: Mail): SendMailOptions {
  const domain = from.address.split('@').at(-1) ?? '';
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
