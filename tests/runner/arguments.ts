import { UsageError } from '../commands/usageError.ts';

/** The parsed arguments of `npm test`. */
export type Arguments = {
  watch: boolean;
  since?: string;
  /** Everything else: names and the options of Vitest. */
  rest: string[];
};

/**
 * Reads the arguments of `npm test`.
 *
 * @throws UsageError if `--since` lacks its ref, or is combined with `--watch`.
 */
export function parseArguments(args: readonly string[]): Arguments {
  const parsed: Arguments = { watch: false, rest: [] };
  const remaining = [...args];
  for (let token = remaining.shift(); token !== undefined; token = remaining.shift()) {
    const [isSince, inline] = /^--since(?:=(.*))?$/.exec(token) ?? [];
    if (token === '--watch') parsed.watch = true;
    else if (isSince) {
      const ref = inline ?? remaining.shift() ?? '';
      if (ref === '' || ref.startsWith('-')) throw new UsageError('--since takes a git ref.');
      parsed.since = ref;
    } else parsed.rest.push(token);
  }
  if (parsed.watch && parsed.since) throw new UsageError('--watch and --since do not go together.');
  return parsed;
}
