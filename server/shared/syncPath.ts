import { open } from 'node:fs/promises';

/**
 * Syncs a file or a directory: the content of a file, or the names of the files that were created or renamed in a
 * directory, are there after a power cut.
 */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
