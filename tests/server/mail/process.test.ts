import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { MailListItem } from '../../../server/mail/outbox.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { expireLeases } from '../../support/killWhileMailing.ts';
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '../../support/serverProcess.ts';
import { nodeArgumentsOf, type ProgramName } from '../../support/serverPrograms.ts';
import { type SmtpServerOptions, startSmtpServer, type TestSmtpServer } from '../../support/smtp.ts';
import { FROM, listedMails, mailOptions, OFFICE, submitForm, waitForMails } from '../mailFixture.ts';
import {
  createServiceFixture,
  type DatabaseKind,
  databases,
  fastestDatabase,
  postJson,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

const contact = { name: 'Asha', email: 'asha@example.org', message: 'Hello' };

let fixture: ServiceFixture;
let processOptions: ServerProcessOptions & { env: Record<string, string> };
let running: ServerProcess[];

/** Creates data for server processes; `fixture` reads them while no process has locked them. */
async function createProcessFixture(kind: DatabaseKind): Promise<void> {
  fixture = await createServiceFixture(kind);
  const { dataDir, databaseUrl } = fixture.options;
  const env = { DATA_DIR: dataDir, MAIL_FROM: FROM, OFFICE_EMAIL: OFFICE };
  processOptions = { directory: dataDir, databaseUrl, env };
  running = [];
  onTestFinished(async () => {
    for (const server of running) await server.kill();
    await fixture.remove();
  });
}

async function startServer(more: Record<string, string> = {}): Promise<ServerProcess> {
  await fixture.closeDatabase();
  const server = await startServerProcess({ ...processOptions, env: { ...processOptions.env, ...more } });
  running.push(server);
  return server;
}

async function createSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const smtp = await startSmtpServer(options);
  onTestFinished(() => smtp.stop());
  return smtp;
}

/** Runs a command of an operator in a process of its own and returns its output. */
async function runCommand(name: ProgramName, ...options: string[]) {
  await fixture.closeDatabase();
  const { dataDir, databaseUrl = '' } = fixture.options;
  const child = spawn(process.execPath, [...(await nodeArgumentsOf(name)), ...options], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code };
}

/** Returns the mails that the command lists. */
async function runMailCommand(...options: string[]): Promise<MailListItem[]> {
  const { out } = await runCommand('mail', ...options);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe.each(databases)('a server on %s', (kind) => {
  beforeEach(() => createProcessFixture(kind));

  test('that is killed between sending and marking sends again with the same Message-ID', async () => {
    const smtp = await createSmtpServer();
    processOptions.env.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
    const server = await startServer();
    let killed: Promise<void> | undefined;
    smtp.onAccepted = async () => {
      killed ??= server.kill();
      await killed;
    };
    await postJson(`${server.url}/api/contact`, contact).catch(() => {});
    await waitUntil(async () => smtp.received.length === 1);
    await killed;
    expect(await listedMails(fixture)).toMatchObject([{ state: 'waiting', attempts: 1 }]);

    await fixture.withDatabase(expireLeases);
    await startServer();
    await waitForMails(fixture, ([mail]) => mail?.state === 'sent');
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('lists its mails, and retries those that failed, while it runs and when it does not', async () => {
    const smtp = await createSmtpServer();
    smtp.onRecipient = () => '550 5.7.1 No';
    processOptions.env.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
    const server = await startServer();
    await submitForm(server, '/api/contact', contact);
    await waitForMails(fixture, ([mail]) => mail?.state === 'failed');
    const [all, onlyFailed] = await Promise.all([runMailCommand(), runMailCommand('--failed')]);
    const [failed] = all;
    expect(onlyFailed).toEqual(all);
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
    expect((await runCommand('mail', '--retry')).out).toBe('Mails that are due again: 1\n');
    await server.kill();
    await fixture.withDatabase(expireLeases);
    expect(await runMailCommand()).toMatchObject([{ messageId: failed?.messageId }]);
    smtp.onRecipient = () => undefined;
    expect(await runCommand('mail', '--retry')).toMatchObject({ code: 0, err: '' });
    await startServer();
    await waitForMails(fixture, ([mail]) => mail?.state === 'sent');
    expect(await runMailCommand('--failed')).toEqual([]);
  });

  test('writes mails into files where there is no SMTP server, and erases them', async () => {
    const server = await startServer();
    const directory = join(fixture.options.dataDir, 'mail');
    expect(server.startupOutput).toContain(`Mail is written to ${directory} (no SMTP_URL).\n`);
    await submitForm(server, '/api/contact', contact);
    const [mail] = await waitForMails(fixture, ([mail]) => mail?.state === 'sent');
    expect(await readdir(directory)).toEqual([`${mail?.messageId}.eml`]);
    const file = join(directory, `${mail?.messageId}.eml`);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const source = await readFile(file, 'utf8');
    expect(source).toContain(`Message-ID: <${mail?.messageId}@academy.example>\r\n`);
    expect(source).toContain(`\r\nTo: ${OFFICE}\r\n`);

    const { out } = await runCommand('submissions', '--erase', contact.email);
    expect(out).toContain('Erased of kind contact: 1\n');
    expect(await readdir(directory)).toEqual([]);
    expect(await listedMails(fixture)).toEqual([]);
  });
});

describe('mail over TLS', () => {
  beforeEach(() => createProcessFixture(fastestDatabase));

  test.each([
    ['from the first byte (smtps)', 'smtps', true],
    ['once the server offers it (STARTTLS)', 'smtp', false],
  ])('%s is sent with the password, where the certificate is trusted', async (_name, protocol, secure) => {
    const certificate = await makeCertificate();
    const smtp = await createSmtpServer({ certificate, secure, password: 'p@ss' });
    const trusted = join(fixture.options.dataDir, 'ca.pem');
    await writeFile(trusted, certificate.cert);
    const smtpUrl = `${protocol}://academy:p%40ss@localhost:${smtp.port}`;

    const untrustingServer = await fixture.start({ mail: { ...mailOptions(smtp), smtpUrl } });
    await submitForm(untrustingServer, '/api/contact', contact);
    const [refused] = await waitForMails(fixture, ([mail]) => Boolean(mail?.lastError));
    expect(refused?.lastError).toMatch(/SELF_SIGNED/);
    await untrustingServer.close();
    expect(smtp.messageCount).toBe(0);

    const server = await startServer({ SMTP_URL: smtpUrl, NODE_EXTRA_CA_CERTS: trusted });
    expect(server.startupOutput).toContain('Mail goes out over SMTP.\n');
    await waitUntil(async () => smtp.received.length === 1);
    expect(smtp.received).toMatchObject([{ secure: true, user: 'academy', to: [OFFICE] }]);
    expect(smtp.messageCount).toBe(1);
  });

  test('is required before a password is sent', async () => {
    const smtp = await createSmtpServer({ password: 'p@ss' });
    const smtpUrl = `smtp://academy:p%40ss@127.0.0.1:${smtp.port}`;
    await submitForm(
      await fixture.start({ mail: { ...mailOptions(smtp), smtpUrl } }),
      '/api/contact',
      contact,
    );
    const [mail] = await waitForMails(fixture, ([mail]) => Boolean(mail?.lastError));
    expect(mail).toMatchObject({
      state: 'waiting',
      lastError: expect.stringMatching(/STARTTLS|ETLS/),
    });
    expect(smtp.passwordCount).toBe(0);
  });
});
