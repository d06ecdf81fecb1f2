import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eraseOlderThan } from '../../server/calls/erase.ts';
import { store } from '../../server/calls/submissions.ts';
import type { Database } from '../../server/database/database.ts';
import { mailDirectory } from '../../server/mail/files.ts';
import { listMails, queueNotice } from '../../server/mail/outbox.ts';
import { startMailWorker } from '../../server/mail/worker.ts';
import { signWebhook, WEBHOOK_PATH } from '../../server/payments/webhook.ts';
import type { Service } from '../../server/service.ts';
import { ask, collect } from '../support/ask.ts';
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
import { allSent, FROM, mailOptions, mailsOf, OFFICE, untilMails } from './mailHarness.ts';
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
  let place: Place;
  let smtp: TestSmtpServer;
  let log: string[];

  beforeEach(async () => {
    [place, smtp] = await Promise.all([makePlace(kind), startSmtpServer()]);
    log = [];
  });
  afterEach(async () => {
    await place.remove();
    await smtp.stop();
  });

  const start = (timings = {}, more = {}) =>
    place.start({
      mail: mailOptions(smtp, timings),
      log: { write: (line) => void log.push(line) },
      ...more,
    });
  const send = async ({ url }: Service, path: string, body: object) => {
    const { status } = await post(`${url}${path}`, body);
    expect(status, path).toBe(200);
  };

  test('tells the office of each form once, and a family when its registration is paid', async () => {
    const provider = await startFakeProvider();
    onTestFinished(provider.close);
    const service = await start({}, { payments: provider.options });
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
    const service = await start();
    for (const [path, body] of [
      ['/api/inquiry', inquiry],
      ['/api/register', registrationOf(newEmail())],
    ] as const)
      expect((await post(`${service.url}${path}`, body)).status).toBe(500);
    await service.close();
    expect(await place.submissions()).toEqual([]);
  });

  test('that is refused for good fails visibly, names nobody, and can be retried', async () => {
    smtp.onRecipient = (address) => `550 5.1.1 <${address}> asha@example.org is unknown here`;
    const service = await start();
    await send(service, '/api/contact', contact);
    const [failed] = await untilMails(place, ([mail]) => mail?.state === 'failed');
    expect(failed).toMatchObject({
      kind: 'notice',
      to: 'office',
      attempts: 1,
      lastError: 'RCPT TO 550 5.1.1',
    });
    const errors = log.filter((line) => JSON.parse(line).level === 50);
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'notice', reason: 'RCPT TO 550 5.1.1', msg: 'mail failed' },
    ]);
    expect(log.join('')).not.toContain('@');

    smtp.onRecipient = () => undefined;
    expect(await ask(place.options, { do: 'retryMails' })).toEqual(['Mails that are due again: 1']);
    await untilMails(place, allSent);
    expect(smtp.received).toHaveLength(1);
    expect(await ask(place.options, { do: 'listMails', onlyFailed: true })).toEqual([]);
  });

  test('that is refused for now does not hold up others, and is sent later', async () => {
    let refusals = 3;
    smtp.onRecipient = () => (refusals-- > 0 ? '451 4.7.1 Come back later' : undefined);
    const service = await start();
    await send(service, '/api/contact', contact);
    await send(service, '/api/inquiry', inquiry);
    await untilMails(place, (mails) => mails.length === 2 && allSent(mails));
    expect(smtp.received).toHaveLength(2);
    expect((await mailsOf(place)).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
  });

  test('waits twice as long after each failure, up to a limit, and is then given up', async () => {
    smtp.onRecipient = () => '451 4.7.1 Come back later';
    const timings = { backoff: 60_000, maxBackoff: 150_000, maxAttempts: 4 };
    const pauses: unknown[] = [];
    let service = await start(timings);
    await send(service, '/api/inquiry', inquiry);
    for (let attempt = 1; attempt < 4; attempt += 1) {
      await untilMails(place, ([mail]) => mail?.attempts === attempt && mail.lastError !== null);
      await service.close();
      await place.look(async (database) => {
        const [row] = await database.query(
          `select round(extract(epoch from next_attempt_at - now()) / 30)::int as pause from outbox`,
        );
        pauses.push(row?.pause);
        await database.query('update outbox set next_attempt_at = now(), last_error = null');
      });
      service = await start(timings);
    }
    await untilMails(place, ([mail]) => mail?.state === 'failed' && mail.attempts === 4);
    expect(pauses).toEqual([2, 4, 5]);
  });

  test('that the server takes too long for is sent later', async () => {
    const release = new AbortController();
    smtp.onMessage = () =>
      new Promise((resolve) => release.signal.addEventListener('abort', () => resolve('451 Late')));
    const service = await start({ silence: 300 });
    await send(service, '/api/inquiry', inquiry);
    await untilMails(place, ([mail]) => /ETIMEDOUT/.test(mail?.lastError ?? ''));
    smtp.onMessage = async () => undefined;
    release.abort();
    await untilMails(place, allSent);
    expect(smtp.received).toHaveLength(1);
  });

  test('is not held up by a server that never comes to the point', async () => {
    const drip = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-Wait\r\n'), 50);
      socket.on('error', () => {}).on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void drip.close());
    const address = drip.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const service = await place.start({ mail: mailOptions({ port }, { attempt: 500 }) });
    await send(service, '/api/inquiry', inquiry);
    await untilMails(place, ([mail]) => mail?.lastError === 'EABORT');
  });

  test('waits for a server that is gone, and goes when it is back', async () => {
    await smtp.stop();
    const service = await start();
    await send(service, '/api/contact', contact);
    await send(service, '/api/inquiry', inquiry);
    await untilMails(place, (mails) => mails.length === 2 && mails.every(({ attempts }) => attempts > 1));
    expect((await mailsOf(place))[0]?.lastError).toBe('CONN ECONNREFUSED');
    await smtp.start();
    await untilMails(place, allSent);
    expect(smtp.received).toHaveLength(2);
  });

  test('whose connection is dropped in mid-message is sent later', async () => {
    smtp.dropsMessages = true;
    const service = await start();
    await send(service, '/api/inquiry', inquiry);
    await until(async () => smtp.offered > 1);
    smtp.dropsMessages = false;
    const [mail] = await untilMails(place, allSent);
    expect(smtp.received.map(({ headers }) => headers.get('message-id'))).toEqual([
      `<${mail?.messageId}@academy.example>`,
    ]);
  });

  test('that is under way when the service closes is finished and marked', async () => {
    let proceed = () => {};
    smtp.onMessage = () => new Promise((resolve) => (proceed = () => resolve(undefined)));
    const service = await start();
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
    await send(await start(), '/api/inquiry', inquiry);
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
