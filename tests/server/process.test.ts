import pg from 'pg';
import { describe, expect } from 'vitest';
import { times } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { payAndRegister } from '../support/serverProcess.ts';
import { paymentTest, programTest as test } from './fixtures.ts';
import { providerEnvironment } from './programFixture.ts';
import {
  databases,
  listedOrders,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  waitUntil,
} from './serviceFixture.ts';

/** Calls at the same time, on one server and on two, and a server in a process of its own that is killed or stopped. */

const KILLS = times(1, 5);

/** Sends messages and registers alternately until the server is killed; tells what was acknowledged. */
async function visitUntilKilled(
  url: string,
  id: string,
  onAcknowledged: (of: { name: string } | { email: string }) => void,
): Promise<void> {
  try {
    for (let attempt = 0; ; attempt += 1) {
      const name = `Student ${id}.${attempt}`;
      const email = newEmail();
      if ((await postJson(`${url}/api/inquiry`, { name, phone: '9876543210' })).body.success)
        onAcknowledged({ name });
      if (await payAndRegister(url, email)) onAcknowledged({ email });
    }
  } catch {}
}

describe.each(databases)('a server on %s', (kind) => {
  test.override('kind', kind);

  test('a server that is killed loses nothing that it acknowledged', async ({ programs }) => {
    const names: string[] = [];
    const emails: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const server = await programs.startServer();
      // After a different number each time, so that kills happen at every step of a call.
      const countAtKill = names.length + emails.length + 10 + ((round * 7) % 40);
      const visitors = Array.from({ length: 8 }, (_, visitor) =>
        visitUntilKilled(server.url, `${round}.${visitor}`, (of) => {
          if ('name' in of) names.push(of.name);
          else emails.push(of.email);
        }),
      );
      await waitUntil(async () => names.length + emails.length >= countAtKill);
      server.child.kill('SIGKILL');
      await server.exited;
      await Promise.all(visitors);
    }
    const submissions = await programs.operator.submissions();
    const paid = submissions.filter(({ paymentStatus }) => paymentStatus === 'paid');
    expect(submissions.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(paid.map(({ email }) => email)).toEqual(expect.arrayContaining(nonEmpty(emails)));
  });
});

test.for(['SIGTERM', 'SIGINT'] as const)(
  'a server finishes open calls on %s',
  async (signal, { programs, provider }) => {
    provider.delayMs = 500;
    const server = await programs.startServer(providerEnvironment(provider));
    const emails = [newEmail(), newEmail(), newEmail()];
    const calls = emails.map((address) => postJson(`${server.url}/create-order`, orderBody(address)));
    await waitUntil(async () => provider.requestCount === calls.length);
    server.child.kill(signal);
    const responses = await Promise.all(calls);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.err).not.toMatch(/failed|Error/);
    const orders = new Map(
      (await programs.operator.payments()).map(({ email, orderId }) => [email, orderId]),
    );
    for (const [index, { status, body }] of nonEmpty(responses.entries())) {
      expect(status).toBe(200);
      expect(orders.get(emails[index] ?? '')).toBe(body.order?.id);
    }
  },
);

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

describe.each(databases)('on %s', (kind) => {
  paymentTest.override('kind', kind);

  paymentTest(
    'an order and a registration wait for the order of the same person, however the address is written',
    async ({ data, provider, service, visitor }) => {
      provider.delayMs = 500;
      for (const [path, body] of nonEmpty([
        ['/create-order', orderBody],
        ['/api/register', registrationBody],
      ] as const)) {
        const email = newEmail();
        const asked = provider.requestCount;
        const first = visitor.order(email);
        await waitUntil(async () => provider.requestCount > asked);
        const second = await postJson(`${service.url}${path}`, body(email.toUpperCase()));
        expect(second.status).toBe(200);
        const orderId = await first;
        const orders = (await listedOrders(data)).filter((order) => order.email === email);
        expect(orders).toMatchObject([
          { orderId, registration: path === '/api/register' ? expect.any(Number) : null },
        ]);
      }
      expect(provider.orderIds).toHaveLength(2);
    },
  );
});

/** Of one service: its pool and the session of its locks. docs/scale.md computes with it. */
const CONNECTIONS_OF_A_SERVICE = 11;

paymentTest.runIf(databases.includes('PostgreSQL'))(
  'a service takes at most eleven connections to PostgreSQL',
  async ({ data, service }) => {
    const registrations = Array.from({ length: 40 }, () =>
      postJson(`${service.url}/api/register`, registrationBody(newEmail(), { paymentStatus: 'pending' })),
    );
    const client = new pg.Client({ connectionString: data.options.databaseUrl });
    await client.connect();
    const statuses = (await Promise.all(registrations)).map(({ status }) => status);
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
    expect(statuses).toEqual(Array(40).fill(200));
    // How many of them the registrations need at once is a matter of the machine.
    expect(rows.length).toBeLessThanOrEqual(CONNECTIONS_OF_A_SERVICE);
    expect(rows.length).toBeGreaterThan(CONNECTIONS_OF_A_SERVICE / 2);
  },
);
