import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { ClientConfig } from 'pg';
import { errorCode, StartError, UnavailableError } from '../shared/errors.ts';
import { directorySentence, makeContentPrivate, makePrivateDirectory } from '../shared/privateDirectory.ts';
import { systemReason } from '../shared/systemErrors.ts';
import type { DatabaseOptions } from './database.types.ts';
import { reasonOf } from './errors.ts';
import { whileStarting } from './startLock.ts';

/** The embedded database, in this process or in another one on this machine. */
export type EmbeddedDatabase = {
  settings: ClientConfig;
  /** Ends it where this process has started it. */
  stop(): Promise<void>;
};

/** Of all processes together. */
const MOST_CONNECTIONS = 100;

/** The name by which clients of PostgreSQL look for the socket in a directory. */
const SOCKET_NAME = '.s.PGSQL.5432';

/** The longest path of a socket that every operating system takes, in bytes. */
const MAX_SOCKET_PATH = 100;

const settings = {
  // Clearing the default of 128 MB takes longer than opening the database.
  shared_buffers: '16MB',
  // Old files of the log are removed with the erased data, not used again.
  wal_recycle: 'off',
  // A rewritten table is not written to the log as well.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

export const databaseDirectory = (dataDir: string): string => join(dataDir, 'db');

/** The file that says that a database was created in a data directory: it is never replaced by an empty one. */
const createdFile = (dataDir: string) => join(dataDir, 'db.state');

/**
 * Finds the embedded database that another process has started in a directory, or starts it and serves it on a socket in
 * that directory, which its owner alone may use. A statement that is reported as done outlives the process.
 *
 * @throws StartError when another process has started it and `isShared` is not set, or when it cannot be opened.
 */
export async function findOrStartEmbedded(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, isShared = false, isExclusive, create = 'once' } = options;
  if (create === 'never') requireDatabase(dataDir);
  return whileNobodyStarts(dataDir, async (host, isServed) => {
    if (!isServed) return start(dataDir, create, host);
    if (!isShared) throw isExclusive ? inUseError() : anotherServerError(dataDir);
    return { settings: clientSettings(host), stop: async () => {} };
  });
}

/**
 * Runs work on the files of a database that does not run, and that no process starts meanwhile.
 *
 * @throws UnavailableError when it runs.
 */
export const withStoppedDatabase = <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  whileNobodyStarts(dataDir, async (_host, isServed) => {
    if (isServed) throw inUseError();
    return work();
  });

/** Runs work in a private directory, with the directory of its socket and whether a process serves there. */
async function whileNobodyStarts<T>(
  dataDir: string,
  work: (host: string, isServed: boolean) => Promise<T>,
): Promise<T> {
  try {
    makePrivateDirectory(dataDir);
    const host = shortPathOf(dataDir);
    return await whileStarting(dataDir, async () => work(host, await isServed(host, dataDir)));
  } catch (cause) {
    if (cause instanceof StartError || cause instanceof UnavailableError) throw cause;
    throw new StartError(directorySentence(dataDir, cause), { cause });
  }
}

/** The directory of a socket, through a symbolic link of this process where its path is too long. */
function shortPathOf(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET_NAME)) <= MAX_SOCKET_PATH) return dataDir;
  const parent = mkdtempSync(join(tmpdir(), 'db-'));
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  const link = join(parent, 'data');
  symlinkSync(dataDir, link);
  return link;
}

const clientSettings = (host: string): ClientConfig => ({
  ...{ host, port: 5432, user: 'postgres', database: 'postgres', password: '' },
  ssl: false,
});

/** Whether a process accepts connections on the socket in a directory. */
function isServed(host: string, dataDir: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const client = connect(join(host, SOCKET_NAME));
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    client.once('error', (error) => {
      if (errorCode(error) !== 'EACCES') return resolve(false);
      reject(
        new StartError(
          `The server that runs on ${dataDir} belongs to another user: run the command as that user.`,
        ),
      );
    });
  });
}

async function start(
  dataDir: string,
  create: NonNullable<DatabaseOptions['create']>,
  host: string,
): Promise<EmbeddedDatabase> {
  const directory = databaseDirectory(dataDir);
  const path = join(host, SOCKET_NAME);
  if (isToBeCreated(dataDir, create)) await createDatabase(directory);
  // Leftovers of a process that was killed.
  for (const left of [join(directory, 'postmaster.pid'), path]) rmSync(left, { force: true });
  const database = await open(directory).catch((cause) => {
    throw new StartError(openFailureSentence(dataDir, cause), { cause });
  });
  try {
    writeFileSync(createdFile(dataDir), 'created\n', { mode: 0o600 });
    const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
    const server = new PGLiteSocketServer({ db: database, path, maxConnections: MOST_CONNECTIONS });
    await server.start();
    // PGlite sets the rights of some files without regard to the umask.
    makeContentPrivate(dataDir);
    return {
      settings: clientSettings(host),
      async stop() {
        await server.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** @throws StartError when the database is missing and `create` does not allow to create it. */
function isToBeCreated(dataDir: string, create: NonNullable<DatabaseOptions['create']>): boolean {
  const directory = databaseDirectory(dataDir);
  const file = join(directory, 'PG_VERSION');
  if (existsSync(file)) return false;
  const wasCreated = existsSync(createdFile(dataDir)) || existsSync(directory);
  if (create === 'always' || !wasCreated) return true;
  throw new StartError(
    `The database in ${dataDir} is missing: there is no ${file}. Restore a backup (npm run restore), or set DATA_DIR to an empty directory to begin without data.`,
  );
}

/** @throws StartError when no database was ever created in a directory. */
function requireDatabase(dataDir: string): void {
  if (existsSync(createdFile(dataDir)) || existsSync(databaseDirectory(dataDir))) return;
  throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR to the directory of the server.`);
}

/** Creates a database beside its directory, which is complete as soon as it is there. */
async function createDatabase(directory: string): Promise<void> {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await open(unfinished)).close();
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

async function open(directory: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  let fatalError = '';
  return await PGlite.create({
    dataDir: directory,
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    onStderr: (line) => {
      fatalError = /\b(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? fatalError;
      return true;
    },
  }).catch((error) => {
    // PGlite's own error does not name the problem.
    throw fatalError ? new Error(fatalError) : error;
  });
}

/** Reasons outside of the data. */
const OUTER_REASONS = /No space left on device|Read-only file system|Permission denied|Disk quota exceeded/i;

function openFailureSentence(dataDir: string, cause: unknown): string {
  const reason = reasonOf(cause);
  const advice =
    OUTER_REASONS.test(reason) || systemReason(cause)
      ? 'Remove the cause and start again; the data are untouched.'
      : `Move its data (${databaseDirectory(dataDir)}) away without deleting them, and restore a backup (npm run restore).`;
  return `The database in ${dataDir} cannot be opened: ${reason}. ${advice}`;
}

const anotherServerError = (dataDir: string) =>
  new StartError(`Another server is running on ${dataDir}. Stop it, or set DATA_DIR to another directory.`);

export const inUseError = (cause?: unknown) =>
  new UnavailableError(
    'The database is in use, and nothing was changed: stop all servers and commands on it, then restore.',
    { cause },
  );
