import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listMails, queueNotice } from '../../../server/mail/outbox.ts';
import { startMailWorker } from '../../../server/mail/worker.ts';
import type { Service } from '../../../server/service.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { collect } from '../../support/operatorCommand.ts';
import type { TestSmtpServer } from '../../support/smtp.ts';
import {
  allSent,
  createMailFixture,
  listedMails,
  type MailFixture,
  mailOptions,
  submitForm,
  waitForMails,
} from '../mailFixture.ts';
import { databases, type ServiceFixture, waitUntil } from '../serviceFixture.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };
const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };

describe.each(databases)('mail that cannot leave, on %s', (kind) => {
  let mail: MailFixture;
  let fixture: ServiceFixture;
  let smtp: TestSmtpServer;
  let log: string[];

  describe('with one service and SMTP server for all tests', () => {
    let service: Service;
    let former: number;
    /** What arrived in this test. */
    const received = () => smtp.received.slice(former);

    beforeAll(async () => {
      mail = await createMailFixture(kind);
      ({ fixture, smtp, log } = mail);
      service = await mail.start();
    });
    afterAll(() => mail.remove());
    beforeEach(() => {
      former = smtp.received.length;
    });
    afterEach(() => fixture.sendCommand({ do: 'eraseOlderThan', days: 0, kind: undefined }));

    test('that is refused for good is listed as failed, names nobody, and can be retried', async () => {
      smtp.onRecipient = (address) => `550 5.1.1 <${address}> asha@example.org is unknown here`;
      await submitForm(service, '/api/contact', contact);
      const [failed] = await waitForMails(fixture, ([mail]) => mail?.state === 'failed');
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
      expect(await fixture.sendCommand({ do: 'retryMails' })).toEqual(['Mails that are due again: 1']);
      await waitForMails(fixture, allSent);
      expect(received()).toHaveLength(1);
      expect(await fixture.sendCommand({ do: 'listMails', onlyFailed: true })).toEqual([]);
    });

    test('that is refused for now does not block others, and is sent later', async () => {
      let remainingRefusals = 3;
      smtp.onRecipient = () => (remainingRefusals-- > 0 ? '451 4.7.1 Come back later' : undefined);
      await submitForm(service, '/api/contact', contact);
      await submitForm(service, '/api/inquiry', inquiry);
      await waitForMails(fixture, (mails) => mails.length === 2 && allSent(mails));
      expect(received()).toHaveLength(2);
      expect((await listedMails(fixture)).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
    });

    test('waits while the SMTP server is down, and is sent when it is back', async () => {
      await smtp.stop();
      await submitForm(service, '/api/contact', contact);
      await submitForm(service, '/api/inquiry', inquiry);
      await waitForMails(
        fixture,
        (mails) => mails.length === 2 && mails.every(({ attempts }) => attempts > 1),
      );
      expect((await listedMails(fixture))[0]?.lastError).toBe('CONN ECONNREFUSED');
      await smtp.start();
      await waitForMails(fixture, allSent);
      expect(received()).toHaveLength(2);
    });

    test('is sent later when the connection is dropped in the middle of the message', async () => {
      smtp.dropsMessages = true;
      smtp.messageCount = 0;
      await submitForm(service, '/api/inquiry', inquiry);
      await waitUntil(async () => smtp.messageCount > 1);
      smtp.dropsMessages = false;
      const [mail] = await waitForMails(fixture, allSent);
      expect(received().map(({ headers }) => headers.get('message-id'))).toEqual([
        `<${mail?.messageId}@academy.example>`,
      ]);
    });
  });

  describe('with a fixture for each test', () => {
    beforeEach(async () => {
      mail = await createMailFixture(kind);
      ({ fixture, smtp } = mail);
    });
    afterEach(() => mail.remove());

    test('waits twice as long after each failure, up to a limit, and then fails', async () => {
      smtp.onRecipient = () => '451 4.7.1 Come back later';
      const options = mailOptions(smtp, { firstBackoff: 60_000, maxBackoff: 150_000, maxAttempts: 4 });
      const silentLog = { warn: () => {}, error: () => {} };
      const [mails, pauses] = await fixture.withDatabase(async (database) => {
        await queueNotice(database, await storeSubmission(database, 'inquiry', inquiry));
        const list = () => collect(listMails(database));
        const pauses: unknown[] = [];
        for (let attempt = 1; attempt <= 4; attempt += 1) {
          const worker = startMailWorker(database, fixture.options.dataDir, options, silentLog);
          worker.pollNow();
          await waitUntil(async () =>
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

    test('is sent later when the SMTP server takes too long', async () => {
      const releaseController = new AbortController();
      smtp.onMessage = () =>
        new Promise((resolve) =>
          releaseController.signal.addEventListener('abort', () => resolve('451 Late')),
        );
      const service = await mail.start({ mail: mailOptions(smtp, { socketTimeout: 300 }) });
      await submitForm(service, '/api/inquiry', inquiry);
      await waitForMails(fixture, ([mail]) => /ETIMEDOUT/.test(mail?.lastError ?? ''));
      smtp.onMessage = async () => undefined;
      releaseController.abort();
      await waitForMails(fixture, allSent);
      expect(smtp.received).toHaveLength(1);
    });

    test('is postponed when the SMTP server never finishes its greeting', async () => {
      const slowServer = createServer((socket) => {
        const timer = setInterval(() => socket.write('220-Wait\r\n'), 50);
        socket.on('error', () => {}).on('close', () => clearInterval(timer));
      });
      await new Promise<void>((resolve) => slowServer.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void slowServer.close());
      const address = slowServer.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const service = await fixture.start({ mail: mailOptions({ port }, { attemptTimeout: 500 }) });
      await submitForm(service, '/api/inquiry', inquiry);
      await waitForMails(fixture, ([mail]) => mail?.lastError === 'EABORT');
    });
  });
});
