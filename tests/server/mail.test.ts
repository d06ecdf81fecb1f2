import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eraseOlderThan } from '../../server/calls/erase.ts';
import { store } from '../../server/calls/submissions.ts';
import type { Database } from '../../server/database/database.ts';
import { mailDirectory } from '../../server/mail/files.ts';
import { listMails, queueNotice } from '../../server/mail/outbox.ts';
import { startMailWorker } from '../../server/mail/worker.ts';
import { signWebhook, WEBHOOK_PATH } from '../../server/payments/webhook.ts';
import type { Service } from '../../server/service.ts';
import { collect } from '../support/ask.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/smtp.ts';
import {
  databases,
  makePlace,
  newEmail,
  orderRequest,
  type Place,
  post,
  registrationOf,
  until,
} from './harness.ts';
import {
  allSent,
  FROM,
  type MailPlace,
  mailOptions,
  mailsOf,
  makeMailPlace,
  OFFICE,
  send,
  untilMails,
} from './mailHarness.ts';
import { type FakeProvider, startFakeProvider } from './provider.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };
const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
const application = {
  name: 'Asha',
  grade: 'Grade 8',
  course: 'All Subjects',
  phone: '9876543210',
  city: 'Jaipur',
};

describe.each(databases)('mail on %s', (kind) => {
  let mail: MailPlace;
  let place: Place;
  let smtp: TestSmtpServer;
  let log: string[];

  beforeEach(async () => {
    mail = await makeMailPlace(kind);
    ({ place, smtp, log } = mail);
  });
  afterEach(() => mail.remove());

  test('tells the office of each form once, and a family when its registration is paid', async () => {
    const provider = await startFakeProvider();
    onTestFinished(provider.close);
    const service = await mail.start({ payments: provider.options });
    await send(service, '/api/contact', contact);
    await send(service, '/api/inquiry', inquiry);
    await send(service, '/api/apply', application);
    await send(service, '/api/contact', { ...contact, website: 'https://spam.example' });
    const [early, late] = [newEmail(), newEmail()];
    provider.pay(await order(service, early));
    const unpaid = await order(service, late);
    for (const email of [early, early, late]) await send(service, '/api/register', registrationOf(email));

    await untilMails(place, (mails) => mails.length === 6 && allSent(mails));
    expect(smtp.received.map(({ to, headers }) => [...to, headers.get('reply-to')])).toEqual([
      [OFFICE, contact.email],
      [OFFICE, undefined],
      [OFFICE, undefined],
      [OFFICE, early],
      [early, expect.stringContaining(OFFICE)],
      [OFFICE, late],
    ]);
    const payment = provider.pay(unpaid);
    for (let time = 0; time < 2; time += 1) await captured(service, provider, unpaid, payment);
    await send(service, '/api/register', registrationOf(late));
    await untilMails(place, (mails) => mails.length === 7 && allSent(mails));

    expect(smtp.received.at(-1)).toMatchObject({ from: FROM, to: [late] });
    expect(smtp.received).toHaveLength(7);
    expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(7);
    expect(log.join('')).not.toMatch(/@|Asha|9876543210/);
  });

  test('is queued in the transaction that stores the submission', async () => {
    await place.look(async (database) => {
      await database.query(
        `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
      );
      await database.query(
        'create trigger refuse before insert on outbox for each row execute function refuse()',
      );
    });
    const service = await mail.start();
    for (const [path, body] of [
      ['/api/inquiry', inquiry],
      ['/api/register', registrationOf(newEmail())],
    ] as const)
      expect((await post(`${service.url}${path}`, body)).status).toBe(500);
    await service.close();
    expect(await place.submissions()).toEqual([]);
  });

  test('that is under way when the service closes is finished and marked', async () => {
    let proceed = () => {};
    smtp.onMessage = () => new Promise((resolve) => (proceed = () => resolve(undefined)));
    const service = await mail.start();
    await send(service, '/api/inquiry', inquiry);
    await until(async () => smtp.offered === 1);
    const closed = service.close();
    proceed();
    await closed;
    expect(await mailsOf(place)).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('that is written to a file while its submission is erased leaves no file', async () => {
    await place.look(async (database) => {
      const id = await store(database, 'inquiry', inquiry);
      await queueNotice(database, id);
      const erasing: Database = {
        ...database,
        async query(text, values) {
          if (text.includes('set sent_at')) await eraseOlderThan(database, 0);
          return database.query(text, values);
        },
      };
      const { dataDir } = place.options;
      const worker = startMailWorker(erasing, dataDir, mailOptions(undefined), {
        warn: () => {},
        error: () => {},
      });
      worker.poke();
      await until(async () => (await collect(listMails(database))).length === 0);
      await worker.close();
      expect(await readdir(mailDirectory(dataDir))).toEqual([]);
    });
  });

  test('comes to a database of an older release', async () => {
    await place.look((database) => database.query('drop table outbox'));
    await send(await mail.start(), '/api/inquiry', inquiry);
    await untilMails(place, allSent);
  });
});

async function order({ url }: Service, email: string): Promise<string> {
  const { body } = await post(`${url}/create-order`, orderRequest(email));
  return body.order?.id ?? '';
}

/** The provider's webhook of a payment. */
async function captured({ url }: Service, provider: FakeProvider, orderId: string, id: string) {
  const entity = { id, order_id: orderId, amount: 200_000, currency: 'INR', status: 'captured' };
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
  const signature = signWebhook(body, provider.options.webhookSecret);
  expect((await post(`${url}${WEBHOOK_PATH}`, body, { 'x-razorpay-signature': signature })).status).toBe(200);
}

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two servers on one %s', (kind) => {
  test('send no mail twice', async () => {
    const [place, smtp] = await Promise.all([makePlace(kind), startSmtpServer()]);
    onTestFinished(async () => {
      await place.remove();
      await smtp.stop();
    });
    const services = await Promise.all(
      [1, 2].map(() => place.start({ mail: mailOptions(smtp, { poll: 1 }) })),
    );
    const calls = Array.from({ length: 30 }, () =>
      services.map(({ url }) => post(`${url}/api/inquiry`, inquiry)),
    );
    await Promise.all(calls.flat());
    await untilMails(place, (mails) => mails.length === 60 && allSent(mails));
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect((await mailsOf(place)).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  });
});
