import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { startService } from '../../../server/service.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import {
  makeCertificate,
  type SmtpServerOptions,
  startSmtpServer,
  type TestSmtpServer,
} from '../../support/smtp.ts';
import {
  contact,
  FROM,
  inquiry,
  mailOptions,
  OFFICE,
  programTest,
  sharedServiceTest,
  smtpFixture,
  test,
  waitForMails,
  waitUntilSent,
} from '../fixtures.ts';
import { fastestDatabase, noRateLimits, postJson, waitUntil } from '../serviceFixture.ts';

/** Mail that cannot leave: the operator's report, and a single delivery when the cause is gone. */

/** The behaviour of an SMTP server that takes every mail. */
const usual = {
  onSender: () => undefined,
  onRecipient: () => undefined,
  onMessage: async () => undefined,
  dropsMessages: false,
};

/** One service and SMTP server for the faults. Each fault is mended. */
const faultTest = sharedServiceTest
  .extend('smtp', { scope: 'file' }, smtpFixture())
  .extend('service', { scope: 'file' }, async ({ data, smtp }) =>
    data.start({ mail: mailOptions(smtp, { socketTimeout: 500 }) }),
  )
  /**
   * The commands of the operator. After each test nothing is left of its mails, nor of their effects on the SMTP
   * server.
   */
  .extend('operator', async ({ data, smtp }, { onCleanup }) => {
    onCleanup(async () => {
      Object.assign(smtp, usual);
      await data.operator.linesOf('submissions', ['--erase-older-than', '0', '--yes']);
    });
    return data.operator;
  });

type Fault = {
  /** The behaviour of the SMTP server from now on. */
  cause(smtp: TestSmtpServer): unknown;
  mend(smtp: TestSmtpServer): unknown;
  state: 'waiting' | 'failed';
  lastError: RegExp;
};

const REPLY = 'asha@example.org is unknown here';

const answers = (
  command: 'onSender' | 'onRecipient' | 'onMessage',
  status: string,
): Pick<Fault, 'cause' | 'mend'> => ({
  cause: (smtp) => Object.assign(smtp, { [command]: () => `${status} ${REPLY}` }),
  mend: (smtp) => Object.assign(smtp, usual),
});

const faults: Record<string, Fault> = {
  'refuses the recipient for good': {
    ...answers('onRecipient', '550 5.1.1'),
    state: 'failed',
    lastError: /^RCPT TO 550 5\.1\.1$/,
  },
  'refuses the message for good': {
    ...answers('onMessage', '554 5.6.0'),
    state: 'failed',
    lastError: /^DATA 554 5\.6\.0$/,
  },
  'refuses the recipient for now': {
    ...answers('onRecipient', '451 4.7.1'),
    state: 'waiting',
    lastError: /^RCPT TO 451 4\.7\.1$/,
  },
  'has sent its quota of the day': {
    ...answers('onMessage', '550 5.4.5'),
    state: 'waiting',
    lastError: /^DATA 550 5\.4\.5$/,
  },
  'refuses the sender, who is that of every mail': {
    ...answers('onSender', '550 5.7.1'),
    state: 'waiting',
    lastError: /^MAIL FROM 550 5\.7\.1$/,
  },
  'is down': {
    cause: (smtp) => smtp.stop(),
    mend: (smtp) => smtp.start(),
    state: 'waiting',
    lastError: /^CONN ECONNREFUSED$/,
  },
  'drops the connection in the middle of the message': {
    cause: (smtp) => Object.assign(smtp, { dropsMessages: true }),
    mend: (smtp) => Object.assign(smtp, usual),
    state: 'waiting',
    lastError: /\bE[A-Z]+$/,
  },
  'takes too long': {
    cause: (smtp) =>
      Object.assign(smtp, {
        onMessage: () => new Promise((resolve) => setTimeout(resolve, 1_000, '451 Late')),
      }),
    mend: (smtp) => Object.assign(smtp, usual),
    state: 'waiting',
    lastError: /ETIMEDOUT/,
  },
};

faultTest.for(nonEmpty(Object.entries(faults)))(
  'a mail waits or fails with a reason that names nobody while the SMTP server %s, and is sent once after it',
  async ([, { cause, mend, state, lastError }], { data, operator, service, smtp }) => {
    const before = smtp.received.length;
    data.log.length = 0;
    await cause(smtp);
    await postJson(`${service.url}/api/contact`, contact);
    const [mail] = await waitForMails(operator, ([each]) => Boolean(each?.lastError));
    expect(mail).toMatchObject({ kind: 'notice', to: 'office', state });
    expect(mail?.lastError).toMatch(lastError);
    const levels = { waiting: 'mail postponed', failed: 'mail failed' };
    const lines = () => data.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === levels[state]);
    await waitUntil(async () => lines().length > 0);
    expect(lines()[0]).toMatchObject({ kind: 'notice', reason: expect.stringMatching(lastError) });
    expect(data.log.join('')).not.toContain('@');

    await mend(smtp);
    const isFailed = state === 'failed';
    expect(await operator.mails(['--failed'])).toHaveLength(isFailed ? 1 : 0);
    expect(await operator.linesOf('mail', ['--retry'])).toEqual([
      `Mails that are due again: ${isFailed ? 1 : 0}`,
    ]);
    const [sent] = await waitUntilSent(operator);
    expect(smtp.received.slice(before).map(({ headers }) => headers.get('message-id'))).toEqual([
      `<${sent?.messageId}@academy.example>`,
    ]);
    expect(await operator.mails(['--failed'])).toEqual([]);
  },
);

