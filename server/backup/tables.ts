import type { Sql } from '../database/database.types.ts';

/** The tables of a backup, each after those that it refers to. */
export const tables = [
  'submissions',
  'orders',
  'order_facts',
  'payments',
  'early_facts',
  'webhook_events',
  'outbox',
  'operator_commands',
  'simulator_orders',
  'simulator_payments',
  'simulator_refunds',
] as const;

export type TableName = (typeof tables)[number];

/** The number of rows of each table. */
export type RowCounts = Partial<Record<TableName, number>>;

/** Returns the numbers of rows as words: "submissions: 12, orders: 3". */
export const describeCounts = (rows: RowCounts): string =>
  Object.entries(rows)
    .map(([table, count]) => `${table}: ${count}`)
    .join(', ');

/** The table whose rows a restore keeps; it adds those of the backup, which have the same ids where they are the same. */
export const KEPT_TABLE: TableName = 'operator_commands';

/** Returns the tables that the database has. */
export async function existingTables(sql: Sql): Promise<TableName[]> {
  const rows = await sql.query<{ relname: string }>(
    'select relname from pg_class where relnamespace = current_schema()::regnamespace',
  );
  const names = new Set(rows.map(({ relname }) => relname));
  return tables.filter((table) => names.has(table));
}

export type Column = {
  name: string;
  /** The type in SQL, such as `timestamp with time zone`. */
  type: string;
  /** Whether the database numbers its rows. */
  isIdentity: boolean;
};

/** Returns the columns of a table in their order. */
export const columnsOf = (sql: Sql, table: TableName): Promise<Column[]> =>
  sql.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as "isIdentity"
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );

/** Returns a name as an identifier of SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
