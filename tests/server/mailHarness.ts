import { expect } from 'vitest';
import { placeholderSite } from '../../machines/site.ts';
import type { MailOptions, MailTimings } from '../../server/mail/options.ts';
import type { MailState } from '../../server/mail/outbox.ts';
import type { Service, ServiceOptions } from '../../server/service.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.ts';
import { type Kind, makePlace, type Place, post, until } from './harness.ts';

export const OFFICE = 'office@academy.example';
export const FROM = 'mail@academy.example';

/** Pauses that no test has to wait for, in milliseconds. */
const quick: Partial<MailTimings> = {
  poll: 20,
  backoff: 20,
  maxBackoff: 40,
  attempt: 5_000,
  connect: 2_000,
  silence: 2_000,
};

/** Mail that goes to an SMTP server on this machine, or into files where there is none. */
export const mailOptions = (
  server: { port: number } | undefined,
  timings: Partial<MailTimings> = {},
): MailOptions => ({
  smtpUrl: server && `smtp://127.0.0.1:${server.port}`,
  from: FROM,
  office: OFFICE,
  site: placeholderSite,
  timings: { ...quick, ...timings },
});

/** A place whose services send their mail to an SMTP server. */
export interface MailPlace {
  place: Place;
  smtp: TestSmtpServer;
  /** What the services log. */
  log: string[];
  start(more?: Partial<ServiceOptions>): Promise<Service>;
  /** Stops everything and removes the data. */
  remove(): Promise<void>;
}

export async function makeMailPlace(kind: Kind): Promise<MailPlace> {
  const [place, smtp] = await Promise.all([makePlace(kind), startSmtpServer()]);
  const log: string[] = [];
  return {
    place,
    smtp,
    log,
    start: (more) =>
      place.start({ mail: mailOptions(smtp), log: { write: (line) => void log.push(line) }, ...more }),
    async remove() {
      await place.remove();
      await smtp.stop();
    },
  };
}

/** Sends a form, which is taken. */
export async function send({ url }: Pick<Service, 'url'>, path: string, body: object): Promise<void> {
  const { status } = await post(`${url}${path}`, body);
  expect(status, path).toBe(200);
}

/** The mails as an operator sees them. */
export async function mailsOf(place: Place): Promise<MailState[]> {
  const lines = await place.ask({ do: 'listMails', onlyFailed: false });
  return lines.map((line) => JSON.parse(line));
}

/** Waits until the mails are as they should be; returns them. */
export async function untilMails(
  place: Place,
  hold: (mails: readonly MailState[]) => boolean,
): Promise<MailState[]> {
  let mails: MailState[] = [];
  await until(async () => {
    mails = await mailsOf(place);
    return hold(mails);
  });
  return mails;
}

export const allSent = (mails: readonly MailState[]): boolean =>
  mails.length > 0 && mails.every(({ state }) => state === 'sent');
