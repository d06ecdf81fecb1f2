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

const OPTIONS = {
  kind: { type: 'string' },
  erase: { type: 'string' },
  'erase-older-than': { type: 'string' },
} as const;

/** A mistake in the options, in one sentence. */
class Mistake extends Error {}

process.stdout.on('error', () => process.exit(0));

await run(async () => {
  try {
    await print(readQuestion());
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(`${error.message}\n${USAGE}`);
    process.exitCode = 2;
  }
});

/**
 * What is asked for.
 * @throws Mistake when the options are not right.
 */
function readQuestion(): Question {
  const { values, tokens } = parseArgs({
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new Mistake(`"${token.value}" belongs to no option.`);
    if (token.kind === 'option' && !(token.name in OPTIONS))
      throw new Mistake(`There is no option "${token.rawName}".`);
  }
  const text = (name: keyof typeof OPTIONS): string | undefined => {
    const value = values[name];
    if (typeof value === 'boolean' || value === '') throw new Mistake(`--${name} lacks its value.`);
    return value;
  };
  const [kind, person, days] = [text('kind'), text('erase'), text('erase-older-than')];
  if (kind !== undefined && !isKind(kind))
    throw new Mistake(`"${kind}" is no kind of submission; there are: ${kinds.join(', ')}.`);
  if (person !== undefined) {
    if (kind !== undefined || days !== undefined)
      throw new Mistake('--erase goes with no other option: it erases all that names the person.');
    if (!personOf(person)) throw new Mistake(`"${person}" is neither an email address nor a phone number.`);
    return { do: 'erase', person };
  }
  if (days === undefined) return { do: 'list', kind };
  if (!/^\d{1,5}$/.test(days))
    throw new Mistake(`--erase-older-than takes a number of days from 0 to 99999, not "${days}".`);
  return { do: 'eraseOlderThan', days: Number(days), kind };
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
