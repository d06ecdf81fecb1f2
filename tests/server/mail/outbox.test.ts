import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../server/database/database.types.ts';
import { mailDirectory } from '../../../server/mail/fileTransport.ts';
import { listMails, queueNotice } from '../../../server/mail/outbox.ts';
import { startMailWorker } from '../../../server/mail/worker.ts';
import type { Service } from '../../../server/service.ts';
import { eraseOlderThan } from '../../../server/submissions/erase.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { collect } from '../../support/operatorCommand.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp.ts';
import { type FakeProvider, startFakeProvider } from '../fakeProvider.ts';
import {
  allSent,
  createMailFixture,
  FROM,
  listedMails,
  type MailFixture,
  mailOptions,
  OFFICE,
  submitForm,
  waitForMails,
} from '../mailFixture.ts';
import {
  createServiceFixture,
  databases,
  newEmail,
  orderBody,
  postJson,
  postWebhook,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

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
  let mail: MailFixture;
  let fixture: ServiceFixture;
  let smtp: TestSmtpServer;
  let log: string[];

  beforeEach(async () => {
    mail = await createMailFixture(kind);
    ({ fixture, smtp, log } = mail);
  });
  afterEach(() => mail.remove());

  test('goes to the office once for each form, and to a family when its registration is paid', async () => {
    const provider = await startFakeProvider();
    onTestFinished(provider.close);
    const service = await mail.start({ payments: provider.options });
    await submitForm(service, '/api/contact', contact);
    await submitForm(service, '/api/inquiry', inquiry);
    await submitForm(service, '/api/apply', application);
    await submitForm(service, '/api/contact', { ...contact, remark: 'https://spam.example' });
    const [early, late] = [newEmail(), newEmail()];
    provider.pay(await createOrder(service, early));
    const unpaid = await createOrder(service, late);
    for (const email of [early, early, late])
      await submitForm(service, '/api/register', registrationBody(email));

    await waitForMails(fixture, (mails) => mails.length === 6 && allSent(mails));
    expect(smtp.received.map(({ to, headers }) => [...to, headers.get('reply-to')])).toEqual([
      [OFFICE, contact.email],
      [OFFICE, undefined],
      [OFFICE, undefined],
      [OFFICE, early],
      [early, expect.stringContaining(OFFICE)],
      [OFFICE, late],
    ]);
    const payment = provider.pay(unpaid);
    for (let time = 0; time < 2; time += 1) await sendCapturedWebhook(service, provider, unpaid, payment);
    await submitForm(service, '/api/register', registrationBody(late));
    await waitForMails(fixture, (mails) => mails.length === 7 && allSent(mails));

    expect(smtp.received.at(-1)).toMatchObject({ from: FROM, to: [late] });
    expect(smtp.received).toHaveLength(7);
    expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(7);
    expect(log.join('')).not.toMatch(/@|Asha|9876543210/);
  });

  test('is queued in the transaction that stores the submission', async () => {
    await fixture.withDatabase(async (database) => {
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
      ['/api/register', registrationBody(newEmail())],
    ] as const)
      expect((await postJson(`${service.url}${path}`, body)).status).toBe(500);
    await service.close();
    expect(await fixture.submissions()).toEqual([]);
  });

  test('that is under way when the service closes is finished and marked', async () => {
    let proceed = () => {};
    smtp.onMessage = () => new Promise((resolve) => (proceed = () => resolve(undefined)));
    const service = await mail.start();
    await submitForm(service, '/api/inquiry', inquiry);
    await waitUntil(async () => smtp.messageCount === 1);
    const closed = service.close();
    proceed();
    await closed;
    expect(await listedMails(fixture)).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('that is written to a file while its submission is erased leaves no file', async () => {
    await fixture.withDatabase(async (database) => {
      const id = await storeSubmission(database, 'inquiry', inquiry);
      await queueNotice(database, id);
      const erasing: Database = {
        ...database,
        async query(text, values) {
          if (text.includes('set sent_at')) await eraseOlderThan(database, 0, undefined, async () => {});
          return database.query(text, values);
        },
      };
      const { dataDir } = fixture.options;
      const worker = startMailWorker(erasing, dataDir, mailOptions(undefined), {
        warn: () => {},
        error: () => {},
      });
      worker.pollNow();
      await waitUntil(async () => (await collect(listMails(database))).length === 0);
      await worker.close();
      expect(await readdir(mailDirectory(dataDir))).toEqual([]);
    });
  });
});

async function createOrder({ url }: Service, email: string): Promise<string> {
  const { body } = await postJson(`${url}/create-order`, orderBody(email));
  return body.order?.id ?? '';
}

/** The provider's webhook of a payment. */
async function sendCapturedWebhook({ url }: Service, provider: FakeProvider, orderId: string, id: string) {
  const entity = { id, order_id: orderId, amount: 200_000, currency: 'INR', status: 'captured' };
  const body = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity } } });
  expect((await postWebhook(url, body, provider.options.webhookSecret)).status).toBe(200);
}

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two servers on one %s', (kind) => {
  test('send no mail twice', async () => {
    const [fixture, smtp] = await Promise.all([createServiceFixture(kind), startSmtpServer()]);
    onTestFinished(async () => {
      await fixture.remove();
      await smtp.stop();
    });
    const services = await Promise.all(
      [1, 2].map(() => fixture.start({ mail: mailOptions(smtp, { pollInterval: 1 }) })),
    );
    const calls = Array.from({ length: 30 }, () =>
      services.map(({ url }) => postJson(`${url}/api/inquiry`, inquiry)),
    );
    await Promise.all(calls.flat());
    await waitForMails(fixture, (mails) => mails.length === 60 && allSent(mails));
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect(nonEmpty(await listedMails(fixture)).filter(({ attempts }) => attempts !== 1)).toEqual([]);
  });
});
