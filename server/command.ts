import { parseArgs } from 'node:util';
import { answerQuestion, type Question } from './calls/questions.ts';
import { readConfig } from './config.ts';
import { askHolder } from './database/claim.ts';
import { openDatabase } from './database/database.ts';
import { run } from './run.ts';

/** Options of a command by name: with a value, or without one. */
type OptionTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** The options that were given. */
export interface GivenOptions<Name extends string> {
  has(name: Name): boolean;
  /** The value of an option, undefined when it was not given. */
  text(name: Name): string | undefined;
}

/** Options that are not right, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command of an operator: reads its options, asks the server that holds the data, or the database where none
 * does, and prints the answer. Options that are not right are said in one sentence with the usage, with exit code 2.
 *
 * @param exitCodeFor The exit code for an answer of so many lines.
 */
export async function runCommand<Options extends OptionTypes>(
  usage: string,
  options: Options,
  toQuestion: (given: GivenOptions<keyof Options & string>) => Question,
  exitCodeFor: (question: Question, lines: number) => number = () => 0,
): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  await run(async () => {
    try {
      const question = toQuestion(readOptions(options));
      process.exitCode = exitCodeFor(question, await print(question));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.error(`${error.message}\n${usage}`);
      process.exitCode = 2;
    }
  });
}

/** @throws UsageError for what is no option, and for a value that is missing or too many. */
function readOptions<Options extends OptionTypes>(options: Options): GivenOptions<keyof Options & string> {
  const { values, tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`"${token.value}" belongs to no option.`);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new UsageError(`There is no option "${token.rawName}".`);
    if (option.type === 'string' && !token.value) throw new UsageError(`--${token.name} lacks its value.`);
    if (option.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`--${token.name} takes no value.`);
  }
  const given = new Map<string, unknown>(Object.entries(values));
  return {
    has: (name) => given.has(name),
    text(name) {
      const value = given.get(name);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** Prints the answer and returns how many lines it has; a server that holds the directory is asked for it. */
async function print(question: Question): Promise<number> {
  const { dataDir, databaseUrl } = readConfig();
  const held = databaseUrl ? undefined : await askHolder(dataDir, question);
  if (held) return write(held);
  const answer = (database: Parameters<typeof answerQuestion>[0], asked: unknown) =>
    answerQuestion(database, dataDir, asked);
  const database = await openDatabase({ dataDir, databaseUrl, answer });
  try {
    return await write(answer(database, question));
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
