import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { openDatabase } from './database/database.ts';
import { sendToLockHolder } from './database/directoryLock.ts';
import { type OperatorCommand, runOperatorCommand } from './operatorCommands.ts';
import { runProgram } from './program.ts';

/** The options of a command by name: with a value (`string`) or without (`boolean`). */
type OptionTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** The options on the command line. */
export type ParsedOptions<Name extends string> = {
  has(name: Name): boolean;
  /** The value of an option, undefined when it was not given. */
  text(name: Name): string | undefined;
};

/** An error about invalid options; its message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a command of an operator and prints its output. The server that has locked the data directory runs it; without
 * one it runs on the database directly. For invalid options it prints one sentence and the usage, with exit code 2.
 *
 * @param exitCodeFor Returns the exit code for the number of printed lines.
 */
export async function runCommandLine<Options extends OptionTypes>(
  usage: string,
  options: Options,
  toCommand: (given: ParsedOptions<keyof Options & string>) => OperatorCommand,
  exitCodeFor: (command: OperatorCommand, lines: number) => number = () => 0,
): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  await runProgram(async () => {
    try {
      const command = toCommand(readOptions(options));
      process.exitCode = exitCodeFor(command, await printOutput(command));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.error(`${error.message}\n${usage}`);
      process.exitCode = 2;
    }
  });
}

/** @throws UsageError for an unknown option, a missing value, or a value where none is expected. */
function readOptions<Options extends OptionTypes>(options: Options): ParsedOptions<keyof Options & string> {
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

/** Prints the output of a command and returns the number of its lines. */
async function printOutput(command: OperatorCommand): Promise<number> {
  const { dataDir, databaseUrl } = readConfig();
  const holderOutput = databaseUrl ? undefined : await sendToLockHolder(dataDir, command);
  if (holderOutput) return writeLines(holderOutput);
  const handleRequest = (database: Parameters<typeof runOperatorCommand>[0], message: unknown) =>
    runOperatorCommand(database, dataDir, message);
  const database = await openDatabase({ dataDir, databaseUrl, handleRequest, create: 'never' });
  try {
    return await writeLines(handleRequest(database, command));
  } finally {
    await database.close();
  }
}

async function writeLines(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (!process.stdout.write(`${line}\n`))
      await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return count;
}
