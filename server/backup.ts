import { existsSync } from 'node:fs';
import { describeCounts } from './backup/tables.ts';
import { writeBackup } from './backup/writeBackup.ts';
import { outputOf, print, readFileOperand, runWithOptions } from './commandLine.ts';
import { readConfig } from './config.ts';
import { connectDatabase } from './database/database.ts';
import { databaseDirectory } from './database/databaseState.ts';
import { StartError } from './errors.ts';

const USAGE =
  'Usage: npm run backup -- FILE (a new file, compressed with gzip, that its owner alone may read)';

await runWithOptions(USAGE, {}, async (given) => {
  const file = readFileOperand(given);
  refuseMissingDatabase();
  const rows = await writeBackup(file, outputOf({ do: 'backup' }, connectDatabase));
  await print(`Wrote ${file} (${describeCounts(rows)}).\n`);
});

/** @throws StartError when there is no embedded database, which would be created. */
function refuseMissingDatabase(): void {
  const { dataDir, databaseUrl } = readConfig();
  if (!databaseUrl && !existsSync(databaseDirectory(dataDir)))
    throw new StartError(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server.`,
    );
}
