import { errorCode } from '../shared/errors.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { openEmbeddedDatabase } from './embeddedDatabase.ts';
import { checkSchemaVersion, latestVersion, migrate, schemaVersion } from './migrate.ts';
import { openPostgres } from './postgres.ts';

/** SQLSTATEs of statements that do not fit the tables, such as an unknown column or a violated constraint. */
const MISMATCH_SQLSTATES = /^(42|23)/;

/**
 * Opens the database and brings its schema to the latest version. Work that fails because a newer server has migrated
 * the database meanwhile throws a SchemaVersionError.
 *
 * @throws StartError when another process has locked the directory, or the database cannot be opened or migrated.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await connectDatabase(options);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...database,
    query: (text, values) => withSchemaVersionError(database, () => database.query(text, values)),
    transaction: (work) => withSchemaVersionError(database, () => database.transaction(work)),
  };
}

/**
 * Opens the database as it is, without a migration.
 *
 * @throws StartError when another process has locked the directory or the database cannot be opened, and
 * UnavailableError when another process has the PostgreSQL database alone, or keeps this one from having it alone.
 */
export const connectDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.databaseUrl
    ? openPostgres(options.databaseUrl, options.isExclusive)
    : openEmbeddedDatabase(options);

async function withSchemaVersionError<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMismatch = MISMATCH_SQLSTATES.test(String(errorCode(error)));
    if (isMismatch && (await schemaVersion(database)) > latestVersion) await checkSchemaVersion(database);
    throw error;
  }
}
