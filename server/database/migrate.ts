import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import type { Database, Sql } from './database.types.ts';
import { migrations } from './migrations/migrations.ts';

/** Key of the advisory lock under which migrations run: servers that start together do it one after the other. */
const MIGRATION_LOCK = 7_201_523;

/** SQLSTATEs: a role that lacks a privilege; a statement that was cancelled because it waited too long. */
const INSUFFICIENT_PRIVILEGE = '42501';
const QUERY_CANCELED = '57014';

/** The table that records which migrations have run. */
const CREATE_RECORD = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  applied_at timestamptz not null default now()
)`;

/** The version of the schema that this release works with. */
export const latestVersion = migrations.length;

/** 0 where there is no schema. */
export async function schemaVersion(sql: Sql): Promise<number> {
  const tables = await sql.query(
    `select 1 from pg_class where relname = 'schema_migrations' and relnamespace = current_schema()::regnamespace`,
  );
  if (tables.length === 0) return 0;
  const [row] = await sql.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from schema_migrations',
  );
  return row?.version ?? 0;
}

/**
 * Runs the migrations that the schema lacks, each exactly once, in order, while no other process does. Without any to run
 * it needs no lock and no privilege but to read.
 *
 * All run in one transaction: when one fails nothing is changed, and the release before can still be started.
 *
 * @param steps Those of this release unless given.
 * @throws StartError when the schema is newer, a migration fails or the role lacks a privilege.
 */
export async function migrate(
  database: Pick<Database, 'query' | 'transaction'>,
  steps = migrations,
): Promise<void> {
  let running = 'The migration';
  try {
    if ((await schemaVersion(database)) === steps.length) return;
    await database.transaction(async (sql) => {
      await sql.query('set local lock_timeout = 0');
      await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      const present = await schemaVersion(sql);
      if (present > steps.length) throw new StartError(newerSchemaMessage(present));
      if (present === 0) await sql.query(CREATE_RECORD);
      for (const [index, { name, statements }] of steps.entries()) {
        const version = index + 1;
        if (version <= present) continue;
        running = `Migration ${version} of the database (${name})`;
        for (const statement of statements) await sql.query(statement);
        await sql.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name]);
      }
    });
  } catch (error) {
    throw error instanceof StartError ? error : toStartError(error, running);
  }
}

/** @throws StartError where a database has no tables of this service. */
export async function requireTables(sql: Sql): Promise<void> {
  if ((await schemaVersion(sql)) === 0)
    throw new StartError(
      'The database has no tables of this service, and a command creates none: ' +
        'set DATABASE_URL or DATA_DIR as for the server, or start the server once.',
    );
}

/** The schema has another version than this release works with, so that calls may fail. */
export class SchemaVersionError extends UnavailableError {}

/** @throws SchemaVersionError when the schema has another version than the latest, for example after a newer server has migrated it. */
export async function checkSchemaVersion(sql: Sql): Promise<void> {
  const present = await schemaVersion(sql);
  if (present > latestVersion) throw new SchemaVersionError(newerSchemaMessage(present));
  if (present < latestVersion)
    throw new SchemaVersionError(
      `The schema of the database has version ${present}, and this release needs ${latestVersion}: restart the server, which migrates it.`,
    );
}

export const newerSchemaMessage = (present: number) =>
  `The schema of the database has version ${present}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

/** @param running The subject of a sentence: the migration that failed. */
function toStartError(cause: unknown, running: string): StartError {
  const reason = underlyingCause(cause);
  switch (errorCode(reason)) {
    case INSUFFICIENT_PRIVILEGE:
      return new StartError(
        `The role that DATABASE_URL names may not migrate the database to version ${latestVersion} of its schema ` +
          `(${messageOf(reason)}): start the server once with the role that owns the tables, or grant it the privileges.`,
        { cause },
      );
    case QUERY_CANCELED:
      return new StartError(
        'The tables of the database cannot be changed while something else uses them: stop other servers, then start this one again.',
        { cause },
      );
    default:
      return new StartError(
        `${running} failed and nothing was changed (${messageOf(reason)}): remove the cause, or start the release before.`,
        { cause },
      );
  }
}

const underlyingCause = (error: unknown) => (error instanceof UnavailableError ? error.cause : error);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
