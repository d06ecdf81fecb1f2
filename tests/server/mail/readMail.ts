import PostalMime, { type Email } from 'postal-mime';
import type { ReceivedMail } from '../../support/smtp.ts';

/** Reads a mail as a mail program does. */
export function readMail(mail: Pick<ReceivedMail, 'source'> | undefined): Promise<Email> {
  if (!mail) throw new Error('There is no such mail.');
  return PostalMime.parse(mail.source);
}
