import { answerQuestion, type Question } from '../../server/calls/questions.ts';
import { askHolder } from '../../server/database/claim.ts';
import { openDatabase } from '../../server/database/database.ts';

/** Where data lie. */
export interface DataOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
}

/** The answer to a question of an operator, line by line, while a server runs or not. */
export async function ask({ dataDir, databaseUrl }: DataOptions, question: Question): Promise<string[]> {
  const held = databaseUrl ? undefined : await askHolder(dataDir, question);
  if (held) return collect(held);
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    return await collect(answerQuestion(database, dataDir, question));
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
