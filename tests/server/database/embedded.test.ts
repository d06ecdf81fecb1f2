import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../server/database/index.ts';
import { startService } from '../../../server/service.ts';
import { StartError, UnavailableError } from '../../../server/shared/errors.ts';
import { storeSubmission } from '../../../server/submissions/submissions.ts';
import { copyDataDir } from '../../support/dataDir.ts';
import { times } from '../../support/more.ts';
import { tryPowerCuts } from '../../support/powerCuts.ts';
import { numberFromEnvironment, seed, seedNotice } from '../../support/random.ts';
import { newEmail, noRateLimits, orderBody, postJson, waitUntil } from '../serviceFixture.ts';

/** The files of the embedded database: damage, the write-ahead log, and power cuts. */

const MISSING =
  /^The database in \S+ is missing: there is no \S+\/db\/PG_VERSION\. Restore a backup \(npm run restore\), or set DATA_DIR to an empty directory to begin without data\.$/;
const damaged = (reason: string) =>
  new RegExp(
    `^The database in \\S+ (is damaged|cannot be opened and may be damaged): ${reason}.*\\. Stop the server, move its data \\(\\S+/db\\) away without deleting them, and restore a backup \\(npm run restore\\)\\.$`,
  );

/** Where the files of tables and indexes lie below the data directory, by name. */
let files: Record<string, string> = {};
let root = '';
let filled = '';
let dataDir = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'damage-'));
  filled = join(root, 'filled');
  await copyDataDir(inject('newDataDir'), filled);
  const database = await openDatabase({ dataDir: filled });
  await database.transaction(async (sql) => {
    for (let number = 0; number < 100; number += 1)
      await storeSubmission(sql, 'contact', { name: `Student ${number}`, message: 'x'.repeat(200) });
  });
  const rows = await database.query<{ name: string; file: string }>(
    `select relname as name, 'db/' || pg_relation_filepath(oid) as file from pg_class
     where relkind in ('r', 'i') and pg_relation_filepath(oid) is not null`,
  );
  files = Object.fromEntries(rows.map(({ name, file }) => [name, file]));
  await database.close();
});
afterAll(() => rm(root, { recursive: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(root, 'copy-'));
  await copyDataDir(filled, dataDir);
});

const fileOf = (relation: string) => join(dataDir, files[relation] ?? '');

function overwrite(file: string, position: number, length = 8192): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, position);
  closeSync(descriptor);
}

async function walFile(): Promise<string> {
  const names = await readdir(join(dataDir, 'db/pg_wal'));
  return join(dataDir, 'db/pg_wal', names.find((name) => name.length === 24) ?? '');
}

const damages: [string, () => void | Promise<void>, RegExp][] = [
  [
    'a page of a table',
    () => overwrite(fileOf('submissions'), 8192),
    damaged('invalid page in block 1 of relation'),
  ],
  ['a part of a page', () => overwrite(fileOf('submissions'), 5000, 100), damaged('invalid page in block 0')],
  ['a page of an index', () => overwrite(fileOf('submissions_pkey'), 0), damaged('invalid page in block 0')],
  ['a page of the catalogue', () => overwrite(fileOf('pg_class'), 0), damaged('invalid page in block 0')],
  ['an emptied table', () => truncate(fileOf('submissions'), 0), damaged('could not read blocks')],
  ['a missing table', () => rm(fileOf('submissions')), damaged('could not open file')],
  [
    'an emptied pg_control',
    () => truncate(join(dataDir, 'db/global/pg_control'), 0),
    damaged('could not read file "global/pg_control"'),
  ],
  [
    'an overwritten log',
    async () => overwrite(await walFile(), 0, 2 ** 24),
    damaged('could not locate a valid checkpoint record'),
  ],
  ['a missing log', async () => rm(await walFile()), damaged('could not locate a valid checkpoint record')],
  [
    'an emptied db/',
    async () => {
      await rm(join(dataDir, 'db'), { recursive: true });
      await mkdir(join(dataDir, 'db'));
    },
    MISSING,
  ],
  ['a missing db/', () => rm(join(dataDir, 'db'), { recursive: true }), MISSING],
  ['a missing PG_VERSION', () => rm(join(dataDir, 'db/PG_VERSION')), MISSING],
];

