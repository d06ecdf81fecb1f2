import type { SiteDetails } from '../../machines/site.ts';

/** How mail is sent. */
export interface MailOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them; without it mails are written to files. */
  smtpUrl: string | undefined;
  /** Address that mails come from. */
  from: string;
  /** Address that gets the notices, and the answers to confirmations. */
  office: string;
  /** The name under which mails are sent, and whom families can ask. */
  site: SiteDetails;
  timings?: Partial<MailTimings>;
}

/** In milliseconds, but for the attempts. */
export interface MailTimings {
  /** Pause between two looks at the outbox; mails that this process queued do not wait for it. */
  pollInterval: number;
  /** Pause after the first attempt that failed; it doubles with each. */
  firstBackoff: number;
  maxBackoff: number;
  /** After so many a mail is given up: with the pauses above, in nearly three days. */
  maxAttempts: number;
  /** For one attempt. It is leased for twice as long, so that no other server begins before it is over. */
  attemptTimeout: number;
  /** For the connection to the SMTP server, and for its greeting. */
  connectTimeout: number;
  /** How long the SMTP server may be silent. */
  socketTimeout: number;
}

export const defaultMailTimings: MailTimings = {
  pollInterval: 30_000,
  firstBackoff: 60_000,
  maxBackoff: 60 * 60_000,
  maxAttempts: 72,
  attemptTimeout: 60_000,
  connectTimeout: 10_000,
  socketTimeout: 30_000,
};
