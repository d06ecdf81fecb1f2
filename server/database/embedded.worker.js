// @ts-check
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { SyncedFileSystem } from './syncedFileSystem.js';

/**
 * Runs PGlite in a thread of its own. Posts one reply when the database is open, with the compiled PGlite for the next
 * thread, then one reply to each message.
 *
 * @type {{ directory: string, compiled?: WebAssembly.Module }}
 */
const { directory, compiled = await compile() } = workerData;

const settings = {
  // Clearing the default of 128 MB takes longer than opening the database.
  shared_buffers: '16MB',
  // Under Emscripten fdatasync, the default, does nothing.
  wal_sync_method: 'fsync',
  // A commit is on disk after the next flush, which several commits share.
  synchronous_commit: 'off',
  // A rewritten table is synced as a file in place of being written to the log as well.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Old files of the log are removed with what was erased, not used again.
  wal_recycle: 'off',
};

const FLUSH = `select pg_logical_emit_message(false, '', '', true) - '0/0' as position`;

if (!existsSync(join(directory, 'PG_VERSION'))) await createDatabase();
const database = await open(directory);

async function compile() {
  return WebAssembly.compile(
    await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
}

/** @param {string} path */
function open(path) {
  let fatalError = '';
  return PGlite.create({
    fs: new SyncedFileSystem(path),
    pgliteWasmModule: compiled,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    onStderr: (line) => {
      fatalError = /\b(?:FATAL|PANIC): +(.+)/.exec(line)?.[1] ?? fatalError;
    },
  }).catch((error) => {
    // PGlite's own error does not say what is wrong.
    throw fatalError ? new Error(fatalError) : error;
  });
}

/** Creates the database beside its directory, which is complete and on disk as soon as it is there. */
async function createDatabase() {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  await (await open(unfinished)).close();
  for (const entry of readdirSync(unfinished, { recursive: true })) syncPath(join(unfinished, String(entry)));
  syncPath(unfinished);
  renameSync(unfinished, directory);
  syncDirectoriesAbove(directory);
}

/** @param {string} path */
function syncPath(path) {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs every directory above a path that this user may read, since each may be new. @param {string} path */
function syncDirectoriesAbove(path) {
  const parent = dirname(path);
  if (parent === path) return;
  try {
    syncPath(parent);
  } catch (error) {
    if (Object(error).code !== 'EACCES') throw error;
  }
  syncDirectoriesAbove(parent);
}

/** @param {{ text: string, values: unknown[] } | 'flush' | 'close'} message */
async function rowsOf(message) {
  if (message === 'close') {
    await database.close();
    return [];
  }
  if (message === 'flush') return (await database.exec(FLUSH))[0]?.rows ?? [];
  return (await database.query(message.text, message.values)).rows;
}

parentPort?.on('message', async (message) => {
  try {
    parentPort?.postMessage({ rows: await rowsOf(message) });
  } catch (error) {
    const { message: sentence = '', code, severity } = Object(error);
    parentPort?.postMessage({ error: { sentence, code, severity } });
  }
});

parentPort?.postMessage({ rows: [{ compiled }] });
