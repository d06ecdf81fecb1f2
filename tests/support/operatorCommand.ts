import { type OperatorCommand, runOperatorCommand } from '../../server/commands/operatorCommands.ts';
import { openDatabase } from '../../server/database/database.ts';
import { sendToLockHolder } from '../../server/database/lockMessages.ts';

/** The database of a service. */
export type DataOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
};

/** Runs a command of an operator, while a server runs or not; returns its output lines. */
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

/** Returns the items of an iterable as a list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
