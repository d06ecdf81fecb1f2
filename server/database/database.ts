import { openEmbeddedDatabase } from './embeddedDatabase.ts';
import { openPostgres } from './postgres.ts';
import { createSchema } from './schema.ts';

/** Columns by name; `json` comes as a value, `timestamptz` as a Date, `integer` as a number. */
export type Row = Record<string, unknown>;

/** Where SQL can be run: the database itself or one transaction of it. */
export interface Sql {
  /** Runs one statement with `$1`, `$2`, ... and gives its rows. */
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]>;
}

export interface Database extends Sql {
  /** Runs `work` in one transaction, rolled back when it throws. Never wait for anything but SQL in it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while nobody else runs under the same key, in this process or in another one on the same database.
   * No transaction is open meanwhile, so that `work` may wait for the network. Not reentrant.
   */
  withLock<T>(key: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Answers a question (plain JSON) that another process on this machine asks an open database, line by line. */
export type RequestHandler = (database: Database, question: unknown) => AsyncIterable<string>;

export interface DatabaseOptions {
  /** Directory of the embedded database; made when missing. */
  dataDir: string;
  /** PostgreSQL to use in its place. */
  databaseUrl?: string | undefined;
  /** Serves processes that find the directory taken; PostgreSQL needs none. */
  handleRequest?: RequestHandler;
  /** How long a statement of the embedded database may take, in milliseconds; then its thread is ended. */
  statementMs?: number;
}

/**
 * Opens the database and makes its tables where they are missing.
 *
 * @throws StartError when the directory belongs to a running server or the database cannot be opened.
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
