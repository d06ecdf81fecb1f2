// @ts-check
import { readFile } from 'node:fs/promises';
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

let fatalError = '';

const database = await PGlite.create({
  fs: new SyncedFileSystem(directory),
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

async function compile() {
  return WebAssembly.compile(
    await readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
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
