import type { Database, Sql } from '../database/database.types.ts';
import { migrate, schemaVersion } from '../database/migrate.ts';
import { type Migration, migrations } from '../database/migrations/migrations.ts';
import { recordCommand } from '../database/recordCommand.ts';
import { reasonOf } from '../database/unavailable.ts';
import { StartError } from '../shared/errors.ts';
import { type Batch, type CheckedBackup, readBatches } from './readBackup.ts';
import {
  columnsOf,
  describeCounts,
  existingTables,
  KEPT_TABLE,
  quoteName,
  type RowCounts,
} from './tables.ts';

/**
 * Restores a backup in one transaction: when it fails, everything is as before. A backup of an older schema is migrated
 * to the latest. Which commands operators have run remains, and this one is added.
 *
 * @param database One that this process has alone.
 * @param isReplacing Whether rows that the database holds are deleted first.
 * @param steps The migrations of this release unless given.
 * @throws StartError when the database holds rows, or the file was changed meanwhile.
 */
export async function restoreBackup(
  database: Database,
  { file, header }: CheckedBackup,
  isReplacing: boolean,
  steps = migrations,
): Promise<void> {
  try {
    await database.transaction(async (sql) => {
      if (!isReplacing) await refuseRows(sql);
      await createEmptyTables(sql, steps.slice(0, header.schemaVersion));
      for await (const batch of readBatches(file)) await insertRows(sql, batch);
      await migrateWithin(sql, steps);
      await recordCommand(sql, 'restore', `the backup of ${header.madeAt}`);
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} could not be restored, and nothing was changed: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

const replacedTables = async (sql: Sql) =>
  (await existingTables(sql)).filter((table) => table !== KEPT_TABLE);

/** @throws StartError when a table that would be replaced has rows. */
async function refuseRows(sql: Sql): Promise<void> {
  const counts: RowCounts = {};
  for (const table of await replacedTables(sql)) {
    const [row] = await sql.query<{ count: number }>(
      `select count(*)::integer as count from ${quoteName(table)}`,
    );
    if (row && row.count > 0) counts[table] = row.count;
  }
  if (Object.keys(counts).length > 0)
    throw new StartError(
      `The database holds data (${describeCounts(counts)}), and nothing was changed: ` +
        'add --replace to delete them first, or restore into an empty database.',
    );
}

/**
 * Empties the tables, which keep their privileges. Where they have another schema version, creates them again: also those
 * go that a newer release has made, which will make them once more.
 */
async function createEmptyTables(sql: Sql, steps: readonly Migration[]): Promise<void> {
  if ((await schemaVersion(sql)) === steps.length) {
    const names = (await replacedTables(sql)).map(quoteName).join(', ');
    // The numbers begin again too, so that those of the backup can be set: they are rolled back only in this way.
    await sql.query(`truncate ${names} restart identity`);
    return;
  }
  const present = await sql.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  const names = present.map(({ name }) => name);
  const keeps = names.includes(KEPT_TABLE);
  const kept = 'id, ran_at, command, detail';
  if (keeps)
    await sql.query(`create temporary table kept on commit drop as select ${kept} from ${KEPT_TABLE}`);
  if (names.length > 0) await sql.query(`drop table ${names.map(quoteName).join(', ')} cascade`);
  await migrateWithin(sql, steps);
  if (keeps) await sql.query(`insert into ${KEPT_TABLE} (${kept}) table kept`);
}

/** Migrates within the transaction. */
const migrateWithin = (sql: Sql, steps: readonly Migration[]): Promise<void> =>
  migrate({ query: sql.query, transaction: (work) => work(sql) }, steps);

async function insertRows(sql: Sql, { table, columns, lastId, rows }: Batch): Promise<void> {
  const present = await columnsOf(sql, table);
  const values = columns.map((name, index) => {
    const column = present.find((each) => each.name === name);
    if (!column) throw new Error(`The table ${table} has no column ${name}.`);
    return `(row->>${index})::${column.type}`;
  });
  await sql.query(
    `insert into ${quoteName(table)} (${columns.map(quoteName).join(', ')}) overriding system value
     select ${values.join(', ')} from json_array_elements($1::text::json) as rows (row)
     ${table === KEPT_TABLE ? 'on conflict do nothing' : ''}`,
    [JSON.stringify(rows)],
  );
  const identity = present.find(({ isIdentity }) => isIdentity);
  // Where there was no last number, `setval` of null does nothing.
  if (identity)
    await sql.query('select setval(pg_get_serial_sequence($1, $2), $3::text::bigint)', [
      table,
      identity.name,
      lastId,
    ]);
}
