import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestSmtpServer } from '../support/smtp.ts';
import { databases, type Place, until } from './harness.ts';
import {
  allSent,
  type MailPlace,
  mailOptions,
  mailsOf,
  makeMailPlace,
  send,
  untilMails,
} from './mailHarness.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };
const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };

describe.each(databases)('mail that cannot leave, on %s', (kind) => {
  let mail: MailPlace;
  let place: Place;
  let smtp: TestSmtpServer;
  let log: string[];

  beforeEach(async () => {
    mail = await makeMailPlace(kind);
    ({ place, smtp, log } = mail);
  });
  afterEach(() => mail.remove());

  const start = (timings = {}) => mail.start({ mail: mailOptions(smtp, timings) });

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
    expect(await place.ask({ do: 'retryMails' })).toEqual(['Mails that are due again: 1']);
    await untilMails(place, allSent);
    expect(smtp.received).toHaveLength(1);
    expect(await place.ask({ do: 'listMails', onlyFailed: true })).toEqual([]);
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
});
