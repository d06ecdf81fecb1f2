import { statSync } from 'node:fs';
import { checksumFile } from '../backup/checksum.ts';
import { moveToPostgres } from '../backup/moveToPostgres.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { describeRows } from '../backup/tables.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../database/database.types.ts';
import { checkOrders } from '../payments/listOrders.ts';
import { StartError } from '../shared/errors.ts';
import { createSimulatorTables } from '../simulator/tables.ts';
import { print, printLines, readFileOperand, refuseOperands, runWithOptions } from './commandLine.ts';
import { eraseAgain } from './operatorCommands.ts';
import { recordCommand } from './recordCommand.ts';

const USAGE = `Usage: npm run restore -- FILE (that npm run backup wrote, of the same kind of database)
  --from-embedded (in place of FILE: copies the embedded database to PostgreSQL)
  --replace (deletes the data that the database holds)`;

const OPTIONS = { replace: { type: 'boolean' }, 'from-embedded': { type: 'boolean' } } as const;

await runWithOptions(USAGE, OPTIONS, async (given) => {
  const config = readConfig();
  const isReplacing = given.has('replace');
  const afterwards = (source: string, detail: string) => async (database: Database) => {
    await recordCommand(database, 'restore', detail);
    await print(`Restored ${source} (${await describeRows(database)}).\n`);
    await printLines(eraseAgain(database, config.dataDir));
    const differing: string[] = [];
    for await (const { orderId } of checkOrders(database)) differing.push(orderId);
    if (differing.length === 0) return;
    process.exitCode = 1;
    await print(`The stored state of these orders is not what their facts say: ${differing.join(', ')}.\n`);
  };
  if (!given.has('from-embedded')) {
    const file = readFileOperand(given);
    const detail = () => `the backup of ${statSync(file).mtime.toISOString()}`;
    const hasChecksum = await restoreBackup(file, config, isReplacing, (database) =>
      afterwards(file, detail())(database),
    );
    if (!hasChecksum)
      await print(`There is no ${checksumFile(file)}: a small change in the backup would not be noticed.\n`);
    return;
  }
  refuseOperands(given);
  if (!config.databaseUrl) throw new StartError('--from-embedded needs DATABASE_URL.');
  const afterMove = afterwards('the embedded database', 'the embedded database');
  await moveToPostgres(config, isReplacing, createSimulatorTables, afterMove);
});
