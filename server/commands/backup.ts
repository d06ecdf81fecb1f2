import { describeCounts } from '../backup/tables.ts';
import { writeBackup } from '../backup/writeBackup.ts';
import { outputOf, print, readFileOperand, runWithOptions } from './commandLine.ts';

const USAGE =
  'Usage: npm run backup -- FILE (a new file, compressed with gzip, that its owner alone may read)';

await runWithOptions(USAGE, {}, async (given) => {
  const file = readFileOperand(given);
  const rows = await writeBackup(file, outputOf({ do: 'backup' }));
  await print(`Wrote ${file} (${describeCounts(rows)}).\n`);
});
