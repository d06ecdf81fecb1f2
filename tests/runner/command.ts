import { UsageError } from '../commands/usageError.ts';
import { selectAffected } from './affectedTests.ts';
import { flowIds } from './flows.ts';
import { changeSince } from './git.ts';
import { createImportGraph, pathFromRoot } from './imports.ts';
import { run } from './run.ts';
import { namedTests, selectNamed } from './selection.ts';
import { openVitest, parseVitestArguments, watch } from './vitest.ts';

/**
 * Separates the ref of `--since` from the other arguments.
 *
 * @throws UsageError where the ref is missing.
 */
function takeSince(args: readonly string[]): { since?: string; rest: string[] } {
  const at = args.findIndex((arg) => /^--since(=|$)/.test(arg));
  if (at < 0) return { rest: [...args] };
  const [option = '', next] = args.slice(at);
  const isInline = option.includes('=');
  const since = isInline ? option.slice(option.indexOf('=') + 1) : next;
  if (!since || since.startsWith('-')) throw new UsageError('--since takes a git ref.');
  return { since, rest: args.toSpliced(at, isInline ? 1 : 2) };
}

/** Runs the tests that the arguments of `npm test` select. */
export async function runTestCommand(args: readonly string[]): Promise<void> {
  const { since, rest } = takeSince(args);
  const isWatching = rest.includes('--watch');
  if (isWatching && since !== undefined) throw new UsageError('--watch and --since do not go together.');
  const { names, options } = parseVitestArguments(rest.filter((arg) => arg !== '--watch'));
  const change = since === undefined ? null : changeSince(since);
  const graph = createImportGraph();
  const flows = flowIds(graph);
  if (isWatching) return watch(graph, namedTests(names, { flows, tests: [] }).flows, options);
  const vitest = await openVitest(options);
  try {
    const all = await vitest.globTestSpecifications();
    const tests = [...new Set(all.map(({ moduleId }) => pathFromRoot(moduleId)))].sort();
    const named = namedTests(names, { flows, tests });
    if (!change) await run(vitest, all, names.length > 0 ? selectNamed(graph, named) : undefined);
    else if (change.files.length > 0) await run(vitest, all, selectAffected(graph, tests, change));
    else console.log(`Nothing differs from ${since}: no test runs.`);
  } finally {
    await vitest.close();
  }
}
