// @ts-check
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/**
 * PGlite in a thread of its own: answers one message at a time, the first one unasked when the database is open. That
 * answer has the compiled PGlite, for the next thread.
 *
 * @type {{ directory: string, compiled?: WebAssembly.Module }}
 */
const { directory, compiled = await compile() } = workerData;
const database = await PGlite.create({
  dataDir: directory,
  pgliteWasmModule: compiled,
  // Its own 128 MB take longer to clear than to open the database.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
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
