import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { startService } from '../../../server/service.ts';
import { expireLeases } from '../../support/kills.ts';
import { makeCertificate, type SmtpServerOptions, startSmtpServer } from '../../support/smtp.ts';
import {
  contact,
  FROM,
  mailOptions,
  mailTest,
  OFFICE,
  programTest,
  test as serviceTest,
  waitForMails,
  waitUntilSent,
} from '../fixtures.ts';
import { noRateLimits, postJson, waitUntil } from '../serviceFixture.ts';

const sendContact = ({ url }: { url: string }) => postJson(`${url}/api/contact`, contact);

const ADDRESSES = { MAIL_FROM: FROM, OFFICE_EMAIL: OFFICE };

programTest.extend('smtp', async ({}, { onCleanup }) => {
  const smtp = await startSmtpServer();
  onCleanup(smtp.stop);
  return smtp;
})(
  'a server that is killed between sending a mail and marking it sends it again with the same Message-ID',
  async ({ programs, smtp }) => {
    const environment = { ...ADDRESSES, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
    const server = await programs.startServer(environment);
    smtp.onAccepted = async () => {
      server.child.kill('SIGKILL');
      await server.exited;
    };
    await sendContact(server).catch(() => {});
    await server.exited;
    expect(smtp.received).toHaveLength(1);
    expect(await programs.operator.mails()).toMatchObject([{ state: 'waiting', attempts: 1 }]);

    smtp.onAccepted = async () => {};
    const database = await openDatabase(programs.options);
    await expireLeases(database);
    await database.close();
    await programs.startServer(environment);
    await waitUntilSent(programs.operator);
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  },
);

mailTest(
  'an operator lists the mails, and retries those that failed, while a service runs and when it does not',
  async ({ data, operator, smtp, service }) => {
    smtp.onRecipient = () => '550 5.7.1 No';
    await sendContact(service);
    const all = await waitForMails(operator, ([mail]) => mail?.state === 'failed');
    expect(await operator.mails(['--failed'])).toEqual(all);
    expect(all).toEqual([
      {
        id: 1,
        kind: 'notice',
        to: 'office',
        state: 'failed',
        attempts: 1,
        lastError: 'RCPT TO 550 5.7.1',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        messageId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
    expect(await operator.linesOf('mail', ['--retry'])).toEqual(['Mails that are due again: 1']);
    await waitForMails(operator, ([mail]) => mail?.state === 'failed');
    await service.close();
    expect(await operator.mails()).toMatchObject([{ messageId: all[0]?.messageId }]);
    smtp.onRecipient = () => undefined;
    expect(await operator.linesOf('mail', ['--retry'])).toEqual(['Mails that are due again: 1']);
    await data.start({ mail: mailOptions(smtp) });
    await waitUntilSent(operator);
    expect(await operator.mails(['--failed'])).toEqual([]);
  },
);

programTest(
  'a server writes mails into private files where there is no SMTP server, and erases them',
  async ({ programs }) => {
    const { operator, options } = programs;
    const server = await programs.startServer(ADDRESSES);
    const directory = join(options.dataDir, 'mail');
    expect(server.out).toContain(`Mail is written to ${directory} (no SMTP_URL).\n`);
    await sendContact(server);
    const [mail] = await waitUntilSent(operator);
    const file = join(directory, `${mail?.messageId}.eml`);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const source = await readFile(file, 'utf8');
    expect(source).toContain(`Message-ID: <${mail?.messageId}@academy.example>\r\n`);
    expect(source).toContain(`\r\nTo: ${OFFICE}\r\n`);
    expect(source.replaceAll('\r\n', ''), 'line ends of mail').not.toMatch(/[\r\n]/);

    expect(await operator.linesOf('submissions', ['--erase', contact.email])).toContain(
      'Erased of kind contact: 1',
    );
    expect(await readdir(directory)).toEqual([]);
    expect(await operator.mails()).toEqual([]);
  },
);

describe('mail over TLS', () => {
  const startTlsServer = async (
    options: SmtpServerOptions,
    onCleanup: (stop: () => Promise<void>) => void,
  ) => {
    const smtp = await startSmtpServer({ ...options, password: 'p@ss' });
    onCleanup(smtp.stop);
    return smtp;
  };

  programTest.for([
    ['from the first byte (smtps)', 'smtps', true],
    ['once the server offers it (STARTTLS)', 'smtp', false],
  ] as const)(
    'mail over TLS %s is sent with the password, where the certificate is trusted',
    async ([, protocol, secure], { programs, onTestFinished }) => {
      const certificate = await makeCertificate();
      const smtp = await startTlsServer({ certificate, secure }, onTestFinished);
      const trusted = join(programs.directory, 'ca.pem');
      await writeFile(trusted, certificate.cert);
      const smtpUrl = `${protocol}://academy:p%40ss@localhost:${smtp.port}`;
      const untrusting = await startService({
        ...{ ...programs.options, port: 0, host: '127.0.0.1', rateLimits: noRateLimits },
        mail: { ...mailOptions(smtp), smtpUrl },
      });
      await sendContact(untrusting);
      const [refused] = await waitForMails(programs.operator, ([mail]) => Boolean(mail?.lastError));
      expect(refused?.lastError).toMatch(/SELF_SIGNED/);
      await untrusting.close();
      expect(smtp.messageCount).toBe(0);

      const trusting = { ...ADDRESSES, SMTP_URL: smtpUrl, NODE_EXTRA_CA_CERTS: trusted };
      const server = await programs.startServer(trusting);
      expect(server.out).toContain('Mail goes out over SMTP.\n');
      await waitUntil(async () => smtp.received.length === 1);
      expect(smtp.received).toMatchObject([{ secure: true, user: 'academy', to: [OFFICE] }]);
      expect(smtp.messageCount).toBe(1);
    },
  );

  serviceTest('a password is not sent without TLS', async ({ data, operator, onTestFinished }) => {
    const smtp = await startTlsServer({}, onTestFinished);
    const smtpUrl = `smtp://academy:p%40ss@127.0.0.1:${smtp.port}`;
    await sendContact(await data.start({ mail: { ...mailOptions(smtp), smtpUrl } }));
    const [mail] = await waitForMails(operator, ([each]) => Boolean(each?.lastError));
    expect(mail).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(/STARTTLS|ETLS/),
    });
    expect(smtp.passwordCount).toBe(0);
  });
});
