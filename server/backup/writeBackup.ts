import { randomBytes } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode, StartError } from '../shared/errors.ts';
import { joinLines } from '../shared/lines.ts';
import { syncPath } from '../shared/syncPath.ts';
import { fileError } from './fileErrors.ts';
import { checkBackup } from './readBackup.ts';
import type { RowCounts } from './tables.ts';

/**
 * Writes a backup to a new file that its owner alone may read, and reads it back. The file gets its name when it is
 * whole and on the disk.
 *
 * @param lines What `readSnapshot` yields.
 * @returns The number of rows of each table.
 * @throws StartError when the file exists or cannot be written.
 */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<RowCounts> {
  await refuseExisting(file);
  const partialFile = `${file}.${randomBytes(4).toString('hex')}.part`;
  const stopRemoving = removeOnSignal(partialFile);
  try {
    await writeCompressed(partialFile, lines);
    const { rows } = await checkBackup(partialFile);
    await rename(partialFile, file);
    await syncPath(dirname(file));
    return rows;
  } catch (error) {
    await rm(partialFile, { force: true });
    throw fileError(file, 'cannot be written', error);
  } finally {
    stopRemoving();
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await lstat(file).catch((error) => {
    if (errorCode(error) !== 'ENOENT') throw fileError(file, 'cannot be written', error);
  });
  if (found)
    throw new StartError(`${file} exists: a backup is never written over a file, so give another name.`);
}

function writeCompressed(file: string, lines: AsyncIterable<string>): Promise<void> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  return pipeline(joinLines(lines), createGzip(), output);
}

/** Removes a file when the process is ended by a signal; returns a function that stops this. */
function removeOnSignal(file: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const removeAndExit = () => {
    rmSync(file, { force: true });
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, removeAndExit);
  return () => {
    for (const signal of signals) process.off(signal, removeAndExit);
  };
}
