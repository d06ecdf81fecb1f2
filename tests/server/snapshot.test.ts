import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSnapshot } from '../../server/backup/snapshot.ts';
import type { Database, Sql } from '../../server/database/database.types.ts';
import { latestVersion } from '../../server/database/migrate.ts';
import { StartError } from '../../server/errors.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { collect } from '../support/operatorCommand.ts';
import { type DatabaseFixture, openDatabaseFixture } from './databaseFixture.ts';

let fixture: DatabaseFixture;
let database: Database;
let root: string;
let directory: string;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
  root = mkdtempSync(join(tmpdir(), 'snapshot-'));
});
afterAll(async () => {
  await fixture.remove();
  rmSync(root, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['orders', 'submissions', 'webhook_events'])
    await database.query(`delete from ${table}`);
  directory = join(root, 'new');
  rmSync(directory, { recursive: true, force: true });
});

/** A database whose statements in transactions pass through a function. */
const through = (run: (sql: Sql, ...statement: Parameters<Sql['query']>) => Promise<unknown>): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction((sql) =>
      work({
        async query(text, values) {
          await run(sql, text, values);
          return sql.query(text, values);
        },
      }),
    ),
});

const snapshot = (of = database) => collect(readSnapshot(of, directory));
const values = async (lines: Promise<string[]>): Promise<unknown[]> =>
  (await lines).map((line) => JSON.parse(line));

test('the lines are a header, every table with its rows as texts, and the hash of all', async () => {
  const before = Date.now();
  await database.query(`insert into orders (id, email, amount, currency, receipt, created_at)
    values ('o"1"', 'a@b.example', 200000, 'INR', 'r\\1', '2026-02-03 04:05:06.789012+05:30')`);
  const lines = await snapshot();
  const [header, ...rest] = lines.map((line) => JSON.parse(line));
  expect(header).toEqual({
    format: 'future-ready-academy backup',
    formatVersion: 1,
    schemaVersion: latestVersion,
    madeAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(Date.parse(header.madeAt)).toBeGreaterThanOrEqual(before);
  expect(rest.flatMap(({ table }) => table ?? [])).toEqual([
    ...['submissions', 'orders', 'payments', 'refunds', 'webhook_events', 'outbox'],
    ...['simulator_orders', 'simulator_payments'],
  ]);
  const place = rest.findIndex(({ table }) => table === 'orders');
  expect(rest.slice(place, place + 3)).toEqual([
    {
      table: 'orders',
      columns: [
        ...['id', 'email', 'amount', 'currency', 'receipt', 'created_at', 'checked_at', 'payment_id'],
        ...['submission_id', 'evidence', 'closed', 'key_id', 'payment_mode'],
      ],
      lastId: null,
    },
    [
      ...['o"1"', 'a@b.example', '200000', 'INR', 'r\\1', '2026-02-02 22:35:06.789012+00', null, null],
      ...[null, '0', null, null, null],
    ],
    expect.objectContaining({ table: 'payments' }),
  ]);
  const text = lines.slice(0, -1).map((line) => `${line}\n`);
  expect(rest.at(-1)).toEqual({ sha256: createHash('sha256').update(text.join('')).digest('hex') });
});

test('times are written in one way, whatever the database is set to', async () => {
  await database.query(`insert into webhook_events values ('event_1', '2026-02-03 04:05:06+00')`);
  const elsewhere = through(async (sql, text) => {
    if (!text.startsWith('set transaction')) return;
    await sql.query(`set local timezone = 'Asia/Kolkata'`);
    await sql.query(`set local datestyle = 'SQL, DMY'`);
  });
  expect(await values(snapshot(elsewhere))).toContainEqual(['event_1', '2026-02-03 04:05:06+00']);
});

test('the last number of a table is written, also of a row that is no longer there', async () => {
  const lastIdOf = async () =>
    (await snapshot()).map((line) => JSON.parse(line)).find(({ table }) => table === 'submissions')?.lastId;
  await database.query('truncate submissions restart identity cascade');
  expect(await lastIdOf()).toBeNull();
  await storeSubmission(database, 'contact', { name: 'Asha' });
  await storeSubmission(database, 'contact', { name: 'Asha' });
  await database.query('delete from submissions where id = 2');
  expect(await lastIdOf()).toBe('2');
});

test('tables of several pages are read whole, in one transaction that only reads and sees one moment', async () => {
  await database.query(
    `insert into webhook_events (id) select number::text from generate_series(1, 1001) as numbers (number)`,
  );
  const settings: unknown[] = [];
  const fetches: string[] = [];
  const watched = through(async (sql, text) => {
    if (!text.startsWith('fetch')) return;
    fetches.push(text);
    settings.push(
      ...(await sql.query(
        `select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as reads`,
      )),
    );
  });
  const lines = await values(snapshot(watched));
  const rows = lines.filter(Array.isArray).map(([id]) => Number(id));
  expect(nonEmpty(rows).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 1001 }, (_, index) => index + 1),
  );
  expect(new Set(settings.map((setting) => JSON.stringify(setting)))).toEqual(
    new Set([JSON.stringify({ isolation: 'repeatable read', reads: 'on' })]),
  );
  // Four pages of the rows, the last one empty, and one of each other table.
  expect(fetches).toHaveLength(4 + 7);
});

test('the lines are read into a private file without a name, which is closed at the end', async () => {
  const openFiles = () =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const path = readlinkSync(join('/proc/self/fd', fd));
        return path.startsWith(directory) ? [{ path, mode: statSync(join('/proc/self/fd', fd)).mode }] : [];
      } catch {
        return [];
      }
    });
  const lines = readSnapshot(database, directory);
  await lines.next();
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).toEqual([]);
  const [opened] = nonEmpty(openFiles());
  expect(opened?.path).toMatch(/\/backup\.[0-9a-f]{8}\.part \(deleted\)$/);
  expect((opened?.mode ?? 0) & 0o777).toBe(0o600);
  await lines.return(undefined);
  expect(openFiles()).toEqual([]);
});

test('letters of several bytes stay whole in lines that are read in parts', async () => {
  const message = '€'.repeat(50_000);
  await storeSubmission(database, 'contact', { message });
  expect((await snapshot()).join('\n')).toContain(message);
});

test('a directory that cannot be used is said with the reason', async () => {
  writeFileSync(directory, '');
  await expect(snapshot()).rejects.toEqual(
    new StartError(`${directory} cannot be written: there is a file where a directory should be (EEXIST).`),
  );
});

test('a full disk is said with the reason', async () => {
  const handle = await open('/dev/null');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const { appendFile } = prototype;
  prototype.appendFile = async () => {
    throw Object.assign(new Error('Oh'), { code: 'ENOSPC' });
  };
  try {
    await expect(snapshot()).rejects.toEqual(
      new StartError(`${directory} cannot be written: the disk is full (ENOSPC).`),
    );
  } finally {
    prototype.appendFile = appendFile;
  }
});

test('an error of the database is thrown as it is', async () => {
  const broken = through(async (_sql, text) => {
    if (text.startsWith('fetch')) throw new Error('The database ended.');
  });
  await expect(snapshot(broken)).rejects.toEqual(new Error('The database ended.'));
});

test('a database without a schema has no snapshot', async () => {
  await database.query('alter table schema_migrations rename to former_migrations');
  await expect(snapshot()).rejects.toEqual(
    new StartError(
      'The database is empty, or is of a release before this one: start the server once, which creates or migrates it.',
    ),
  );
  await database.query('alter table former_migrations rename to schema_migrations');
});
