import { Mistake } from '../commands/mistake.ts';

export type Shard = { index: number; count: number };

/** What `npm test` was asked for. */
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

const TAKES = {
  since: 'a git ref',
  shard: 'a shard such as 1/3',
  report: 'a folder',
  merge: 'a folder',
} as const;

const isValued = (name: string): name is keyof typeof TAKES => Object.hasOwn(TAKES, name);

function shardOf(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count))
    throw new Mistake(`--shard takes ${TAKES.shard}, not "${text}".`);
  return shard;
}

/**
 * Reads the arguments of `npm test`.
 *
 * @throws Mistake where an option lacks its value, or options do not go together.
 */
export function readArguments(args: readonly string[]): Arguments {
  const read: Arguments = { watch: false, timings: false, rest: [] };
  const left = [...args];
  for (let token = left.shift(); token !== undefined; token = left.shift()) {
    const [, name = '', inline] = /^--(\w+)(?:=(.*))?$/.exec(token) ?? [];
    if (token === '--watch' || token === '--timings') read[token === '--watch' ? 'watch' : 'timings'] = true;
    else if (isValued(name)) {
      const value = inline ?? left.shift() ?? '';
      if (value === '' || value.startsWith('-')) throw new Mistake(`--${name} takes ${TAKES[name]}.`);
      if (name === 'shard') read.shard = shardOf(value);
      else read[name] = value;
    } else read.rest.push(token);
  }
  const ways = [
    read.watch && 'watch',
    read.timings && 'timings',
    read.since && 'since',
    read.shard && 'shard',
    read.merge && 'merge',
  ].filter((way) => typeof way === 'string');
  const [one, other] = ways;
  if (other !== undefined) throw new Mistake(`--${one} and --${other} do not go together.`);
  return read;
}
