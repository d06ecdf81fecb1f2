import { describe, expect } from 'vitest';
import { killUnderLoad } from '../support/kills.ts';
import { times } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { programTest as test } from './fixtures.ts';
import { providerEnvironment } from './programFixture.ts';
import { databases, newEmail, orderBody, postJson, registrationBody, waitUntil } from './serviceFixture.ts';

/** A server in a process of its own, which is killed, stopped and started beside another. */

const KILLS = times(1, 5);

describe.each(databases)('a server on %s', (kind) => {
  test.override('kind', kind);

  test('a server that is killed loses nothing that it acknowledged', async ({ programs }) => {
    const { databaseUrl } = programs.options;
    const report = await killUnderLoad({ directory: programs.directory, databaseUrl }, KILLS);
    expect(report.acknowledged).toBeGreaterThanOrEqual(10 * KILLS);
    expect(report.registrations).toBeGreaterThan(0);
    expect(report.missing).toBe(0);
  });
});

test('a server finishes open calls on SIGTERM and on SIGINT', async ({ programs, provider }) => {
  provider.delayMs = 500;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = await programs.startServer(providerEnvironment(provider));
    const emails = [newEmail(), newEmail(), newEmail()];
    const asked = provider.requestCount;
    const calls = emails.map((address) => postJson(`${server.url}/create-order`, orderBody(address)));
    await waitUntil(async () => provider.requestCount === asked + calls.length);
    server.child.kill(signal);
    const responses = await Promise.all(calls);
    for (const { status } of nonEmpty(responses)) expect(status, signal).toBe(200);
    expect(await server.exited, signal).toEqual({ code: 0, signal: null });
    expect(server.err).not.toMatch(/failed|Error/);
    const orders = new Map(
      (await programs.operator.payments()).map(({ email, orderId }) => [email, orderId]),
    );
    for (const [index, { body }] of nonEmpty(responses.entries()))
      expect(orders.get(emails[index] ?? ''), signal).toBe(body.order?.id);
  }
});

describe.runIf(databases.includes('PostgreSQL'))('two servers on one PostgreSQL', () => {
  test.override('kind', 'PostgreSQL');

  test('two servers create one order and one registration of what both get at once', async ({
    programs,
    provider,
  }) => {
    const environment = providerEnvironment(provider);
    const servers = await Promise.all([programs.startServer(environment), programs.startServer(environment)]);
    const email = newEmail();
    const everywhere = <T>(work: (url: string) => Promise<T>) =>
      Promise.all(Array.from({ length: 5 }, () => servers.map(({ url }) => work(url))).flat());

    const orders = await everywhere((url) => postJson(`${url}/create-order`, orderBody(email)));
    expect(new Set(orders.map(({ body }) => body.order?.id))).toEqual(new Set(provider.orderIds));
    expect(provider.orderIds).toHaveLength(1);
    provider.pay(provider.orderIds[0] ?? '');
    const registered = await everywhere((url) => postJson(`${url}/api/register`, registrationBody(email)));
    expect(registered.map(({ status }) => status)).toEqual(registered.map(() => 200));
    expect(await programs.operator.submissions()).toMatchObject([
      { email, paymentStatus: 'paid', orderId: provider.orderIds[0] },
    ]);
  });
});
