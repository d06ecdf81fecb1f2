// @ts-check
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * Runs PGlite in a thread of its own. Posts one reply when the database is open, with the compiled PGlite for the next
 * thread, then one reply to each message.
 *
 * @type {{ directory: string, compiled?: WebAssembly.Module }}
 */
const { directory, compiled = await compile() } = workerData;
let fatalError = '';
const database = await PGlite.create({
  dataDir: directory,
  pgliteWasmModule: compiled,
  // Clearing the default of 128 MB takes longer than opening the database.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
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

parentPort?.on('message', async (/** @type {{ text: string, values: unknown[] } | 'close'} */ message) => {
  try {
    if (message === 'close') {
      await database.close();
      parentPort?.postMessage({ rows: [] });
    } else {
      const { rows } = await database.query(message.text, message.values);
      parentPort?.postMessage({ rows });
    }
  } catch (error) {
    const { message: sentence = '', code, severity } = Object(error);
    parentPort?.postMessage({ error: { sentence, code, severity } });
  }
});

parentPort?.postMessage({ rows: [{ compiled }] });
