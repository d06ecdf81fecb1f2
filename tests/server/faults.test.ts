import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { store } from '../../server/calls/submissions.ts';
import { openDatabase } from '../../server/database/database.ts';
import { AwayError } from '../../server/errors.ts';
import { noLimits } from '../../server/http/guard.ts';
import { type Service, type ServiceOptions, startService } from '../../server/service.ts';
import { allocateLog, copyDataDir } from '../support/dataDir.ts';
import { createDatabase, makeCluster } from '../support/postgres.ts';
import { canMakeSmallDisks, makeSmallDisk, type SmallDisk } from '../support/smallDisk.ts';
import {
  databases,
  type Kind,
  linesOf,
  makePlace,
  newEmail,
  orderRequest,
  post,
  registrationOf,
  until,
} from './harness.ts';
import { startFakeProvider } from './provider.ts';

const AWAY = 'We cannot save anything at the moment. Please try again in a few minutes.';
const inquiry = { name: 'Asha', phone: '9876543210' };

const onPostgres = databases.filter((kind) => kind === 'PostgreSQL');
const onSmallDisks = canMakeSmallDisks() ? databases : [];
if (onSmallDisks.length === 0) console.log('Small disks cannot be made here: a full disk is not tested.');

const ready = async ({ url }: Service) => (await fetch(`${url}/readyz`)).status;

async function start(options: Pick<ServiceOptions, 'dataDir'> & Partial<ServiceOptions>): Promise<Service> {
  const service = await startService({ port: 0, host: '127.0.0.1', limits: noLimits, ...options });
  onTestFinished(() => service.close());
  return service;
}

async function ownCluster(parent?: string) {
  const cluster = await makeCluster(parent);
  if (!cluster) throw new Error('PostgreSQL is not installed.');
  onTestFinished(cluster.remove);
  await cluster.start();
  return cluster;
}

function smallDisk(megabytes: number): SmallDisk {
  const disk = makeSmallDisk(megabytes);
  if (!disk) throw new Error('There is no small disk.');
  onTestFinished(disk.remove);
  return disk;
}

async function makeDataDir(dataDir: string): Promise<void> {
  await copyDataDir(inject('newDataDir'), dataDir);
  await allocateLog(dataDir);
}

