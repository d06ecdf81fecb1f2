import { openDatabase } from '../database/database.ts';
import type { Database, DatabaseOptions, Sql } from '../database/database.types.ts';
import { dataTablesOf, KEPT_TABLE, refuseRows } from './tables.ts';

const PAGE_SIZE = 500;

/**
 * Copies everything from the embedded database, which must not run, to PostgreSQL, in one transaction.
 *
 * @param createTables Creates the tables that no migration creates, where they are missing.
 * @throws StartError when PostgreSQL holds data and they are not to be replaced.
 */
export async function moveToPostgres(
  { dataDir, databaseUrl }: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
  isReplacing: boolean,
  createTables: (database: Database) => Promise<void>,
  afterMove: (database: Database) => Promise<void>,
): Promise<void> {
  const source = await openDatabase({ dataDir, create: 'never' });
  try {
    const target = await openDatabase({ dataDir, databaseUrl, isExclusive: true });
    try {
      if (!isReplacing) await refuseRows(target);
      await createTables(source);
      await createTables(target);
      await source.transaction((from) => target.transaction((to) => copyRows(from, to)));
      await afterMove(target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyRows(from: Sql, to: Sql): Promise<void> {
  const tables = await dataTablesOf(from);
  await to.query(`truncate ${tables.filter((name) => name !== KEPT_TABLE).join(', ')}`);
  for (const table of tables) await copyTable(from, to, table);
  const sequences = await from.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null`,
  );
  for (const { name, last } of sequences)
    await to.query('select setval($1::text::regclass, $2::text::bigint)', [name, last]);
}

/** Copies values as the texts that PostgreSQL writes: JSON with a half surrogate, which it takes, is none to its functions. */
async function copyTable(from: Sql, to: Sql, table: string): Promise<void> {
  const columns = await from.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const texts = names.map((name) => `${name}::text`);
  const values = columns.map(({ type }, index) => `(row->>${index})::${type}`);
  await from.query(
    `declare copied no scroll cursor for select json_build_array(${texts.join()})::text as row from ${table}`,
  );
  for (;;) {
    const page = await from.query<{ row: string }>(`fetch ${PAGE_SIZE} from copied`);
    if (page.length === 0) break;
    await to.query(
      `insert into ${table} (${names.join()}) overriding system value
       select ${values.join()} from json_array_elements($1::text::json) as rows (row)
       ${table === KEPT_TABLE ? 'on conflict do nothing' : ''}`,
      [`[${page.map(({ row }) => row).join()}]`],
    );
  }
  await from.query('close copied');
}
