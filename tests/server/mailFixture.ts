import { expect } from 'vitest';
import type { MailListItem } from '../../server/mail/outbox.ts';
import type { Service, ServiceOptions } from '../../server/service.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { mailOptions } from './mailOptions.ts';
import {
  createServiceFixture,
  type DatabaseKind,
  postJson,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

export { FROM, mailOptions, OFFICE } from './mailOptions.ts';

/** A fixture whose services send their mail to an SMTP server. */
export type MailFixture = {
  fixture: ServiceFixture;
  smtp: TestSmtpServer;
  /** The log lines of the services. */
  log: string[];
  start(more?: Partial<ServiceOptions>): Promise<Service>;
  /** Stops everything and removes the data. */
  remove(): Promise<void>;
};

export async function createMailFixture(kind: DatabaseKind): Promise<MailFixture> {
  const [fixture, smtp] = await Promise.all([createServiceFixture(kind), startSmtpServer()]);
  const log: string[] = [];
  return {
    fixture,
    smtp,
    log,
    start: (overrides) =>
      fixture.start({ mail: mailOptions(smtp), log: { write: (line) => void log.push(line) }, ...overrides }),
    async remove() {
      await fixture.remove();
      await smtp.stop();
    },
  };
}

/** Sends a form and expects it to be accepted. */
export async function submitForm({ url }: Pick<Service, 'url'>, path: string, body: object): Promise<void> {
  const { status } = await postJson(`${url}${path}`, body);
  expect(status, path).toBe(200);
}

/** Returns the mails that the command lists. */
export async function listedMails(fixture: ServiceFixture): Promise<MailListItem[]> {
  const lines = await fixture.sendCommand({ do: 'listMails', onlyFailed: false });
  return lines.map((line) => JSON.parse(line));
}

/** Waits until the listed mails meet a condition; returns them. */
export async function waitForMails(
  fixture: ServiceFixture,
  condition: (mails: readonly MailListItem[]) => boolean,
): Promise<MailListItem[]> {
  let mails: MailListItem[] = [];
  await waitUntil(async () => {
    mails = await listedMails(fixture);
    return condition(mails);
  });
  return mails;
}

export const allSent = (mails: readonly MailListItem[]): boolean =>
  mails.length > 0 && mails.every(({ state }) => state === 'sent');
