import { expect } from 'vitest';
import { placeholderSite } from '../../machines/site.ts';
import type { MailOptions, MailTimings } from '../../server/mail/options.ts';
import type { MailListItem } from '../../server/mail/outbox.ts';
import type { Service, ServiceOptions } from '../../server/service.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.ts';
import {
  createServiceFixture,
  type DatabaseKind,
  postJson,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

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
