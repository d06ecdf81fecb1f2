import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { copyDataDir } from '../support/dataDir.ts';
import { killUnderLoad } from '../support/killUnderLoad.ts';
import { createDatabase } from '../support/postgres.ts';
import { nodeArgumentsOf, type ProgramName, runInThread } from '../support/serverPrograms.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import {
  createServiceFixture,
  databases,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from './serviceFixture.ts';

let directory: string;
let env: Record<string, string>;
let running: Program[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'process-'));
  await mkdir(join(directory, 'site'));
  await writeFile(join(directory, 'site', 'index.html'), '<!doctype html><title>The site</title>');
  env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(directory, 'data'),
    SITE_DIR: join(directory, 'site'),
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_PERSON: '0',
  };
  await copyDataDir(inject('newDataDir'), join(directory, 'data'));
  running = [];
});
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill('SIGKILL');
    await exited;
  }
  await rm(directory, { recursive: true });
});

interface Program {
  child: ChildProcess;
  out: string;
  err: string;
  exited: Promise<{ code: number | null; signal: string | null }>;
}

async function startProgram(
  name: ProgramName,
  options: string[] = [],
  more: Record<string, string> = {},
): Promise<Program> {
  return startProcess(process.execPath, [...(await nodeArgumentsOf(name)), ...options], more);
}

