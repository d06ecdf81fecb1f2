import { type Migration, migrations, type Sql } from '../../server/database/index.ts';

/** The migrations of a release after this one. */
export const withNextMigration: readonly Migration[] = [
  ...migrations,
  {
    name: 'the languages of submissions',
    statements: [
      'alter table submissions add column language text',
      `update submissions set language = 'en'`,
      'create index submissions_of_language on submissions (language)',
    ],
  },
];

export async function emptyDatabase(sql: Sql): Promise<void> {
  await sql.query('drop schema public cascade');
  await sql.query('create schema public');
}

/** Returns the tables with their columns, constraints and indexes. */
export async function describeSchema(sql: Sql): Promise<unknown[]> {
  const columns = await sql.query(
    `select table_name, column_name, data_type, is_nullable, is_identity, column_default from information_schema.columns
     where table_schema = 'public' order by table_name, column_name`,
  );
  const constraints = await sql.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const indexes = await sql.query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`);
  return [...columns, ...constraints, ...indexes];
}
