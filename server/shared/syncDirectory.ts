import { open } from 'node:fs/promises';

/** Syncs a directory, so that files which were created or renamed in it have their names after a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