describe.each(onPostgres)('%s', () => {
  test('that goes away is 503 with a sentence, and all is well when it is back', async () => {
    const [cluster, provider] = await Promise.all([ownCluster(), startFakeProvider()]);
    onTestFinished(provider.close);
    const log: string[] = [];
    const service = await start({
      dataDir: '/nowhere',
      databaseUrl: cluster.url,
      payments: provider.options,
      log: { write: (line) => void log.push(line) },
    });
    const email = newEmail();
    const { order } = (await post(`${service.url}/create-order`, orderRequest(email))).body;
    expect(await ready(service)).toBe(200);

    await cluster.stop();
    for (const [path, body] of [
      ['/api/inquiry', inquiry],
      ['/create-order', orderRequest(email)],
      ['/api/register', registrationOf(email)],
    ] as const) {
      const answer = await post(`${service.url}${path}`, body);
      expect(answer.status, path).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('60');
      expect(answer.body).toEqual({ success: false, message: AWAY, error: AWAY });
    }
    expect(await ready(service)).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(log.join('')).toContain('database away');
    expect(log.join('')).not.toMatch(/asha|example\.org/i);

    await cluster.start();
    await until(async () => (await ready(service)) === 200);
    expect((await post(`${service.url}/api/inquiry`, inquiry)).status).toBe(200);
    const again = await post(`${service.url}/create-order`, orderRequest(email));
    expect(again.body.order).toEqual(order);
  });

  test('that ends every connection under load loses nothing it acknowledged', async () => {
    const place = await makePlace('PostgreSQL');
    onTestFinished(place.remove);
    const service = await place.start();
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let going = true;
    const visit = async (visitor: number) => {
      for (let turn = 0; going; turn += 1) {
        const name = `Student ${visitor}.${turn}`;
        const answers = await Promise.all([
          post(`${service.url}/api/inquiry`, { ...inquiry, name }),
          post(`${service.url}/create-order`, orderRequest(`${visitor}.${newEmail()}`)),
        ]);
        for (const { status } of answers) statuses.add(status);
        if (answers[0]?.status === 200) acknowledged.push(name);
      }
    };
    const visitors = Array.from({ length: 6 }, (_, visitor) => visit(visitor));
    const client = new pg.Client({ connectionString: place.options.databaseUrl });
    await client.connect();
    for (let round = 0; round < 10; round += 1) {
      const before = acknowledged.length;
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await until(async () => acknowledged.length > before + 5);
    }
    await client.end();
    going = false;
    await Promise.all(visitors);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const names = new Set((await linesOf(place)).map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  });

  test('that does not come to an end is 503', async () => {
    const server = inject('postgresUrl') ?? '';
    const database = await createDatabase(server);
    onTestFinished(database.drop);
    const service = await start({
      dataDir: '/nowhere',
      databaseUrl: `${database.url}&statement_timeout=300`,
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query('lock table submissions in access exclusive mode');
    const refused = await post(`${service.url}/api/inquiry`, inquiry);
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe(AWAY);
    await client.query('rollback');
    await client.end();
    expect((await post(`${service.url}/api/inquiry`, inquiry)).status).toBe(200);
  });
});

describe.each(onSmallDisks)('a full disk under %s', (kind: Kind) => {
  test('is 503 with a sentence, and all is well when there is room', async () => {
    const disk = smallDisk(140);
    const dataDir = join(disk.path, 'data');
    const cluster = kind === 'PostgreSQL' ? await ownCluster(disk.path) : undefined;
    if (!cluster) await makeDataDir(dataDir);
    const service = await start({ dataDir, databaseUrl: cluster?.url });
    const acknowledged: string[] = [];
    const send = async () => {
      const name = randomBytes(8).toString('hex');
      const message = randomBytes(2400).toString('hex');
      const answer = await post(`${service.url}/api/contact`, { name, email: 'a@b.c', message });
      if (answer.status === 200) acknowledged.push(name);
      return answer;
    };

    disk.fill(40);
    let refused = await send();
    for (let turn = 0; turn < 500 && refused.status === 200; turn += 1) refused = await send();
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe(AWAY);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

    disk.free();
    await until(async () => (await send()).status === 200);
    await service.close();
    const database = await openDatabase({ dataDir, databaseUrl: cluster?.url });
    const rows = await database.query<{ name: string }>(`select fields->>'name' as name from submissions`);
    await database.close();
    const names = new Set(rows.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe.each(onSmallDisks.filter((kind) => kind === 'PGlite'))(
  'a log that cannot be written under %s',
  () => {
    test('makes the database panic, and it opens again by itself', async () => {
      const disk = smallDisk(140);
      const dataDir = join(disk.path, 'data');
      await makeDataDir(dataDir);
      const database = await openDatabase({ dataDir, statementMs: 2_000 });
      onTestFinished(() => database.close());
      await store(database, 'inquiry', { name: 'Before' });

      disk.fill(0);
      await database.query('select pg_switch_wal()');
      const together = [
        database.transaction((sql) => store(sql, 'inquiry', { name: 'Never' })),
        store(database, 'inquiry', { name: 'Never' }),
        database.query('select 1'),
      ];
      for (const outcome of await Promise.allSettled(together))
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(AwayError) });

      disk.free();
      await store(database, 'inquiry', { name: 'After' });
      const rows = await database.query<{ name: string }>(`select fields->>'name' as name from submissions`);
      expect(rows.map(({ name }) => name)).toEqual(['Before', 'After']);
    });
  },
);
