import PostalMime, { type Email } from 'postal-mime';
import { placeholderSite } from '../../machines/site.ts';
import type { ServiceOptions } from '../../server/service.ts';
import type { ListedMail, Operator } from '../support/serverPrograms.ts';
import type { ReceivedMail } from '../support/smtp.ts';
import { waitUntil } from './serviceFixture.ts';

type MailOptions = NonNullable<ServiceOptions['mail']>;

export const OFFICE = 'office@academy.example';
export const FROM = 'mail@academy.example';

/** Pauses that no test has to wait for, in milliseconds. */
const shortTimings: MailOptions['timings'] = {
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
  timings: MailOptions['timings'] = {},
): MailOptions => ({
  smtpUrl: server && `smtp://127.0.0.1:${server.port}`,
  from: FROM,
  office: OFFICE,
  site: placeholderSite,
  timings: { ...shortTimings, ...timings },
});

/** Reads a mail as a mail program does. */
export function readMail(mail: Pick<ReceivedMail, 'source'> | undefined): Promise<Email> {
  if (!mail) throw new Error('There is no such mail.');
  return PostalMime.parse(mail.source);
}

/** Waits until the listed mails meet a condition; returns them. */
export async function waitForMails(
  operator: Operator,
  condition: (mails: readonly ListedMail[]) => boolean,
): Promise<ListedMail[]> {
  let mails: ListedMail[] = [];
  await waitUntil(async () => {
    mails = await operator.mails();
    return condition(mails);
  });
  return mails;
}

/** Waits until a number of mails is listed and all are sent; returns them. */
export const waitUntilSent = (operator: Operator, count = 1): Promise<ListedMail[]> =>
  waitForMails(operator, (mails) => mails.length === count && mails.every(({ state }) => state === 'sent'));
