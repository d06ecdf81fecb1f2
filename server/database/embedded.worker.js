// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** PGlite in a thread of its own: answers one message at a time, the first one unasked when the database is open. */
const database = await PGlite.create({ dataDir: workerData });

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

parentPort?.postMessage({ rows: [] });
