import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/database/index.ts';
import { type Service, type ServiceOptions, startService } from '../../../server/service.ts';
import { connectionFaults, machineFaults } from '../../support/faults/serverFaults.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { createDatabase, makeCluster } from '../../support/postgres.ts';
import { payAndRegister } from '../../support/serverProcess.ts';
import { canMakeSmallDisks, makeSmallDisk, type SmallDisk } from '../../support/smallDisk.ts';
import { startFakeProvider } from '../fakeProvider.ts';
import { inquiry, sharedServiceTest } from '../fixtures.ts';
import { createProgramFixture } from '../programFixture.ts';
import {
  createServiceFixture,
  databases,
  fastestDatabase,
  listedOrders,
  listedSubmissions,
  newEmail,
  noRateLimits,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from '../serviceFixture.ts';

/** The answers and the stored rows while connections, the disk, the database or the process fail, and after it. */

const UNAVAILABLE_MESSAGE = 'We cannot save anything at the moment. Please try again in a few minutes.';
/** How often every connection is ended. */
const ROUNDS = times(3, 20);

const onPostgres = databases.filter((kind) => kind === 'PostgreSQL');
const onSmallDisks = canMakeSmallDisks() ? onPostgres : [];
if (onSmallDisks.length === 0) console.log('Small disks cannot be made here: a full disk is not tested.');

const readinessStatus = async ({ url }: Service) => (await fetch(`${url}/readyz`)).status;

async function startServer(
  options: Pick<ServiceOptions, 'dataDir'> & Partial<ServiceOptions>,
): Promise<Service> {
  const service = await startService({ port: 0, host: '127.0.0.1', rateLimits: noRateLimits, ...options });
  onTestFinished(() => service.close());
  return service;
}

async function startCluster(parent?: string) {
  const cluster = await makeCluster(parent);
  if (!cluster) throw new Error('PostgreSQL is not installed.');
  onTestFinished(cluster.remove);
  await cluster.start();
  return cluster;
}

function createSmallDisk(megabytes: number): SmallDisk {
  const disk = makeSmallDisk(megabytes);
  if (!disk) throw new Error('There is no small disk.');
  onTestFinished(disk.remove);
  return disk;
}

describe.each(onPostgres)('%s', () => {
  test('calls get 503 while PostgreSQL is away, and the service recovers with it', async () => {
    const [cluster, provider] = await Promise.all([startCluster(), startFakeProvider()]);
    onTestFinished(provider.close);
    const log: string[] = [];
    const service = await startServer({
      dataDir: '/nowhere',
      databaseUrl: cluster.url,
      payments: provider.options,
      metrics: { port: 0, host: '127.0.0.1' },
      log: { write: (line) => void log.push(line) },
    });
    const email = newEmail();
    const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
    expect(await readinessStatus(service)).toBe(200);

    const figures = async () =>
      (await (await fetch(service.metricsUrl ?? '')).text()).match(/^(outbox|orders)_.* \d+$/gm);
    const before = await figures();
    expect(before).toContain('outbox_mails{state="waiting"} 0');

    await cluster.stop();
    for (const [path, body] of [
      ['/api/inquiry', inquiry],
      ['/create-order', orderBody(email)],
      ['/api/register', registrationBody(email)],
    ] as const) {
      const response = await postJson(`${service.url}${path}`, body);
      expect(response.status, path).toBe(503);
      expect(response.headers.get('retry-after')).toBe('60');
      expect(response.body).toEqual({
        success: false,
        message: UNAVAILABLE_MESSAGE,
        error: UNAVAILABLE_MESSAGE,
      });
    }
    await waitUntil(async () => (await readinessStatus(service)) === 503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await figures()).toEqual(before);
    expect(log.join('')).toContain('database unavailable');
    expect(log.join('')).not.toMatch(/asha|example\.org/i);

    await cluster.start();
    await waitUntil(async () => (await readinessStatus(service)) === 200);
    expect((await postJson(`${service.url}/api/inquiry`, inquiry)).status).toBe(200);
    const again = await postJson(`${service.url}/create-order`, orderBody(email));
    expect(again.body.order).toEqual(order);
  });

  test('PostgreSQL that ends every connection under load loses nothing it acknowledged', async () => {
    const fixture = await createServiceFixture('PostgreSQL');
    onTestFinished(fixture.remove);
    const service = await fixture.start();
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let isRunning = true;
    const visit = async (visitor: number) => {
      for (let attempt = 0; isRunning; attempt += 1) {
        const name = `Student ${visitor}.${attempt}`;
        const responses = await Promise.all([
          postJson(`${service.url}/api/inquiry`, { ...inquiry, name }),
          postJson(`${service.url}/create-order`, orderBody(`${visitor}.${newEmail()}`)),
        ]);
        for (const { status } of responses) statuses.add(status);
        if (responses[0]?.status === 200) acknowledged.push(name);
      }
    };
    const visitors = Array.from({ length: 6 }, (_, visitor) => visit(visitor));
    const client = new pg.Client({ connectionString: fixture.options.databaseUrl });
    await client.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.length;
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await waitUntil(async () => acknowledged.length > before + 5);
    }
    await client.end();
    isRunning = false;
    await Promise.all(visitors);
    expect(nonEmpty(statuses).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const names = new Set((await listedSubmissions(fixture)).map(({ name }) => name));
    expect(nonEmpty(acknowledged).filter((name) => !names.has(name))).toEqual([]);
  });

  test('a process whose last connection PostgreSQL ends makes another, with its lock', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl') ?? '');
    onTestFinished(drop);
    const database = await openDatabase({ dataDir: '/nowhere', databaseUrl: url });
    onTestFinished(() => database.close());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const pids = async (condition: string) =>
      (await client.query<{ pid: number }>(`select pid from ${condition}`)).rows.map(({ pid }) => pid);
    const others = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    for (const statement of ['select pg_sleep(60)', 'select 1']) {
      const asked = database.query(statement).catch((error: unknown) => error);
      await waitUntil(async () => (await pids(`${others} and query = '${statement}'`)).length > 0);
      const ended = await pids(`(select pid, pg_terminate_backend(pid) from ${others}) as ended`);
      await asked;
      const locks = `pg_locks where locktype = 'advisory' and granted and pid <> all('{${ended}}')`;
      await waitUntil(async () => (await pids(locks)).length > 0);
    }
  });

  test('a locked table of PostgreSQL is waited for, and then answered with 503', async () => {
    const fixture = await createServiceFixture('PostgreSQL');
    onTestFinished(fixture.remove);
    const service = await fixture.start();
    const client = new pg.Client({ connectionString: fixture.options.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin; lock table submissions in access exclusive mode');
    const startMs = performance.now();
    const refused = await postJson(`${service.url}/api/inquiry`, inquiry);
    expect(performance.now() - startMs).toBeLessThan(4_000);
    expect([refused.status, refused.body.message]).toEqual([503, UNAVAILABLE_MESSAGE]);
    const waiting = postJson(`${service.url}/api/inquiry`, inquiry);
    await client.query('select pg_sleep(1.8); rollback');
    expect((await waiting).status).toBe(200);
  });

  test.for(['serializable', 'repeatable read'])(
    'calls at once succeed on PostgreSQL whose transactions are %s, and time out soon',
    async (isolation) => {
      const fixture = await createServiceFixture('PostgreSQL');
      onTestFinished(fixture.remove);
      const settings = {
        default_transaction_isolation: isolation,
        lock_timeout: '1ms',
        idle_in_transaction_session_timeout: '1ms',
      };
      const name = new URL(fixture.options.databaseUrl ?? '').pathname.slice(1);
      await fixture.execute(
        ...Object.entries(settings).map((each) => `alter database ${name} set ${each.join(" = '")}'`),
      );
      const { url } = await fixture.start();
      const calls = Array.from({ length: 30 }, async (_, index) => [
        (await postJson(`${url}/api/inquiry`, inquiry)).status,
        await payAndRegister(url, `${index % 10}@example.org`),
      ]);
      for (const call of nonEmpty(await Promise.all(calls))) expect(call).toEqual([200, true]);
    },
  );
});

describe.each(onSmallDisks)('a full disk under %s', () => {
  test('a full disk is 503 with a sentence, and the service recovers when there is room', async () => {
    const disk = createSmallDisk(140);
    const dataDir = join(disk.path, 'data');
    const { url: databaseUrl } = await startCluster(disk.path);
    const service = await startServer({ dataDir, databaseUrl });
    const acknowledged: string[] = [];
    const send = async () => {
      const name = randomBytes(8).toString('hex');
      const message = randomBytes(2400).toString('hex');
      const response = await postJson(`${service.url}/api/contact`, { name, email: 'a@b.c', message });
      if (response.status === 200) acknowledged.push(name);
      return response;
    };

    disk.fillUp(40);
    let refused = await send();
    for (let attempt = 0; attempt < 500 && refused.status === 200; attempt += 1) refused = await send();
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe(UNAVAILABLE_MESSAGE);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await waitUntil(async () => (await readinessStatus(service)) === 503);

    disk.free();
    await waitUntil(async () => (await readinessStatus(service)) === 200);
    expect((await send()).status).toBe(200);
    await service.close();
    const database = await openDatabase({ dataDir, databaseUrl });
    const rows = await database.query<{ name: string }>(`select fields->>'name' as name from submissions`);
    await database.close();
    const names = new Set(rows.map(({ name }) => name));
    expect(nonEmpty(acknowledged).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** The rows of docs/faults.md: faults of connections and of the process. */

const phone = '9876543210';
const bodies: Readonly<Record<string, (email: string) => object>> = {
  '/api/contact': (email) => ({ name: email, email, phone: '', message: 'Hello' }),
  '/api/inquiry': (email) => ({ name: email, phone }),
  '/api/apply': (email) => ({ name: email, grade: 'Grade 8', course: 'All Subjects', phone, city: 'Jaipur' }),
  '/create-order': orderBody,
  '/api/register': (email) => registrationBody(email),
};

/** The number of rows that name an e-mail address. */
async function countRows(data: ServiceFixture, email: string): Promise<number> {
  const rows = [...(await listedSubmissions(data)), ...(await listedOrders(data))];
  return rows.filter((row) => JSON.stringify(row).includes(email)).length;
}

/** Sends a part of a call, and ends the connection when it has left. */
async function sendAndLeave(url: string, path: string, body: string, length: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, length)}`, () =>
    socket.end(),
  );
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

describe.each(Object.entries(connectionFaults))('%s', (fault, rows) => {
  sharedServiceTest.for(Object.entries(rows))(
    '%s',
    async ([path, { after, afterSecondTry }], { data, service }) => {
      const email = newEmail();
      const body = JSON.stringify(bodies[path]?.(email));
      await sendAndLeave(service.url, path, body, fault.includes('mid-call') ? body.length / 2 : body.length);
      await waitUntil(async () => (await countRows(data, email)) >= after);
      expect(await countRows(data, email)).toBe(after);
      expect((await postJson(`${service.url}${path}`, body)).status).toBe(200);
      expect(await countRows(data, email)).toBe(afterSecondTry);
    },
  );
});

type Sent = { name: string; status: number | null; error: string | null };

const rowOf = (fault: keyof typeof machineFaults) => machineFaults[fault];

async function send(url: string): Promise<Sent> {
  const name = newEmail();
  try {
    const { status, body } = await postJson(`${url}/api/inquiry`, { name, phone });
    return { name, status, error: body.error ?? null };
  } catch {
    return { name, status: null, error: null };
  }
}

/** Expects answers and rows as the table has them. */
function expectOutcome(fault: keyof typeof machineFaults, sent: readonly Sent[], names: readonly unknown[]) {
  const { statuses, error, stored } = rowOf(fault);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(statuses));
  for (const each of nonEmpty(sent)) {
    const count = names.filter((name) => name === each.name).length;
    const isAcknowledged = each.status === 200;
    const [fewest, most] = isAcknowledged ? [stored.acknowledged, stored.acknowledged] : [0, stored.others];
    expect(count, `rows of a call answered with ${each.status}`).toBeGreaterThanOrEqual(fewest);
    expect(count, `rows of a call answered with ${each.status}`).toBeLessThanOrEqual(most);
    expect(each.error).toBe(isAcknowledged ? null : error);
  }
}

test('the process is killed in the middle of a call', async () => {
  const programs = await createProgramFixture(fastestDatabase);
  onTestFinished(() => programs.remove());
  const server = await programs.startServer();
  const acknowledged = await send(server.url);
  const unanswered = Array.from({ length: 8 }, () => send(server.url));
  server.child.kill('SIGKILL');
  await server.exited;
  const killed = (await Promise.all(unanswered)).filter(({ status }) => status === null);
  const names = (await programs.operator.submissions()).map(({ name }) => name);
  expect(names).toContain(acknowledged.name);
  expectOutcome('the process is killed in the middle of a call', killed, names);
});
