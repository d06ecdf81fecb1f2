import type { Sql } from '../database/database.types.ts';
import { StartError } from '../shared/errors.ts';

/** The table whose rows a restore keeps; it adds those of the backup, which have the same ids where they are the same. */
export const KEPT_TABLE = 'operator_commands';

/** The tables that a release makes, and not those that hold data. */
const MIGRATIONS = 'schema_migrations';

/** The names of all tables in the order of their creation: each after the tables that it refers to. */
export async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' order by oid`,
  );
  return rows.map(({ name }) => name);
}

export const dataTablesOf = async (sql: Sql): Promise<string[]> =>
  (await tablesOf(sql)).filter((name) => name !== MIGRATIONS);

/** The numbers of rows in words: "submissions: 12, orders: 3"; empty where there are none. */
export async function describeRows(sql: Sql): Promise<string> {
  const counts: string[] = [];
  for (const name of (await dataTablesOf(sql)).toSorted()) {
    const [row] = await sql.query<{ count: number }>(`select count(*)::integer as count from ${name}`);
    if (name !== KEPT_TABLE && row && row.count > 0) counts.push(`${name}: ${row.count}`);
  }
  return counts.join(', ');
}

/** @throws StartError when a database holds data. */
export async function refuseRows(sql: Sql): Promise<void> {
  const rows = await describeRows(sql);
  if (rows)
    throw new StartError(
      `The database holds data (${rows}), and nothing was changed: ` +
        'add --replace to delete them first, or restore into an empty database.',
    );
}

/** Which commands operators have run, to be added to a database that replaces this one. */
export type KeptRows = string;

/** The rows as JSON; `[]` where the database has no such table. */
export async function readKeptRows(sql: Sql): Promise<KeptRows> {
  if (!(await tablesOf(sql)).includes(KEPT_TABLE)) return '[]';
  const [row] = await sql.query<{ rows: string }>(
    `select coalesce(json_agg(kept)::text, '[]') as rows from ${KEPT_TABLE} kept`,
  );
  return row?.rows ?? '[]';
}

export const insertKeptRows = (sql: Sql, rows: KeptRows): Promise<unknown> =>
  sql.query(
    `insert into ${KEPT_TABLE} select * from json_populate_recordset(null::${KEPT_TABLE}, $1::text::json)
     on conflict do nothing`,
    [rows],
  );
