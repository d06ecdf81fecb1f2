import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckedBackup } from '../../server/backup/readBackup.ts';
import { restoreBackup } from '../../server/backup/restoreBackup.ts';
import { columnsOf, describeCounts, existingTables, quoteName } from '../../server/backup/tables.ts';
import type { Database, Row } from '../../server/database/database.types.ts';
import { latestVersion, migrate, schemaVersion } from '../../server/database/migrate.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { storeSubmission } from '../../server/submissions/submissions.ts';
import { backupLines, eventRow, header, webhookEvents, writeLines } from './backupFixture.ts';
import { type DatabaseFixture, openDatabaseFixture } from './databaseFixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'restore-'));
let fixture: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
});
afterAll(async () => {
  await fixture.remove();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await migrate(database);
});

const submissions = { table: 'submissions', columns: ['id', 'kind', 'fields'], lastId: '9' };
const submission = (id: string) => [id, 'contact', '{"b": 1,  "a": "\\"é"}'];
const simulatorOrders = {
  table: 'simulator_orders',
  columns: ['id', 'amount', 'currency', 'receipt'],
  lastId: null,
};

/** Writes a backup; its rows are not counted, which nobody asks for. */
function backup(lines: readonly unknown[], more: Partial<CheckedBackup['header']> = {}): CheckedBackup {
  const changed = { ...header, ...more };
  const file = writeLines(join(directory, 'backup.gz'), backupLines([changed, ...lines]));
  return { file, header: changed, rows: {} };
}

const content = async (table: string, columns = '*') =>
  database.query(`select ${columns} from ${table} order by 1`);

test('rows are restored with their values, and the numbers go on after the last one', async () => {
  await restoreBackup(
    database,
    backup([submissions, submission('3'), submission('5'), webhookEvents, eventRow('e')]),
    false,
  );
  expect(await content('submissions', 'id, kind, fields::text as fields, digest')).toEqual(
    [3, 5].map((id) => ({ id, kind: 'contact', fields: submission('0')[2], digest: null })),
  );
  expect(await content('webhook_events')).toEqual([
    { id: 'e', received_at: new Date('2026-02-03T04:05:06.789Z') },
  ]);
  expect(await storeSubmission(database, 'contact', { name: 'Next' })).toBe(10);
});

test('numbers begin with the first one where the backup has none', async () => {
  await storeSubmission(database, 'contact', { name: 'Former' });
  await restoreBackup(database, backup([{ ...submissions, lastId: null }]), true);
  expect(await storeSubmission(database, 'contact', { name: 'First' })).toBe(1);
});

test('a database that holds rows is left as it is, unless they are replaced', async () => {
  for (let count = 0; count < 2; count += 1) await storeSubmission(database, 'contact', { name: 'Asha' });
  await database.query(
    `insert into simulator_orders (id, amount, currency, receipt) values ('o', 1, 'INR', 'r')`,
  );
  const former = await content('submissions');
  const checked = backup([webhookEvents, eventRow('e')]);
  await expect(restoreBackup(database, checked, false)).rejects.toEqual(
    new StartError(
      'The database holds data (submissions: 2, simulator_orders: 1), and nothing was changed: ' +
        'add --replace to delete them first, or restore into an empty database.',
    ),
  );
  expect(await content('submissions')).toEqual(former);
  await restoreBackup(database, checked, true);
  expect(await content('submissions')).toEqual([]);
  expect(await content('simulator_orders')).toEqual([]);
  expect(await content('webhook_events', 'id')).toEqual([{ id: 'e' }]);
});

