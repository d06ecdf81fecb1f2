import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { killUnderLoad } from '../support/killUnderLoad.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { createDatabase } from '../support/postgres.ts';
import {
  createProgramDatabase,
  createProgramFixture,
  type ProgramFixture,
  providerEnvironment,
  startProvider,
} from './programFixture.ts';
import { databases, newEmail, orderBody, postJson, registrationBody, waitUntil } from './serviceFixture.ts';

const inquiry = { name: 'Asha', phone: '9876543210' };

const KILLS = 3;

let programs: ProgramFixture;

beforeEach(async () => {
  programs = await createProgramFixture();
});
afterEach(() => programs.remove());

describe.each(databases)('a server on %s', (kind) => {
  let more: Record<string, string> = {};
  let drop = async () => {};

  beforeEach(async () => {
    ({ more, drop } = await createProgramDatabase(kind));
  });
  afterEach(() => drop());

  test('loses nothing it acknowledged when it is killed again and again, and finishes open calls on SIGTERM', async () => {
    const processOptions = { directory: programs.directory, databaseUrl: more.DATABASE_URL };
    const { acknowledged, registrations, missing } = await killUnderLoad(processOptions, KILLS);
    expect(acknowledged).toBeGreaterThan(50);
    expect(registrations).toBeGreaterThan(10);
    expect(missing).toBe(0);
    const restarted = await programs.startServer(more);
    expect((await postJson(`${restarted.url}/api/inquiry`, inquiry)).status).toBe(200);

    const calls = Array.from({ length: 20 }, () =>
      postJson(`${restarted.url}/create-order`, orderBody(newEmail())),
    );
    await Promise.race(calls);
    restarted.child.kill('SIGTERM');
    const responses = (await Promise.allSettled(calls)).filter((call) => call.status === 'fulfilled');
    expect(nonEmpty(responses).filter(({ value }) => value.status !== 200)).toEqual([]);
    expect(await restarted.exited).toEqual({ code: 0, signal: null });
  });

  test('finishes open calls on SIGTERM and on SIGINT', async () => {
    const provider = await startProvider();
    provider.delayMs = 500;
    const serveAgain = () => programs.startServer({ ...more, ...providerEnvironment(provider) });
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
      for (const { status } of nonEmpty(responses)) expect(status, signal).toBe(200);
      expect(await server.exited, signal).toEqual({ code: 0, signal: null });
      expect(server.err).not.toMatch(/failed|Error/);

      server = await serveAgain();
      for (const [index, { body }] of nonEmpty((await Promise.all(askAll())).entries()))
        expect(body.order, signal).toEqual(responses[index]?.body.order);
      expect(provider.orderIds, signal).toHaveLength(made + emails.length);
    }
  });
});

describe.each(databases.filter((kind) => kind === 'PostgreSQL'))('two servers on one %s', () => {
  test('in processes of their own create one order and one registration', async () => {
    const provider = await startProvider();
    const database = await createDatabase(inject('postgresUrl') ?? '');
    try {
      const more = { DATABASE_URL: database.url, ...providerEnvironment(provider) };
      const servers = await Promise.all([programs.startServer(more), programs.startServer(more)]);
      const email = newEmail();
      const everywhere = <T>(work: (url: string) => Promise<T>) =>
        Promise.all(Array.from({ length: 5 }, () => servers.map(({ url }) => work(url))).flat());

      const orders = await everywhere((url) => postJson(`${url}/create-order`, orderBody(email)));
      expect(new Set(orders.map(({ body }) => body.order?.id))).toEqual(new Set(provider.orderIds));
      expect(provider.orderIds).toHaveLength(1);
      provider.pay(provider.orderIds[0] ?? '');
      const registered = await everywhere((url) => postJson(`${url}/api/register`, registrationBody(email)));
      expect(registered.map(({ status }) => status)).toEqual(registered.map(() => 200));
      const { lines } = await programs.listSubmissions([], more);
      expect(lines).toMatchObject([{ email, paymentStatus: 'paid', orderId: provider.orderIds[0] }]);
    } finally {
      await programs.killAll();
      await database.drop();
    }
  });
});

describe('a server in a directory', () => {
  test('makes it private and locks it, and one of several servers locks it when the first is killed', async () => {
    const data = join(programs.directory, 'data');
    await chmod(data, 0o755);
    const server = await programs.startServer();
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect((await stat(join(data, 'server.sock'))).mode & 0o777).toBe(0o600);
    const second = await programs.start('main');
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.err).toBe(
      `Another server is running on ${data}. Stop it, or set DATA_DIR to another directory.\n`,
    );

    server.child.kill('SIGKILL');
    await server.exited;
    const servers = await Promise.all(Array.from({ length: 3 }, () => programs.start('main')));
    const exitedServers = () => servers.filter(({ child }) => child.exitCode !== null);
    await waitUntil(
      async () => exitedServers().length >= 2 && servers.some(({ out }) => out.includes('simulated')),
    );
    expect(exitedServers()).toHaveLength(2);
    for (const { err } of nonEmpty(exitedServers())) expect(err).toMatch(/^Another server is running/);
  });
});
