import { checkBackup } from '../backup/readBackup.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { describeCounts } from '../backup/tables.ts';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../database/database.ts';
import { checkOrders } from '../payments/listOrders.ts';
import { print, printLines, readFileOperand, runWithOptions } from './commandLine.ts';
import { eraseAgain } from './operatorCommands.ts';

const USAGE = `Usage: npm run restore -- FILE (that npm run backup wrote, of either database)
  --replace (deletes the data that the database holds)`;

await runWithOptions(USAGE, { replace: { type: 'boolean' } }, async (given) => {
  const backup = await checkBackup(readFileOperand(given));
  const config = readConfig();
  const database = await connectDatabase({ ...config, create: 'always', isExclusive: true });
  const differing: string[] = [];
  try {
    await restoreBackup(database, backup, given.has('replace'));
    await print(
      `Restored ${backup.file}, made at ${backup.header.madeAt} (${describeCounts(backup.rows)}).\n`,
    );
    await printLines(eraseAgain(database, config.dataDir));
    for await (const { orderId } of checkOrders(database)) differing.push(orderId);
  } finally {
    await database.close();
  }
  if (differing.length === 0) return;
  process.exitCode = 1;
  await print(`The stored state of these orders is not what their facts say: ${differing.join(', ')}.\n`);
});