function startProcess(file: string, options: string[], more: Record<string, string> = {}): Program {
  const child = spawn(file, options, {
    env: { PATH: process.env.PATH ?? '', ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: Program = {
    child,
    out: '',
    err: '',
    exited: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    result.err += text;
  });
  running.push(result);
  return result;
}

async function startServer(more: Record<string, string> = {}): Promise<Program & { url: string }> {
  return waitUntilReady(await startProgram('main', [], more));
}

async function waitUntilReady(server: Program): Promise<Program & { url: string }> {
  const dead = server.exited.then(() => Promise.reject(new Error(server.err)));
  await Promise.race([waitUntil(async () => server.out.includes('Payments')), dead]);
  const url = server.out.match(/http:\S+/)?.[0] ?? '';
  return Object.assign(server, { url: url.replace('localhost', '127.0.0.1') });
}

async function submissions(options: string[] = [], more: Record<string, string> = {}) {
  const list = await startProgram('submissions', options, more);
  const { code } = await list.exited;
  const lines = list.out.split('\n').filter(Boolean);
  return { code, lines: lines.map((line) => JSON.parse(line)) };
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile('package.json', 'utf8'));

/** Starts what `npm run` starts. */
const startScript = (name: string, ...options: string[]): Program =>
  startProcess('sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...options]);

const inquiry = { name: 'Asha', phone: '9876543210' };

const KILLS = 3;

async function fakeProvider(): Promise<FakeProvider> {
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  return provider;
}

/** The environment with which a server takes its payments there. */
const keysOf = ({ options }: FakeProvider) => ({
  RAZORPAY_KEY_ID: options.keyId,
  RAZORPAY_KEY_SECRET: options.keySecret,
  RAZORPAY_API: options.apiUrl,
});

describe.each(databases)('a server on %s', (kind) => {
  let more: Record<string, string> = {};
  let drop = async () => {};

  beforeEach(async () => {
    const server = inject('postgresUrl');
    if (kind !== 'PostgreSQL' || !server) return;
    const database = await createDatabase(server);
    more = { DATABASE_URL: database.url };
    drop = database.drop;
  });
  afterEach(() => drop());

  test('loses nothing it acknowledged when it is killed again and again, and finishes open calls on SIGTERM', async () => {
    const processOptions = { directory, databaseUrl: more.DATABASE_URL };
    const { acknowledged, registrations, missing } = await killUnderLoad(processOptions, KILLS);
    expect(acknowledged).toBeGreaterThan(50);
    expect(registrations).toBeGreaterThan(10);
    expect(missing).toBe(0);
    const restarted = await startServer(more);
    expect((await postJson(`${restarted.url}/api/inquiry`, inquiry)).status).toBe(200);

    const calls = Array.from({ length: 20 }, () =>
      postJson(`${restarted.url}/create-order`, orderBody(newEmail())),
    );
    await Promise.race(calls);
    restarted.child.kill('SIGTERM');
    const responses = (await Promise.allSettled(calls)).filter((call) => call.status === 'fulfilled');
    expect(responses.filter(({ value }) => value.status !== 200)).toEqual([]);
    expect(await restarted.exited).toEqual({ code: 0, signal: null });
  });

  test('has its submissions and orders listed and a person erased, while it runs and when it does not', async () => {
    const provider = await fakeProvider();
    const server = await startServer({ ...more, ...keysOf(provider) });
    const payments = async (...options: string[]) => {
      const list = await startProgram('payments', options, more);
      const { code } = await list.exited;
      return {
        code,
        states: list.out
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line).state),
      };
    };
    const erase = async (who: string) => {
      const command = await startProgram('submissions', ['--erase', who], more);
      expect(await command.exited).toMatchObject({ code: 0 });
      return command.out;
    };
    const email = newEmail();
    const order = () => postJson(`${server.url}/create-order`, orderBody(email));
    const id = (await order()).body.order?.id ?? '';
    for (const [name, phone] of [
      ['First', '9876543210'],
      ['Second', '9876543211'],
    ])
      await postJson(`${server.url}/api/inquiry`, { name, phone });
    await postJson(`${server.url}/api/contact`, { name: 'Third', email: 'a@b.c', message: 'Hello' });

    const [all, contacts, unpaid] = await Promise.all([
      submissions([], more),
      submissions(['--kind', 'contact'], more),
      payments('--attention'),
    ]);
    expect(all).toMatchObject({ code: 0, lines: [{ name: 'First' }, { name: 'Second' }, { name: 'Third' }] });
    expect(contacts.lines).toMatchObject([{ kind: 'contact', name: 'Third' }]);
    expect(unpaid).toEqual({ code: 0, states: [] });
    provider.pay(id);
    await order();
    const states = ['paid and not registered'];
    const [listed, urgent, erased] = await Promise.all([
      payments(),
      payments('--attention'),
      erase('+91 98765-43210'),
    ]);
    expect(listed).toEqual({ code: 0, states });
    expect(urgent).toEqual({ code: 1, states });
    expect(erased).toBe(
      'Erased of kind registration: 0\nErased of kind contact: 0\nErased of kind inquiry: 1\n' +
        'Erased of kind application: 0\nOrders kept without an email address: 0\n',
    );
    expect((await submissions([], more)).lines.map(({ name }) => name)).toEqual(['Second', 'Third']);

    server.child.kill('SIGTERM');
    await server.exited;
    expect(await payments('--attention')).toEqual({ code: 1, states });
    expect(await erase('9876543211')).toContain('Erased of kind inquiry: 1\n');
    expect((await submissions([], more)).lines.map(({ name }) => name)).toEqual(['Third']);
  });

  test('finishes open calls on SIGTERM and on SIGINT', async () => {
    const provider = await fakeProvider();
    provider.delayMs = 500;
    const serveAgain = () => startServer({ ...more, ...keysOf(provider) });
    let server = await serveAgain();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const emails = [newEmail(), newEmail(), newEmail()];
      const askAll = () =>
        emails.map((address) => postJson(`${server.url}/create-order`, orderBody(address)));
      const [asked, made] = [provider.requestCount, provider.orderIds.length];
      const calls = askAll();
      await waitUntil(async () => provider.requestCount === asked + calls.length);
      server.child.kill(signal);
      const responses = await Promise.all(calls);
      for (const { status } of responses) expect(status, signal).toBe(200);
      expect(await server.exited, signal).toEqual({ code: 0, signal: null });
      expect(server.err).not.toMatch(/failed|Error/);

      server = await serveAgain();
      for (const [index, { body }] of (await Promise.all(askAll())).entries())
        expect(body.order, signal).toEqual(responses[index]?.body.order);
      expect(provider.orderIds, signal).toHaveLength(made + emails.length);
    }
  });
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two servers on one %s', () => {
  test('in processes of their own create one order and one registration', async () => {
    const provider = await fakeProvider();
    const database = await createDatabase(inject('postgresUrl') ?? '');
    try {
      const more = { DATABASE_URL: database.url, ...keysOf(provider) };
      const servers = await Promise.all([startServer(more), startServer(more)]);
      const email = newEmail();
      const everywhere = <T>(work: (url: string) => Promise<T>) =>
        Promise.all(Array.from({ length: 5 }, () => servers.map(({ url }) => work(url))).flat());

      const orders = await everywhere((url) => postJson(`${url}/create-order`, orderBody(email)));
      expect(new Set(orders.map(({ body }) => body.order?.id))).toEqual(new Set(provider.orderIds));
      expect(provider.orderIds).toHaveLength(1);
      provider.pay(provider.orderIds[0] ?? '');
      const registered = await everywhere((url) => postJson(`${url}/api/register`, registrationBody(email)));
      expect(registered.map(({ status }) => status)).toEqual(registered.map(() => 200));
      const { lines } = await submissions([], more);
      expect(lines).toMatchObject([{ email, paymentStatus: 'paid', orderId: provider.orderIds[0] }]);
    } finally {
      for (const { child, exited } of running) {
        child.kill('SIGKILL');
        await exited;
      }
      await database.drop();
    }
  });
});

