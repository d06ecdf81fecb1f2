import { placeholderSite } from '../../machines/site.ts';
import type { MailOptions, MailTimings } from '../../server/mail/options.ts';

export const OFFICE = 'office@academy.example';
export const FROM = 'mail@academy.example';

/** Pauses that no test has to wait for, in milliseconds. */
const shortTimings: Partial<MailTimings> = {
  pollInterval: 20,
  firstBackoff: 20,
  maxBackoff: 40,
  attemptTimeout: 5_000,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
};

/** Returns mail options for an SMTP server on this machine, or for files where there is none. */
export const mailOptions = (
  server: { port: number } | undefined,
  timings: Partial<MailTimings> = {},
): MailOptions => ({
  smtpUrl: server && `smtp://127.0.0.1:${server.port}`,
  from: FROM,
  office: OFFICE,
  site: placeholderSite,
  timings: { ...shortTimings, ...timings },
});
