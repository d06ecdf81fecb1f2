import { StartError, UnavailableError } from '../shared/errors.ts';
import { checkTables } from './checkTables.ts';
import type { Database, DatabaseOptions } from './database.types.ts';
import { databaseDirectory, markCreated, missingDatabase, prepareDatabase } from './databaseState.ts';
import { type DirectoryLock, lockDirectory } from './directoryLock.ts';
import { type EmbeddedConnection, openEmbeddedConnection } from './embeddedConnection.ts';
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
  makePrivateDirectory(dataDir);
  const lock = await lockDirectory(dataDir).catch((cause) => {
    throw cause instanceof StartError ? cause : new StartError(directorySentence(dataDir, cause), { cause });
  });
  try {
    const connection = await openConnection(options);
    const database = toDatabase(dataDir, connection, lock);
    if (handleRequest) lock.handleRequestsWith((message) => handleRequest(database, message));
    return database;
  } catch (error) {
    await lock.release();
    throw toStartError(dataDir, error);
  }
}

async function openConnection(options: DatabaseOptions): Promise<EmbeddedConnection> {
  const { dataDir, statementMs, create, checkTables: isChecked } = options;
  const isNew = await prepareDatabase(dataDir, create);
  let isCreating = isNew;
  const connection = await openEmbeddedConnection(databaseDirectory(dataDir), statementMs, async () => {
    // PGlite would create an empty database in place of a missing one.
    const problem = isCreating ? undefined : await missingDatabase(dataDir);
    if (problem) throw new UnavailableError(problem);
  });
  try {
    isCreating = false;
    // PGlite sets the rights of some files without regard to the umask.
    makeContentPrivate(dataDir);
    if (isNew) await markCreated(dataDir);
    else if (isChecked) await connection.transaction(checkTables);
    return connection;
  } catch (error) {
    await connection.terminate();
    throw error;
  }
}

function toDatabase(dataDir: string, connection: EmbeddedConnection, lock: DirectoryLock): Database {
  let problem: string | undefined;
  let damage: string | undefined;
  const look = async () => {
    problem = (await lock.maintain()) ?? (await missingDatabase(dataDir));
  };
  const watch = startWatching(look, (error) => {
    problem = openFailureSentence(dataDir, error);
  });
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
  return {
    query: (text, values) => run(() => connection.withConnection((sql) => sql.query(text, values))),
    transaction: (work) => run(() => connection.transaction(work)),
    removeDeletedRows: (tables) => run(() => connection.removeDeletedRows(tables)),
    withLock: keyedMutex(LOCK_WAIT_MS),
    async close() {
      await watch.stop();
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

/** Runs `work` regularly, one run after the other, and a last time at the end; the timer keeps no process running. */
function startWatching(work: () => Promise<void>, onError: (error: unknown) => void) {
  let current: Promise<void> | undefined;
  const runOnce = () => {
    current ??= work()
      .catch(onError)
      .finally(() => {
        current = undefined;
      });
    return current;
  };
  const timer = setInterval(() => void runOnce(), WATCH_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
      await runOnce();
    },
  };
}

const toStartError = (dataDir: string, error: unknown): StartError =>
  error instanceof StartError ? error : new StartError(openFailureSentence(dataDir, error), { cause: error });
