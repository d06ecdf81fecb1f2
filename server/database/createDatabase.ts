import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../shared/errors.ts';
import { syncPath } from '../shared/syncPath.ts';
import { sendToWorker, startWorker } from './embeddedWorker.ts';

const CLOSE_TIMEOUT_MS = 60_000;

/**
 * Creates an embedded database beside its directory, which is complete and on disk as soon as it is there.
 *
 * @throws UnavailableError when it cannot be created.
 */
export async function createDatabase(directory: string): Promise<void> {
  const unfinished = `${directory}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const worker = await startWorker(unfinished);
  try {
    await sendToWorker(worker, 'close', CLOSE_TIMEOUT_MS);
  } finally {
    await worker.terminate();
  }
  for (const path of await readdir(unfinished, { recursive: true })) await syncPath(join(unfinished, path));
  await syncPath(unfinished);
  await rm(directory, { recursive: true, force: true });
  await rename(unfinished, directory);
  await syncDirectoriesAbove(directory);
}

/** Syncs every directory above a path that this user may read, since each may be new. */
async function syncDirectoriesAbove(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent === path) return;
  await syncPath(parent).catch((error) => {
    if (errorCode(error) !== 'EACCES') throw error;
  });
  await syncDirectoriesAbove(parent);
}
