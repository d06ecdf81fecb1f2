import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { expireLeases } from '../../support/kills.ts';
import { makeCertificate, type SmtpServerOptions, startSmtpServer } from '../../support/smtp.ts';
import { programTest, test as serviceTest } from '../fixtures.ts';
import { FROM, mailOptions, OFFICE, waitForMails, waitUntilSent } from '../mailFixture.ts';
import { databases, postJson, waitUntil } from '../serviceFixture.ts';

const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };
const sendContact = ({ url }: { url: string }) => postJson(`${url}/api/contact`, contact);

const ADDRESSES = { MAIL_FROM: FROM, OFFICE_EMAIL: OFFICE };

const test = programTest
  .extend('smtp', async ({}, { onCleanup }) => {
    const smtp = await startSmtpServer();
    onCleanup(smtp.stop);
    return smtp;
  })
  /** Starts a server that sends its mails to the SMTP server. */
  .extend(
    'startServer',
    async ({ programs, smtp }) =>
      () =>
        programs.startServer({ ...ADDRESSES, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }),
  )
  /** Makes all mails due while no server runs. */
  .extend('passTime', async ({ programs }) => async () => {
    const database = await openDatabase(programs.options);
    await expireLeases(database);
    await database.close();
  });

describe.each(databases)('a server on %s', (kind) => {
  test.override('kind', kind);

  test('a server that is killed between sending a mail and marking it sends it again with the same Message-ID', async ({
    programs,
    smtp,
    startServer,
    passTime,
  }) => {
    const server = await startServer();
    smtp.onAccepted = async () => {
      server.child.kill('SIGKILL');
      await server.exited;
    };
    await sendContact(server).catch(() => {});
    await server.exited;
    expect(smtp.received).toHaveLength(1);
    expect(await programs.operator.mails()).toMatchObject([{ state: 'waiting', attempts: 1 }]);

    smtp.onAccepted = async () => {};
    await passTime();
    await startServer();
    await waitUntilSent(programs.operator);
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

test('a server lists its mails, and retries those that failed, while it runs and when it does not', async ({
  programs: { operator },
  smtp,
  startServer,
  passTime,
}) => {
  smtp.onRecipient = () => '550 5.7.1 No';
  const server = await startServer();
  await sendContact(server);
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
  server.child.kill('SIGKILL');
  await server.exited;
  await passTime();
  expect(await operator.mails()).toMatchObject([{ messageId: all[0]?.messageId }]);
  smtp.onRecipient = () => undefined;
  await operator.linesOf('mail', ['--retry']);
  await startServer();
  await waitUntilSent(operator);
  expect(await operator.mails(['--failed'])).toEqual([]);
});

test('a server writes mails into private files where there is no SMTP server, and erases them', async ({
  programs,
}) => {
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
});

describe('mail over TLS', () => {
  const startTlsServer = async (
    options: SmtpServerOptions,
    onCleanup: (stop: () => Promise<void>) => void,
  ) => {
    const smtp = await startSmtpServer({ ...options, password: 'p@ss' });
    onCleanup(smtp.stop);
    return smtp;
  };

  test.for([
    ['from the first byte (smtps)', 'smtps', true],
    ['once the server offers it (STARTTLS)', 'smtp', false],
  ] as const)(
    'mail over TLS %s is sent with the password, where the certificate is trusted',
    async ([, protocol, secure], { programs, passTime, onTestFinished }) => {
      const certificate = await makeCertificate();
      const smtp = await startTlsServer({ certificate, secure }, onTestFinished);
      const trusted = join(programs.directory, 'ca.pem');
      await writeFile(trusted, certificate.cert);
      const environment = {
        ...ADDRESSES,
        SMTP_URL: `${protocol}://academy:p%40ss@localhost:${smtp.port}`,
      };
      const untrusting = await programs.startServer(environment);
      await sendContact(untrusting);
      const [refused] = await waitForMails(programs.operator, ([mail]) => Boolean(mail?.lastError));
      expect(refused?.lastError).toMatch(/SELF_SIGNED/);
      untrusting.child.kill('SIGTERM');
      await untrusting.exited;
      expect(smtp.messageCount).toBe(0);

      await passTime();
      const server = await programs.startServer({ ...environment, NODE_EXTRA_CA_CERTS: trusted });
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
