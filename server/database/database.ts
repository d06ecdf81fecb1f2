import { errorCode } from '../shared/errors.ts';
import { connect, connectByUrl } from './connect.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { findOrStartEmbedded } from './embedded.ts';
import { checkSchemaVersion, latestVersion, migrate, schemaVersion } from './migrate.ts';

/** SQLSTATEs of statements that do not fit the tables, such as an unknown column or a violated constraint. */
const MISMATCH_SQLSTATES = /^(42|23)/;

/**
 * Opens the database and brings its schema to the latest version. Work that fails because a newer server has migrated
 * the database meanwhile throws a SchemaVersionError.
 *
 * @throws StartError when another process is in the way, or the database cannot be opened or migrated.
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
 * @throws StartError when another process is in the way or the database cannot be opened, and UnavailableError when
 * another process has the PostgreSQL database alone, or keeps this one from having it alone.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return connectByUrl(options.databaseUrl, options.isExclusive);
  const embedded = await findOrStartEmbedded(options);
  try {
    return await connect(embedded.settings, { embedded });
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function withSchemaVersionError<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isMismatch = MISMATCH_SQLSTATES.test(String(errorCode(error)));
    if (isMismatch && (await schemaVersion(database)) > latestVersion) await checkSchemaVersion(database);
    throw error;
  }
}
