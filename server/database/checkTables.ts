import type { Sql } from './database.types.ts';

/** The rows of a table that are read; bounds the time of the check. */
const MOST_ROWS = 50_000;

/**
 * Reads the tables through their indexes, and with each row its page. To be called in a transaction.
 *
 * @throws StatementError when a page of a table or an index is damaged or missing.
 */
export async function checkTables(sql: Sql): Promise<void> {
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  // A table that has been emptied looks complete to a scan without an index.
  for (const method of ['seqscan', 'bitmapscan']) await sql.query(`set local enable_${method} = off`);
  for (const { name } of tables)
    await sql.query(`select count(*) from (select 1 from ${name} limit ${MOST_ROWS}) as rows`);
}
