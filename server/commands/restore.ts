import { checkBackup } from '../backup/readBackup.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { describeCounts } from '../backup/tables.ts';
import { readConfig } from '../config.ts';
import { connectDatabase } from '../database/database.ts';
import { checkOrders } from '../payments/listOrders.ts';
import { print, readFileOperand, runWithOptions } from './commandLine.ts';

const USAGE = `Usage: npm run restore -- FILE (that npm run backup wrote, of either database)
  --replace (deletes the data that the database holds)`;

await runWithOptions(USAGE, { replace: { type: 'boolean' } }, async (given) => {
  const backup = await checkBackup(readFileOperand(given));
  const database = await connectDatabase({ ...readConfig(), create: 'always', isExclusive: true });
  const differing: string[] = [];
  try {
    await restoreBackup(database, backup, given.has('replace'));
    for await (const { orderId } of checkOrders(database)) differing.push(orderId);
  } finally {
    await database.close();
  }
  await print(`Restored ${backup.file}, made at ${backup.header.madeAt} (${describeCounts(backup.rows)}).\n`);
  if (differing.length === 0) return;
  process.exitCode = 1;
  await print(`The stored state of these orders is not what their facts say: ${differing.join(', ')}.\n`);
});