test('npm start runs the server from its sources, and npm run its commands', async () => {
  const server = await waitUntilReady(startScript('start'));
  await postJson(`${server.url}/api/inquiry`, inquiry);
  await postJson(`${server.url}/create-order`, orderBody(newEmail()));
  const commands = [
    ['submissions', /"kind":"inquiry"/],
    ['payments', /"state":"open"/],
    ['mail', /"kind":"notice"/],
  ] as const;
  await Promise.all(
    commands.map(async ([command, printed]) => {
      const running = startScript(command);
      expect(await running.exited, command).toEqual({ code: 0, signal: null });
      expect(running.out, command).toMatch(printed);
    }),
  );
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

describe('a server in a directory', () => {
  test('makes it private and locks it, and one of several servers locks it when the first is killed', async () => {
    const data = join(directory, 'data');
    await chmod(data, 0o755);
    const server = await startServer();
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, 'server.sock'))).mode & 0o777).toBe(0o600);
    const second = await startProgram('main');
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.err).toBe(
      `Another server is running on ${data}. Stop it, or set DATA_DIR to another directory.\n`,
    );

    server.child.kill('SIGKILL');
    await server.exited;
    const servers = await Promise.all(Array.from({ length: 3 }, () => startProgram('main')));
    const exitedServers = () => servers.filter(({ child }) => child.exitCode !== null);
    await waitUntil(
      async () => exitedServers().length >= 2 && servers.some(({ out }) => out.includes('simulated')),
    );
    expect(exitedServers()).toHaveLength(2);
    for (const { err } of exitedServers()) expect(err).toMatch(/^Another server is running/);
  });
});

describe('an invalid setting or option is refused in one sentence', () => {
  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535, not "eighty".\n'],
    [{ SITE_DIR: '/nowhere' }, 'There is no built site in /nowhere. Build it first, or set SITE_DIR.\n'],
  ])('by the server (%o)', async (more, sentence) => {
    const server = await startProgram('main', [], more);
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server).toMatchObject({ out: '', err: sentence });
  });

  test.each([
    [['--kind', 'mail']],
    [['--sort']],
    [['--erase', 'Asha']],
    [['--erase', 'a@b.c', '--kind', 'contact']],
    [['--erase-older-than', '-1']],
  ])('by the list (%j)', async (options) => {
    expect(await runInThread('submissions', options)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^.+\nOptions: --kind registration\|contact\|inquiry\|application\n/),
    });
  });
});

test.each([['--all'], ['--attention=yes'], ['now']])(
  'the list of orders refuses the option %s',
  async (option) => {
    expect(await runInThread('payments', [option])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^.+\nOptions: --attention /),
    });
  },
);

test('a list whose reader closes the pipe ends without an error', async () => {
  const fixture = await createServiceFixture('PGlite');
  onTestFinished(fixture.remove);
  await fixture.withDatabase(async (database) => {
    for (let number = 0; number < 60; number += 1)
      await storeSubmission(database, 'contact', { name: 'Asha', email: 'a@b.c', message: 'x'.repeat(5000) });
  });
  const list = await startProgram('submissions', [], { DATA_DIR: fixture.options.dataDir });
  list.child.stdout?.once('data', () => list.child.stdout?.destroy());
  expect(await list.exited).toEqual({ code: 0, signal: null });
  expect(list.err).toBe('');
});
