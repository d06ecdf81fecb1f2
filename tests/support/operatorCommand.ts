import { openDatabase } from '../../server/database/database.ts';
import { sendToLockHolder } from '../../server/database/directoryLock.ts';
import { type OperatorCommand, runOperatorCommand } from '../../server/operatorCommands.ts';

/** Where data lie. */
export interface DataOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** The answer to a question of an operator, line by line, while a server runs or not. */
export async function sendOperatorCommand(
  { dataDir, databaseUrl }: DataOptions,
  command: OperatorCommand,
): Promise<string[]> {
  const holderOutput = databaseUrl ? undefined : await sendToLockHolder(dataDir, command);
  if (holderOutput) return collect(holderOutput);
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    return await collect(runOperatorCommand(database, dataDir, command));
  } finally {
    await database.close();
  }
}

/** All that an iterable gives, in turn. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
