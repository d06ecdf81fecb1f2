import { UsageError } from '../commands/usageError.ts';

export type Shard = { index: number; count: number };

/** The parsed arguments of `npm test`. */
export type Arguments = {
  watch: boolean;
  timings: boolean;
  since?: string;
  shard?: Shard;
  report?: string;
  merge?: string;
  /** Everything else: names and the options of Vitest. */
  rest: string[];
};

const OPTION_VALUES = {
  since: 'a git ref',
  shard: 'a shard such as 1/3',
  report: 'a folder',
  merge: 'a folder',
} as const;

const takesValue = (name: string): name is keyof typeof OPTION_VALUES => Object.hasOwn(OPTION_VALUES, name);

function parseShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count))
    throw new UsageError(`--shard takes ${OPTION_VALUES.shard}, not "${text}".`);
  return shard;
}

/**
 * Reads the arguments of `npm test`.
 *
 * @throws UsageError if an option lacks its value, or options exclude each other.
 */
export function parseArguments(args: readonly string[]): Arguments {
  const parsed: Arguments = { watch: false, timings: false, rest: [] };
  const remaining = [...args];
  for (let token = remaining.shift(); token !== undefined; token = remaining.shift()) {
    const [, name = '', inline] = /^--(\w+)(?:=(.*))?$/.exec(token) ?? [];
    if (token === '--watch' || token === '--timings')
      parsed[token === '--watch' ? 'watch' : 'timings'] = true;
    else if (takesValue(name)) {
      const value = inline ?? remaining.shift() ?? '';
      if (value === '' || value.startsWith('-'))
        throw new UsageError(`--${name} takes ${OPTION_VALUES[name]}.`);
      if (name === 'shard') parsed.shard = parseShard(value);
      else parsed[name] = value;
    } else parsed.rest.push(token);
  }
  const modes = [
    parsed.watch && 'watch',
    parsed.timings && 'timings',
    parsed.since && 'since',
    parsed.shard && 'shard',
    parsed.merge && 'merge',
  ].filter((mode) => typeof mode === 'string');
  const [one, other] = modes;
  if (other !== undefined) throw new UsageError(`--${one} and --${other} do not go together.`);
  return parsed;
}
