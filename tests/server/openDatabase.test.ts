import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkTables } from '../../server/database/checkTables.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/database.types.ts';
import { latestVersion, migrate, SchemaVersionError, schemaVersion } from '../../server/database/migrate.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { type DatabaseFixture, openDatabaseFixture, watched } from './databaseFixture.ts';

vi.mock('../../server/database/postgres.ts', { spy: true });

let fixture: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
});
afterAll(() => fixture.remove());
beforeEach(async () => {
  await database.query('drop schema public cascade');
  await database.query('create schema public');
});
afterEach(() => vi.restoreAllMocks());

const addVersion = (version: number) =>
  database.query('insert into schema_migrations (version, name) values ($1, $2)', [version, 'another']);

const newer = (present: number) =>
  `The schema of the database has version ${present}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

describe('an opened database', () => {
  let isClosed: boolean;

  const open = (more: Partial<Database> = {}) => {
    isClosed = false;
    vi.mocked(openPostgres).mockResolvedValueOnce({
      ...database,
      close: async () => {
        isClosed = true;
      },
      ...more,
    });
    return openDatabase({ dataDir: fixture.dataDir, databaseUrl: 'postgres://db.example' });
  };

  test('is the one that is named, and is migrated', async () => {
    const opened = await open();
    expect(openPostgres).toHaveBeenCalledWith('postgres://db.example');
    expect(await schemaVersion(opened)).toBe(latestVersion);
    expect(await opened.transaction((sql) => sql.query('select 1 as one'))).toEqual([{ one: 1 }]);
    expect(isClosed).toBe(false);
  });

  test('is closed when it cannot be migrated', async () => {
    await migrate(database);
    await addVersion(latestVersion + 1);
    await expect(open()).rejects.toEqual(new StartError(newer(latestVersion + 1)));
    expect(isClosed).toBe(true);
  });

  test.each([
    ['an unknown column', 'select nothing from orders'],
    ['an unknown table', 'select 1 from nothing'],
    ['a violated constraint', `insert into refunds values ('r', 'unknown', 1, false)`],
  ])('says of %s that a newer server has migrated it, where one has', async (_what, text) => {
    const opened = await open();
    const failures = async () => {
      const works = [() => opened.query(text), () => opened.transaction((sql) => sql.query(text))];
      const errors: unknown[] = [];
      for (const work of works) errors.push(await work().catch((error: unknown) => error));
      return errors;
    };
    for (const error of nonEmpty(await failures())) {
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(UnavailableError);
    }
    await addVersion(latestVersion + 1);
    const refusal = new SchemaVersionError(newer(latestVersion + 1));
    expect(await failures()).toEqual([refusal, refusal]);
  });

  test('says nothing of the schema where another error occurs', async () => {
    const opened = await open();
    await addVersion(latestVersion + 1);
    await expect(opened.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    const failing = opened.transaction(() => Promise.reject(new Error('Oh')));
    await expect(failing).rejects.toThrow('Oh');
    const coded = (code: string) =>
      opened.transaction(() => Promise.reject(Object.assign(new Error('Oh'), { code })));
    for (const code of ['14201', '12301']) await expect(coded(code)).rejects.toMatchObject({ code });
  });

  test('says nothing of a schema that is older', async () => {
    const opened = await open();
    await database.query('delete from schema_migrations where version > 1');
    await expect(opened.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  });
});

test('every table is read through an index, up to 50,000 rows, in the transaction alone', async () => {
  await migrate(database);
  await database.query('create table "a ""b" (id integer)');
  const statements: string[] = [];
  const settings = await watched(database, (text) => statements.push(text)).transaction(async (sql) => {
    await checkTables(sql);
    return sql.query(
      `select current_setting('enable_seqscan') as seq, current_setting('enable_bitmapscan') as bitmap`,
    );
  });
  expect(settings).toEqual([{ seq: 'off', bitmap: 'off' }]);
  const read = (table: string) => `select count(*) from (select 1 from ${table} limit 50000) as rows`;
  expect(statements).toEqual(
    expect.arrayContaining([
      ...['submissions', 'orders', 'payments', 'refunds', 'webhook_events', 'outbox'].map(read),
      ...['simulator_orders', 'simulator_payments', 'schema_migrations', '"a ""b"'].map(read),
    ]),
  );
  expect(statements.filter((text) => text.startsWith('select count'))).toHaveLength(10);
});
