import { writeBackup } from '../backup/writeBackup.ts';
import { readConfig } from '../config.ts';
import { print, readFileOperand, runWithOptions } from './commandLine.ts';
import { recordCommand } from './recordCommand.ts';

const USAGE =
  'Usage: npm run backup -- FILE (a new file that its owner alone may read; the embedded database must not run)';

await runWithOptions(USAGE, {}, async (given) => {
  const file = readFileOperand(given);
  await writeBackup(file, readConfig(), (sql) => recordCommand(sql, 'backup'));
  await print(`Wrote ${file}.\n`);
});
