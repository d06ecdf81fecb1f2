import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import type { Database, Sql } from './database.types.ts';
import { type Migration, migrations } from './migrations/migrations.ts';

/** Key of the advisory lock under which migrations run: servers that start together do it one after the other. */
const MIGRATION_LOCK = 7_201_523;

/** SQLSTATEs: a role that lacks a privilege; a statement that was cancelled because it waited too long. */
const INSUFFICIENT_PRIVILEGE = '42501';
const QUERY_CANCELED = '57014';

/** The version of the schema that this release works with. */
export const latestVersion = migrations.length;

/** Returns the version of the schema; 0 where there is none, or one that was made before schemas had a version. */
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
 * Brings the schema to a version: runs the migrations that it lacks, each exactly once, in order, while no other process
 * does. Without any to run it needs no lock and no privilege but to read.
 *
 * All run in one transaction: when one fails nothing is changed, and the release before can still be started.
 *
 * @param version The latest unless given; 1 for the tables of the first release with versions, and so on.
 * @throws StartError when the schema is newer, a migration fails or the role lacks a privilege.
 */
export async function migrate(
  database: Pick<Database, 'query' | 'transaction'>,
  version = latestVersion,
): Promise<void> {
  let running: Migration | undefined;
  try {
    if ((await schemaVersion(database)) === version) return;
    await database.transaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      for (const migration of await missingMigrations(sql, version)) {
        running = migration;
        await migration.run(sql);
        await sql.query('insert into schema_migrations (version, name) values ($1, $2)', [
          migration.version,
          migration.name,
        ]);
      }
    });
  } catch (error) {
    throw error instanceof StartError ? error : toStartError(error, running);
  }
}

/** Returns the migrations between the present version and another one; creates the table that records them. */
async function missingMigrations(sql: Sql, version: number): Promise<readonly Migration[]> {
  const present = await schemaVersion(sql);
  if (present > version) throw new StartError(newerSchemaMessage(present));
  if (present === 0) {
    await sql.query(`create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  return migrations.filter((each) => each.version > present && each.version <= version);
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

const newerSchemaMessage = (present: number) =>
  `The schema of the database has version ${present}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

function toStartError(cause: unknown, failed: Migration | undefined): StartError {
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
    default: {
      const step = failed ? `Migration ${failed.version} of the database (${failed.name})` : 'The migration';
      return new StartError(
        `${step} failed and nothing was changed (${messageOf(reason)}): remove the cause, or start the release before.`,
        { cause },
      );
    }
  }
}

const underlyingCause = (error: unknown) => (error instanceof UnavailableError ? error.cause : error);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
