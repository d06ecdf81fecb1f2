import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { connectDatabase } from '../database/database.ts';
import { checkSchemaVersion, requireTables } from '../database/migrate.ts';
import { type OperatorCommand, runOperatorCommand } from './operatorCommands.ts';
import { runProgram } from './program.ts';

/** The options of a command by name: with a value (`string`) or without (`boolean`). */
type OptionTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** The arguments of a command. */
export type ParsedOptions<Name extends string> = {
  has(name: Name): boolean;
  /** The options that were given. */
  names: readonly string[];
  /** The value of an option, undefined when it was not given. */
  text(name: Name): string | undefined;
  /** The arguments that belong to no option. */
  operands: readonly string[];
};

/** An error about invalid options; its message is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs a program with the options of the command line. For invalid options it prints one sentence and the usage, with
 * exit code 2.
 */
export async function runWithOptions<Options extends OptionTypes>(
  usage: string,
  options: Options,
  work: (given: ParsedOptions<keyof Options & string>) => Promise<void>,
): Promise<void> {
  process.stdout.on('error', () => process.exit(0));
  await runProgram(async () => {
    try {
      await work(readOptions(options));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      console.error(`${error.message}\n${usage}`);
      process.exitCode = 2;
    }
  });
}

/** @throws UsageError for an unknown option, a missing value, or a value where none is expected. */
function readOptions<Options extends OptionTypes>(options: Options): ParsedOptions<keyof Options & string> {
  const { values, positionals, tokens } = parseArgs({
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
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
    names: [...given.keys()],
    text(name) {
      const value = given.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    operands: positionals,
  };
}

/** @throws UsageError unless the path of one file was given. */
export function readFileOperand({
  operands: [file, another],
}: Pick<ParsedOptions<string>, 'operands'>): string {
  if (!file) throw new UsageError('The path of a file is missing.');
  if (another !== undefined) throw new UsageError(`"${another}" is one path too many.`);
  return resolve(file);
}

/** @throws UsageError when anything was given that belongs to no option. */
export function refuseOperands({ operands: [first] }: Pick<ParsedOptions<string>, 'operands'>): void {
  if (first !== undefined) throw new UsageError(`"${first}" belongs to no option.`);
}

/**
 * @param companions The options with an action of their own, each with its permitted companions.
 * @throws UsageError when another option was given with one of them.
 */
export function refuseOthers(
  { names }: Pick<ParsedOptions<string>, 'names'>,
  companions: Readonly<Record<string, readonly string[]>>,
): void {
  const main = Object.keys(companions).find((name) => names.includes(name)) ?? '';
  const other = names.find((name) => name !== main && companions[main]?.includes(name) === false);
  if (other) throw new UsageError(`--${other} does not go with --${main}.`);
}

/**
 * Yields the output of a command line by line. It runs on the database that the server uses, or that it starts itself where
 * the embedded one is not running; it creates none and migrates none.
 *
 * @param config Where the database is.
 * @throws StartError where it has no tables, and SchemaVersionError where they are of another release.
 */
export async function* outputOf(
  command: OperatorCommand,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'> = readConfig(),
): AsyncGenerator<string> {
  const database = await connectDatabase({ dataDir, databaseUrl, isShared: true, create: 'never' });
  try {
    await requireTables(database);
    await checkSchemaVersion(database);
    yield* runOperatorCommand(database, dataDir, command);
  } finally {
    await database.close();
  }
}

/** @throws UsageError unless the name is that of a format. */
export function isCsv({ text }: ParsedOptions<'format'>): boolean {
  const format = text('format');
  if (format !== undefined && format !== 'json' && format !== 'csv')
    throw new UsageError(`"${format}" is no format; there are: json, csv.`);
  return format === 'csv';
}

/** Prints lines and returns their number. */
export async function printLines(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    await print(`${line}\n`);
  }
  return count;
}

/** Prints text; resolves when more can be printed. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
