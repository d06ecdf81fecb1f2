import { parseArguments } from './arguments.ts';
import { flowIds } from './flows.ts';
import { createImportGraph } from './imports.ts';
import { resolveTarget } from './targets.ts';
import { testFiles, titlesIn } from './testFiles.ts';
import { parseVitestArguments } from './vitest.ts';

/** Runs the tests that arguments ask for; what is not needed for them is not loaded. */
export async function runTestCommand(args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args);
  if (parsed.merge !== undefined) {
    const { printMergedReports: printMerged } = await import('./merge.ts');
    return printMerged(parsed.merge);
  }
  const { names, options } = parseVitestArguments(parsed.rest);
  const graph = createImportGraph();
  const tests = testFiles();
  const flows = flowIds(graph);
  const targets = names.map((name) => resolveTarget(name, { flows, tests, titles: titlesIn(graph, tests) }));
  const ids = targets.flatMap((each) => (each.kind === 'flow' ? [each.id] : []));
  const selections = targets.flatMap((each) => (each.kind === 'flow' ? [] : [each]));
  if (parsed.watch) {
    const { watch } = await import('./watch.ts');
    return watch(graph, ids, options);
  }
  if (names.length > 0) {
    const { runSelectedTests: runNamed } = await import('./runSelectedTests.ts');
    return runNamed(graph, ids, selections, options);
  }
  const { runAllTests: runWhole } = await import('./runAllTests.ts');
  if (parsed.since === undefined) return runWhole(options, parsed);
  const [{ testsAffectedBy: affectedBy }, { changeSince }] = await Promise.all([
    import('./affectedTests.ts'),
    import('./git.ts'),
  ]);
  const { files, flows: reached, checks, why } = affectedBy(graph, tests, flows, changeSince(parsed.since));
  if (checks) await runWhole(options, parsed, { files, flows: reached, checks });
  console.log(['', ...why].join('\n'));
}
