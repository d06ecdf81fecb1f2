import type { SiteDetails } from '../../machines/shared/site.ts';

/** How mail is sent. */
export type MailOptions = {
  /** `smtp://` or `smtps://`, with user and password where the server wants them; without it mails are written to files. */
  smtpUrl: string | undefined;
  /** Sender address of the mails. */
  from: string;
  /** Address of the office: recipient of the notices, and Reply-To of the confirmations. */
  office: string;
  /** Sender name of the mails, and contact details for families. */
  site: SiteDetails;
  timings?: Partial<MailTimings>;
};

/** In milliseconds, except for the attempts. */
export type MailTimings = {
  /** Pause between two polls of the outbox; mails that this process queued do not wait for it. */
  pollInterval: number;
  /** Pause after the first failed attempt; it doubles with each. */
  firstBackoff: number;
  maxBackoff: number;
  /** Attempts after which a mail fails: with the pauses above, in nearly three days. */
  maxAttempts: number;
  /** For one attempt. The lease is twice as long, so that no other server begins before the attempt is over. */
  attemptTimeout: number;
  /** For the connection to the SMTP server, and for its greeting. */
  connectTimeout: number;
  /** Longest time without data from the SMTP server. */
  socketTimeout: number;
};

export const defaultMailTimings: MailTimings = {
  pollInterval: 30_000,
  firstBackoff: 60_000,
  maxBackoff: 60 * 60_000,
  maxAttempts: 72,
  attemptTimeout: 60_000,
  connectTimeout: 10_000,
  socketTimeout: 30_000,
};