test('the tables of the same schema keep the privileges that others have to them', async () => {
  await database.query('grant select on webhook_events to public');
  const privileges = () =>
    database.query(`select relacl::text from pg_class where relname = 'webhook_events'`);
  const former = await privileges();
  expect(former[0]?.relacl).toMatch(/=r\//);
  await restoreBackup(database, backup([]), false);
  expect(await privileges()).toEqual(former);
});

test('a backup of an older schema is migrated, into a database of any schema', async () => {
  const former = backup([simulatorOrders, ['order_1', '1', 'INR', 'r']], { schemaVersion: 1 });
  const orders = { table: 'orders', columns: ['id', 'email', 'amount', 'currency', 'receipt'], lastId: null };
  const rows = backup(
    [orders, ['order_1', 'a@b.example', '1', 'INR', 'r'], simulatorOrders, ['order_1', '1', 'INR', 'r']],
    { schemaVersion: 1 },
  );
  await storeSubmission(database, 'contact', { name: 'Asha' });
  await restoreBackup(database, rows, true);
  expect(await schemaVersion(database)).toBe(latestVersion);
  expect(await content('orders', 'id, payment_mode as mode')).toEqual([{ id: 'order_1', mode: 'simulated' }]);
  expect(await content('submissions')).toEqual([]);
  expect(await content('schema_migrations', 'version')).toEqual(
    Array.from({ length: latestVersion }, (_, index) => ({ version: index + 1 })),
  );
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await restoreBackup(database, former, false);
  expect(await schemaVersion(database)).toBe(latestVersion);
  expect(await content('simulator_orders', 'id')).toEqual([{ id: 'order_1' }]);
});

const refused = (reason: string) =>
  new StartError(`${join(directory, 'backup.gz')} could not be restored, and nothing was changed: ${reason}`);

test('what fails leaves everything as it was, and says why', async () => {
  await storeSubmission(database, 'contact', { name: 'Former' });
  const former = await content('submissions');
  const twice = backup([webhookEvents, eventRow('e'), eventRow('e')]);
  await expect(restoreBackup(database, twice, true)).rejects.toEqual(
    refused('duplicate key value violates unique constraint "webhook_events_pkey".'),
  );
  const foreign = backup([{ ...webhookEvents, columns: ['id', 'other'] }, eventRow('e')]);
  await expect(restoreBackup(database, foreign, true)).rejects.toMatchObject({
    ...refused('The table webhook_events has no column other.'),
    cause: new Error('The table webhook_events has no column other.'),
  });
  expect(await content('submissions')).toEqual(former);
  expect(await storeSubmission(database, 'contact', { name: 'Next' })).toBe(2);
});

test('a file that was changed since it was checked changes nothing', async () => {
  await storeSubmission(database, 'contact', { name: 'Former' });
  const checked = backup([webhookEvents, eventRow('e')]);
  writeLines(checked.file, backupLines([header, webhookEvents, eventRow('other')]).slice(0, -1));
  await expect(restoreBackup(database, checked, true)).rejects.toThrow(
    new StartError(
      `${checked.file} is no whole backup: it was cut off or changed, or is something else. Use another one.`,
    ),
  );
  expect(await content('submissions', 'id')).toEqual([{ id: 1 }]);
  expect(await content('webhook_events')).toEqual([]);
});

/** A database in which a statement has other rows, or fails. */
const withRows = (pattern: RegExp, rows: () => unknown[]): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction((sql) =>
      work({
        async query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]> {
          if (!pattern.test(text)) return sql.query<R>(text, values);
          return JSON.parse(JSON.stringify(rows()));
        },
      }),
    ),
});

test('a database that is unavailable is said in its own words', async () => {
  const failing = withRows(/^insert/, () => {
    throw new UnavailableError('The database is unavailable: it ended.');
  });
  await expect(restoreBackup(failing, backup([webhookEvents, eventRow('e')]), false)).rejects.toEqual(
    refused('The database is unavailable: it ended.'),
  );
});

test('names are quoted, and counts are said in words', () => {
  expect(quoteName('a "b" c')).toBe('"a ""b"" c"');
  expect(describeCounts({ submissions: 12, orders: 3 })).toBe('submissions: 12, orders: 3');
});

test('the tables are those of this schema, and have their columns in order', async () => {
  expect(await existingTables(database)).toEqual([
    ...['submissions', 'orders', 'payments', 'refunds', 'webhook_events', 'outbox'],
    ...['simulator_orders', 'simulator_payments'],
  ]);
  await database.query('alter table refunds drop column amount, add column "the rest" numeric(5, 2)');
  const column = { type: 'text', isIdentity: false };
  expect(await columnsOf(database, 'refunds')).toEqual([
    { ...column, name: 'id' },
    { ...column, name: 'payment_id' },
    { ...column, name: 'has_failed', type: 'boolean' },
    { ...column, name: 'the rest', type: 'numeric(5,2)' },
  ]);
  expect(await columnsOf(database, 'submissions')).toContainEqual({
    name: 'id',
    type: 'integer',
    isIdentity: true,
  });
  await database.query('create schema other');
  await database.query('alter table simulator_payments set schema other');
  await database.query('drop table refunds');
  expect(await existingTables(database)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/refunds|simulator_payments/)]),
  );
  await database.query('drop schema other cascade');
});