faultTest('a mail that is refused for now does not block others', async ({ operator, service, smtp }) => {
  const before = smtp.received.length;
  let remainingRefusals = 3;
  smtp.onRecipient = () => (remainingRefusals-- > 0 ? '451 4.7.1 Come back later' : undefined);
  await postJson(`${service.url}/api/contact`, contact);
  await postJson(`${service.url}/api/inquiry`, inquiry);
  const mails = await waitUntilSent(operator, 2);
  expect(smtp.received).toHaveLength(before + 2);
  expect(mails.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(5);
});

const MINUTE = 60;
const HOUR = 60 * MINUTE;

test('a mail is retried for nearly three days at growing intervals, then fails', async ({
  data,
  operator,
}) => {
  const pauses = [
    [0, MINUTE],
    [1, 2 * MINUTE],
    [5, 32 * MINUTE],
    [6, HOUR],
    [70, HOUR],
    [71, null],
  ] as const;
  await data.execute(
    `insert into submissions (kind, fields) select 'inquiry', '{"name":"Asha"}' from generate_series(1, ${pauses.length})`,
    `insert into outbox (kind, submission_id, message_id) select 'notice', id, id::text from submissions`,
    ...pauses.map(([attempts], index) => `update outbox set attempts = ${attempts} where id = ${index + 1}`),
  );
  const smtp = await startSmtpServer();
  smtp.onRecipient = () => '451 4.7.1 Come back later';
  const service = await data.start({ mail: { ...mailOptions(smtp), timings: {} } });
  const mails = await waitForMails(operator, (all) => all.every(({ lastError }) => lastError));
  await service.close();
  await smtp.stop();
  expect(mails.map(({ state }) => state)).toEqual([...Array(5).fill('waiting'), 'failed']);
  const rows = await data.withDatabase((database) =>
    database.query<{ pause: number }>(
      'select round(extract(epoch from next_attempt_at - now()))::int as pause from outbox where failed_at is null order by id',
    ),
  );
  for (const [index, { pause }] of nonEmpty(rows.entries())) {
    expect(pause).toBeLessThanOrEqual(pauses[index]?.[1] ?? 0);
    expect(pause).toBeGreaterThan((pauses[index]?.[1] ?? 0) - 30);
  }
});

test('a mail is postponed when the SMTP server never finishes its greeting', async ({ data, operator }) => {
  const sockets: Socket[] = [];
  const slowServer = createServer((socket) => {
    sockets.push(socket);
    const timer = setInterval(() => socket.write('220-Wait\r\n'), 50);
    socket.on('error', () => {}).on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => slowServer.listen(0, '127.0.0.1', resolve));
  const address = slowServer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const service = await data.start({ mail: mailOptions({ port }, { attemptTimeout: 500 }) });
  await postJson(`${service.url}/api/inquiry`, inquiry);
  await waitForMails(operator, ([mail]) => mail?.lastError === 'EABORT');
  await service.close();
  for (const socket of sockets) socket.destroy();
  slowServer.close();
});

test.runIf(fastestDatabase === 'PostgreSQL')(
  'files of mails are their owner’s alone, wait while their directory cannot be used, and never create DATA_DIR again',
  async ({ data, operator }) => {
    const { dataDir } = data.options;
    const directory = join(dataDir, 'mail');
    const modes = () =>
      Promise.all([dataDir, directory].map(async (path) => (await stat(path)).mode & 0o777));
    await mkdir(directory);
    for (const path of [dataDir, directory]) await chmod(path, 0o755);
    const { url } = await data.start({ mail: mailOptions(undefined) });
    const send = () => postJson(`${url}/api/inquiry`, inquiry);
    await send();
    await waitUntilSent(operator, 1);
    expect(await modes()).toEqual([0o700, 0o700]);

    await rename(dataDir, `${dataDir}.moved`);
    await send();
    await waitForMails(operator, (mails) => mails.at(-1)?.lastError === 'ENOENT');
    expect(existsSync(dataDir)).toBe(false);
    await rename(`${dataDir}.moved`, dataDir);
    await waitUntilSent(operator, 2);

    await rm(directory, { recursive: true });
    await writeFile(directory, 'no directory');
    await send();
    await waitForMails(operator, (mails) => mails.at(-1)?.lastError === 'ENOTDIR');
    await rm(directory);
    await waitUntil(async () => existsSync(directory));
    await waitUntilSent(operator, 3);
  },
);

const sendContact = ({ url }: { url: string }) => postJson(`${url}/api/contact`, contact);

const ADDRESSES = { MAIL_FROM: FROM, OFFICE_EMAIL: OFFICE };

programTest.extend('smtp', smtpFixture())(
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
    // As if the time of the lease had passed.
    await database.query('update outbox set leased_until = null, next_attempt_at = now()');
    await database.close();
    await programs.startServer(environment);
    await waitUntilSent(programs.operator);
    const ids = smtp.received.map(({ headers }) => headers.get('message-id'));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  },
);

programTest(
  'a server writes mails into private files where there is no SMTP server',
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

  test('a password is not sent without TLS', async ({ data, operator, onTestFinished }) => {
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
