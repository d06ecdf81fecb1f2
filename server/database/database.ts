import type { Database, DatabaseOptions } from './database.types.ts';
import { openEmbeddedDatabase } from './embeddedDatabase.ts';
import { openPostgres } from './postgres.ts';
import { createSchema } from './schema.ts';

/**
 * Opens the database and creates the tables that are missing.
 *
 * @throws StartError when another process has locked the directory or the database cannot be opened.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  const database = databaseUrl ? await openPostgres(databaseUrl) : await openEmbeddedDatabase(options);
  try {
    await createSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
