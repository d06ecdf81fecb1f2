import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { store } from '../../server/calls/submissions.ts';
import { listMails, queueNotice } from '../../server/mail/outbox.ts';
import { startMailWorker } from '../../server/mail/worker.ts';
import type { Service } from '../../server/service.ts';
import { collect } from '../support/ask.ts';
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

  describe('from a server that goes on', () => {
    let service: Service;
    let former: number;
    /** What arrived in this test. */
    const received = () => smtp.received.slice(former);

    beforeAll(async () => {
      mail = await makeMailPlace(kind);
      ({ place, smtp, log } = mail);
      service = await mail.start();
    });
    afterAll(() => mail.remove());
    beforeEach(() => {
      former = smtp.received.length;
    });
    afterEach(() => place.ask({ do: 'eraseOlderThan', days: 0, kind: undefined }));

    test('that is refused for good fails visibly, names nobody, and can be retried', async () => {
      smtp.onRecipient = (address) => `550 5.1.1 <${address}> asha@example.org is unknown here`;
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
      expect(received()).toHaveLength(1);
      expect(await place.ask({ do: 'listMails', onlyFailed: true })).toEqual([]);
    });

    test('that is refused for now does not hold up others, and is sent later', async () => {
      let refusals = 3;
      smtp.onRecipient = () => (refusals-- > 0 ? '451 4.7.1 Come back later' : undefined);
      await send(service, '/api/contact', contact);
      await send(service, '/api/inquiry', inquiry);
      await untilMails(place, (mails) => mails.length === 2 && allSent(mails));
      expect(received()).toHaveLength(2);
      expect((await mailsOf(place)).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
    });

    test('waits for a server that is gone, and goes when it is back', async () => {
      await smtp.stop();
      await send(service, '/api/contact', contact);
      await send(service, '/api/inquiry', inquiry);
      await untilMails(place, (mails) => mails.length === 2 && mails.every(({ attempts }) => attempts > 1));
      expect((await mailsOf(place))[0]?.lastError).toBe('CONN ECONNREFUSED');
      await smtp.start();
      await untilMails(place, allSent);
      expect(received()).toHaveLength(2);
    });

    test('whose connection is dropped in mid-message is sent later', async () => {
      smtp.dropsMessages = true;
      smtp.offered = 0;
      await send(service, '/api/inquiry', inquiry);
      await until(async () => smtp.offered > 1);
      smtp.dropsMessages = false;
      const [mail] = await untilMails(place, allSent);
      expect(received().map(({ headers }) => headers.get('message-id'))).toEqual([
        `<${mail?.messageId}@academy.example>`,
      ]);
    });
  });

  describe('with times of its own', () => {
    beforeEach(async () => {
      mail = await makeMailPlace(kind);
      ({ place, smtp } = mail);
    });
    afterEach(() => mail.remove());

    test('waits twice as long after each failure, up to a limit, and is then given up', async () => {
      smtp.onRecipient = () => '451 4.7.1 Come back later';
      const options = mailOptions(smtp, { backoff: 60_000, maxBackoff: 150_000, maxAttempts: 4 });
      const quiet = { warn: () => {}, error: () => {} };
      const [mails, pauses] = await place.look(async (database) => {
        await queueNotice(database, await store(database, 'inquiry', inquiry));
        const list = () => collect(listMails(database));
        const pauses: unknown[] = [];
        for (let attempt = 1; attempt <= 4; attempt += 1) {
          const worker = startMailWorker(database, place.options.dataDir, options, quiet);
          worker.poke();
          await until(async () =>
            (await list()).every((mail) => mail.attempts === attempt && mail.lastError),
          );
          await worker.close();
          const [row] = await database.query(
            `select round(extract(epoch from next_attempt_at - now()) / 30)::int as pause from outbox
           where failed_at is null`,
          );
          if (row) pauses.push(row.pause);
          await database.query(
            'update outbox set next_attempt_at = now(), last_error = null where failed_at is null',
          );
        }
        return [await list(), pauses];
      });
      expect(mails).toMatchObject([{ state: 'failed', attempts: 4 }]);
      expect(pauses).toEqual([2, 4, 5]);
    });

    test('that the server takes too long for is sent later', async () => {
      const release = new AbortController();
      smtp.onMessage = () =>
        new Promise((resolve) => release.signal.addEventListener('abort', () => resolve('451 Late')));
      const service = await mail.start({ mail: mailOptions(smtp, { silence: 300 }) });
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
  });
});
