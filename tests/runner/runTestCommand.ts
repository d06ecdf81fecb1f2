import { parseArguments } from './arguments.ts';
import { flowIds } from './flows.ts';
import { createImportGraph } from './imports.ts';
import { resolveTarget } from './targets.ts';
import { testFiles, titlesIn } from './testFiles.ts';
import { parseVitestArguments } from './vitest.ts';

/** Runs the tests that the arguments select. Modules are loaded only when they are needed. */
export async function runTestCommand(args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args);
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
    const { runSelectedTests } = await import('./runSelectedTests.ts');
    return runSelectedTests(graph, ids, selections, options);
  }
  const { runAllTests } = await import('./runAllTests.ts');
  if (parsed.since === undefined) return runAllTests(options);
  const [{ testsAffectedBy }, { changeSince }, { nearestFirst }] = await Promise.all([
    import('./affectedTests.ts'),
    import('./git.ts'),
    import('./order.ts'),
  ]);
  const change = changeSince(parsed.since);
  const { why, ...affected } = testsAffectedBy(graph, tests, flows, change);
  const files = nearestFirst(graph, affected.files, change.files);
  if (change.files.length > 0) await runAllTests(options, { ...affected, files });
  console.log(['', ...why].join('\n'));
}