test.each(damages)('a start on %s is refused in one sentence', async (_case, damage, sentence) => {
  await damage();
  const refusal = await openDatabase({ dataDir, checkTables: true }).then(
    (database) => database.close(),
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(StartError);
  expect(refusal.message).toMatch(sentence);
  expect(existsSync(join(dataDir, 'server.sock'))).toBe(false);
});

test('a page that is found to be damaged later makes every call 503 and is said in the log', async () => {
  const log: string[] = [];
  const service = await startService({
    ...{ port: 0, host: '127.0.0.1', dataDir, rateLimits: noRateLimits },
    log: { write: (line) => void log.push(line) },
  });
  onTestFinished(() => service.close());
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  overwrite(fileOf('submissions_digest_key'), 8192);
  const response = await postJson(`${service.url}/api/inquiry`, { name: 'Asha', phone: '9876543210' });
  expect(response).toMatchObject({
    status: 503,
    body: { message: 'We cannot save anything at the moment. Please try again in a few minutes.' },
  });
  await waitUntil(async () => (await fetch(`${service.url}/readyz`)).status === 503);
  expect((await postJson(`${service.url}/create-order`, orderBody(newEmail()))).status).toBe(503);
  expect(log.join('')).toContain('The database is damaged: invalid page in block 1 of relation');
});

test('a database that is emptied while the server runs is never replaced by an empty one', async () => {
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  await rm(join(dataDir, 'db'), { recursive: true });
  const query = () => database.query('select 1').catch((error) => error);
  await expect.poll(query).toBeInstanceOf(UnavailableError);
  expect((await query()).message).toMatch(MISSING);
  expect(existsSync(join(dataDir, 'db/PG_VERSION'))).toBe(false);
});

test('a command creates no database in a directory without one', async () => {
  const empty = await mkdtemp(join(root, 'empty-'));
  await expect(openDatabase({ dataDir: empty, create: 'never' })).rejects.toThrow(
    `There is no database in ${empty}. Set DATA_DIR to the directory of the server.`,
  );
  expect(await readdir(empty)).toEqual([]);
});

test('a database whose creation was interrupted is created at the next start', async () => {
  expect((await readdir(inject('newDataDir'))).toSorted()).toEqual(['db', 'db.state']);
});

test('a database that was created and not recorded is recorded at the next start', async () => {
  await rm(join(dataDir, 'db.state'));
  const database = await openDatabase({ dataDir });
  expect(await database.query('select count(*)::integer as count from submissions')).toEqual([
    { count: 100 },
  ]);
  await database.close();
  await rm(join(dataDir, 'db'), { recursive: true });
  await expect(openDatabase({ dataDir })).rejects.toThrow(MISSING);
});

const MEGABYTE = 1024 * 1024;
/** The size of a file of the log, in megabytes. */
const SEGMENT = 16;

describe('the write-ahead log of the embedded database', () => {
  let dataDir: string;
  let database: Database;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'log-'));
    await copyDataDir(inject('newDataDir'), dataDir);
    database = await openDatabase({ dataDir });
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  const syncCount = async () => {
    await database.query('select pg_stat_force_next_flush()');
    const [row] = await database.query<{ count: number }>(
      `select sum(fsyncs)::integer as count from pg_stat_io where object = 'wal'`,
    );
    return row?.count ?? 0;
  };
  const store = () => storeSubmission(database, 'inquiry', { name: 'Asha' });

  test('the write-ahead log is synced once for calls that wait together, and not for those that only read', async () => {
    const before = await syncCount();
    await store();
    const afterOne = await syncCount();
    expect(afterOne - before).toBe(1);
    await Promise.all(Array.from({ length: 50 }, store));
    const afterFifty = await syncCount();
    expect(afterFifty - afterOne).toBeLessThanOrEqual(2);
    await Promise.all(
      Array.from({ length: 50 }, () => database.transaction((sql) => sql.query('select from submissions'))),
    );
    expect(await syncCount()).toBe(afterFifty);
  });

  test('the write-ahead log stays below 128 MB however much is written', async () => {
    const sizes: number[] = [];
    for (let written = 0; written < 240; written += SEGMENT) {
      await store();
      // As if the rest of the file had been written.
      await database.query('do $$ begin perform pg_switch_wal(); end $$');
      // Not by `stat`: a checkpoint removes files between the listing and the look at each.
      const [log] = await database.query<{ size: number }>(
        'select sum(size)::integer as size from pg_ls_waldir()',
      );
      sizes.push(log?.size ?? Infinity);
    }
    expect(Math.max(...sizes) / MEGABYTE).toBeLessThan(128);
  });
});

const CUTS = numberFromEnvironment('POWER_CUTS') ?? times(4, 200);
/** Submissions in the recording; a command that vacuums comes after each fiftieth of a hundred. */
const COUNT = times(52, 200);

test('a power cut loses nothing that a server on PGlite acknowledged', { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'power-cuts-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await copyDataDir(inject('newDataDir'), join(directory, 'data'));
  const report = await tryPowerCuts(directory, { cuts: CUTS, count: COUNT, seed });
  expect(report.losses, seedNotice).toEqual([]);
  expect(report).toMatchObject({ cuts: CUTS, acknowledged: COUNT });
});
