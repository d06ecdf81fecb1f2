import { openDatabase } from '../../server/database/database.ts';
import { cachedFolder } from './cachedFolder.ts';

/** Returns a data directory with a new embedded database, to be copied: making one takes seconds. */
export const newDataDir = (): Promise<string> =>
  cachedFolder('data', ['server/database', 'package-lock.json'], null, async (dataDir) => {
    await (await openDatabase({ dataDir })).close();
  });
