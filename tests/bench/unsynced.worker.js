// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

/** Replaces `server/database/embedded.worker.js`: PGlite with its own file system and settings, which syncs nothing. */
const database = await PGlite.create({
  dataDir: workerData.directory,
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
});

parentPort?.on('message', async (message) => {
  const { rows } =
    typeof message === 'string'
      ? { rows: [{ position: '0' }] }
      : await database.query(message.text, message.values);
  parentPort?.postMessage({ rows });
});

parentPort?.postMessage({ rows: [{}] });
