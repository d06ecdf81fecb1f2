import { parseArgs } from 'node:util';
import { personOf } from './calls/erase.ts';
import { answerQuestion, type Question } from './calls/questions.ts';
import { isKind, kinds } from './calls/submissions.ts';
import { readConfig } from './config.ts';
import { askHolder } from './database/claim.ts';
import { openDatabase } from './database/database.ts';
import { run } from './run.ts';

const USAGE = `Options: --kind ${kinds.join('|')}
  --erase <email or phone>
  --erase-older-than <days> (with --kind, of that kind)`;

process.stdout.on('error', () => process.exit(0));

await run(async () => {
  const question = readQuestion();
  if (question === undefined) {
    console.error(USAGE);
    process.exitCode = 2;
  } else {
    await print(question);
  }
});

/** What is asked for; undefined when the options are not right. */
function readQuestion(): Question | undefined {
  try {
    const { values } = parseArgs({
      options: {
        kind: { type: 'string' },
        erase: { type: 'string' },
        'erase-older-than': { type: 'string' },
      },
    });
    const { kind, erase, 'erase-older-than': days } = values;
    if (kind !== undefined && !isKind(kind)) return undefined;
    if (erase !== undefined) {
      return personOf(erase) && kind === undefined && days === undefined
        ? { do: 'erase', person: erase }
        : undefined;
    }
    if (days === undefined) return { do: 'list', kind };
    return /^\d{1,5}$/.test(days) ? { do: 'eraseOlderThan', days: Number(days), kind } : undefined;
  } catch {
    return undefined;
  }
}

/** Prints the answer; a server that holds the directory is asked for it. */
async function print(question: Question): Promise<void> {
  const { dataDir, databaseUrl } = readConfig();
  const held = databaseUrl ? undefined : await askHolder(dataDir, question);
  if (held) return write(held);
  const database = await openDatabase({ dataDir, databaseUrl, answer: answerQuestion });
  try {
    await write(answerQuestion(database, question));
  } finally {
    await database.close();
  }
}

async function write(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    if (!process.stdout.write(`${line}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
