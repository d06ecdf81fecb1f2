import { answerQuestion, type Question } from './calls/questions.ts';
import { readConfig } from './config.ts';
import { askHolder } from './database/claim.ts';
import { openDatabase } from './database/database.ts';

/**
 * Prints the answer to a question about the database, line by line. A server that holds the directory is asked for it.
 *
 * @returns How many lines there were.
 */
export async function printAnswer(question: Question): Promise<number> {
  process.stdout.on('error', () => process.exit(0));
  const { dataDir, databaseUrl } = readConfig();
  const answer = databaseUrl ? undefined : await askHolder(dataDir, question);
  if (answer) return write(answer);
  const database = await openDatabase({ dataDir, databaseUrl, answer: answerQuestion });
  try {
    return await write(answerQuestion(database, question));
  } finally {
    await database.close();
  }
}

async function write(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!process.stdout.write(`${line}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return count;
}
