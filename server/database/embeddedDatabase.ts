import { StartError, UnavailableError } from '../shared/errors.ts';
import { repeat } from '../shared/repeat.ts';
import { checkTables } from './checkTables.ts';
import { createDatabase } from './createDatabase.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { databaseDirectory, isToBeCreated, missingDatabase, recordCreated } from './databaseState.ts';
import { type DirectoryLock, lockDirectory } from './directoryLock.ts';
import { type EmbeddedConnection, openEmbeddedConnection } from './embeddedConnection.ts';
import type { MessageHandler } from './lockMessages.ts';
import { keyedMutex, LOCK_WAIT_MS } from './mutex.ts';
import { directorySentence, makeContentPrivate, makePrivateDirectory } from './privateDirectory.ts';
import { isDamaged, openFailureSentence } from './unavailable.ts';

/** How often the directory is looked at, in milliseconds. */
const WATCH_MS = 500;

/**
 * Opens the embedded database in `<dataDir>/db`, for one process at a time. The directory and what is in it become the
 * owner's alone. While the directory is moved or removed, and once a page is found to be damaged, calls throw an
 * UnavailableError and nothing is written.
 *
 * A statement that is reported as done is on disk, so it outlives `kill -9` and a power cut.
 *
 * @throws StartError when another process has locked the directory, or the database in it is missing or damaged or
 * cannot be opened.
 */
export async function openEmbeddedDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, handleRequest } = options;
  let resolveOpened: (database: Database) => void = () => {};
  const opened = new Promise<Database>((resolve) => {
    resolveOpened = resolve;
  });
  async function* handleMessage(message: unknown): AsyncGenerator<string> {
    const database = await opened;
    if (!handleRequest)
      throw new UnavailableError(
        'A backup is being restored into the database: try again when that is done.',
      );
    yield* handleRequest(database, message);
  }

  const lock = await lockPrivately(dataDir, handleMessage);
  try {
    const database = toDatabase(dataDir, await openConnection(options), lock);
    resolveOpened(database);
    return database;
  } catch (cause) {
    await lock.release();
    throw cause instanceof StartError
      ? cause
      : new StartError(openFailureSentence(dataDir, cause), { cause });
  }
}

async function lockPrivately(dataDir: string, handler: MessageHandler): Promise<DirectoryLock> {
  try {
    makePrivateDirectory(dataDir);
    return await lockDirectory(dataDir, handler);
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(directorySentence(dataDir, cause), { cause });
  }
}

async function openConnection(options: DatabaseOptions): Promise<EmbeddedConnection> {
  const { dataDir, statementMs, create } = options;
  const directory = databaseDirectory(dataDir);
  if (await isToBeCreated(dataDir, create)) await createDatabase(directory);
  const connection = await openEmbeddedConnection(directory, statementMs, async () => {
    // PGlite would create an empty database in place of a missing one.
    const problem = await missingDatabase(dataDir);
    if (problem) throw new UnavailableError(problem);
  });
  try {
    // PGlite sets the rights of some files without regard to the umask.
    makeContentPrivate(dataDir);
    await recordCreated(dataDir);
    if (options.checkTables) await connection.transaction(checkTables);
    return connection;
  } catch (error) {
    await connection.terminate();
    throw error;
  }
}

function toDatabase(dataDir: string, connection: EmbeddedConnection, lock: DirectoryLock): Database {
  let problem: string | undefined;
  let damage: string | undefined;

  async function look(): Promise<void> {
    try {
      problem = (await lock.maintain()) ?? (await missingDatabase(dataDir));
    } catch (error) {
      problem = openFailureSentence(dataDir, error);
    }
  }

  /** Runs work unless the directory or the database is known to be unusable; nothing is written to damaged data. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    const sentence = problem ?? damage;
    if (sentence) throw new UnavailableError(sentence);
    try {
      return await work();
    } catch (error) {
      if (isDamaged(error)) damage = openFailureSentence(dataDir, error);
      throw error;
    }
  }

  const stopLooking = repeat(look, WATCH_MS);
  return {
    query: (text, values) => run(() => connection.withConnection((sql) => sql.query(text, values))),
    transaction: (work) => run(() => connection.transaction(work)),
    removeDeletedRows: (tables) => run(() => connection.removeDeletedRows(tables)),
    withLock: keyedMutex(LOCK_WAIT_MS),
    async close() {
      await stopLooking();
      await look();
      try {
        // A checkpoint at the end would write into a directory that is no longer ours.
        if (problem) return await connection.terminate();
        await connection.close();
        makeContentPrivate(dataDir);
      } finally {
        await lock.release();
      }
    },
  };
}
