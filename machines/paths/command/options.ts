import { parseArgs } from 'node:util';
import { criteria, type printPaths } from '../index.ts';
import { UsageError } from './usageError.ts';

export type Format = NonNullable<Parameters<typeof printPaths>[2]>;

export const formats = ['text', 'markdown', 'json', 'mermaid'] as const satisfies Format[];

/** The options of a plan that take a value, with what it is. */
export const PLAN_VALUES = {
  criterion: `one of: ${criteria.join(', ')}`,
  format: `one of: ${formats.join(', ')}`,
  to: 'a state or a transition',
  beside: 'a file with the coverage of other tests',
} as const;

/** The options of a plan that take nothing. */
export const PLAN_FLAGS = ['coverage'] as const;

export const MACHINE_VALUES = { cases: 'a file with cases', test: 'one of: vitest, playwright' } as const;

export const MACHINE_FLAGS = ['init', 'update'] as const;

/** The options of a command, and its other arguments. */
export type Options<Value extends string, Flag extends string> = {
  text: (name: Value) => string | undefined;
  has: (name: Flag) => boolean;
  positionals: string[];
};

/** The options that every command about plans takes. */
export type PlanOptions = Pick<
  Options<keyof typeof PLAN_VALUES, (typeof PLAN_FLAGS)[number]>,
  'text' | 'has'
>;

/** The options of a command about a machine in a file. */
export type MachineOptions = Pick<
  Options<keyof typeof MACHINE_VALUES | 'format', (typeof MACHINE_FLAGS)[number]>,
  'text' | 'has'
>;

/**
 * The options among arguments. `values` are those with a value, each with its meaning; `flags` take nothing.
 *
 * @throws UsageError for an option that is not there or has the wrong form
 */
export function parseOptions<Value extends string, Flag extends string>(
  args: string[],
  values: Readonly<Record<Value, string>>,
  flags: readonly Flag[],
): Options<Value, Flag> {
  const expected = new Map<string, string | null>([
    ...Object.entries<string>(values),
    ...flags.map((flag) => [flag, null] as const),
  ]);
  const type = (takes: string | null) => ({
    type: takes === null ? ('boolean' as const) : ('string' as const),
  });
  const parsed = parseArgs({
    args,
    options: Object.fromEntries([...expected].map(([name, takes]) => [name, type(takes)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of parsed.tokens)
    if (token.kind === 'option' && !expected.has(token.name))
      throw new UsageError(
        `Unknown option "${token.rawName}"; there are: ${[...expected.keys()].map((name) => `--${name}`).join(', ')}.`,
      );
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed.values)) {
    const takes = expected.get(name);
    if (takes === null && typeof value === 'string') throw new UsageError(`--${name} takes nothing.`);
    if (takes !== null && (typeof value !== 'string' || value === ''))
      throw new UsageError(`--${name} takes ${takes}.`);
    given.set(name, String(value));
  }
  return { text: (name) => given.get(name), has: (name) => given.has(name), positionals: parsed.positionals };
}

/** @throws UsageError where a text is no whole number */
export function parseWholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}
