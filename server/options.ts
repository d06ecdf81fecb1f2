import { parseArgs } from 'node:util';

/** Options that make no sense, in one sentence for whoever typed them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options that a command was started with. */
export interface Options<Text extends string, Switch extends string> {
  /** The value of an option; undefined where it was not given. */
  text(name: Text): string | undefined;
  /** Whether a switch was given. */
  isOn(name: Switch): boolean;
}

/**
 * Reads the options that a command was started with.
 *
 * @param names The options that take a value, and those that take none.
 * @throws UsageError for an option that there is not, one without its value, a switch with one, and for anything else.
 */
export function readOptions<Text extends string, Switch extends string>(
  { texts, switches }: { texts: readonly Text[]; switches: readonly Switch[] },
  args: readonly string[] = process.argv.slice(2),
): Options<Text, Switch> {
  const options = Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`"${token.value}" belongs to no option.`);
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) throw new UsageError(`There is no option "${token.rawName}".`);
    const takesValue = options[token.name]?.type === 'string';
    if (takesValue && !token.value) throw new UsageError(`--${token.name} lacks its value.`);
    if (!takesValue && token.value !== undefined) throw new UsageError(`--${token.name} takes no value.`);
  }
  return {
    text(name) {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    isOn: (name) => values[name] === true,
  };
}

/** Runs a command; options that make no sense are explained on standard error, with exit code 2. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n${usage}`);
    process.exitCode = 2;
  }
}
