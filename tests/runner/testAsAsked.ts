import { readArguments } from './arguments.ts';
import { flowIds } from './flows.ts';
import { importGraph } from './imports.ts';
import { named } from './names.ts';
import { testFiles, titlesIn } from './testFiles.ts';
import { readVitestArguments } from './tests.ts';

/** Runs the tests that arguments ask for; what is not needed for them is not loaded. */
export async function testAsAsked(args: readonly string[]): Promise<void> {
  const given = readArguments(args);
  if (given.merge !== undefined) {
    const { printMerged } = await import('./merge.ts');
    return printMerged(given.merge);
  }
  const { names, options } = readVitestArguments(given.rest);
  const graph = importGraph();
  const tests = testFiles();
  const flows = flowIds(graph);
  const found = names.map((name) => named(name, { flows, tests, titles: titlesIn(graph, tests) }));
  const ids = found.flatMap((each) => (each.kind === 'flow' ? [each.id] : []));
  const others = found.flatMap((each) => (each.kind === 'flow' ? [] : [each]));
  if (given.watch) {
    const { watch } = await import('./watch.ts');
    return watch(graph, ids, options);
  }
  if (names.length > 0) {
    const { runNamed } = await import('./namedRun.ts');
    return runNamed(graph, ids, others, options);
  }
  const { runWhole } = await import('./wholeRun.ts');
  if (given.since === undefined) return runWhole(options, given);
  const [{ affectedBy }, { changeSince }] = await Promise.all([import('./since.ts'), import('./git.ts')]);
  const { files, flows: reached, checks, why } = affectedBy(graph, tests, flows, changeSince(given.since));
  if (checks) await runWhole(options, given, { files, flows: reached, checks });
  console.log(['', ...why].join('\n'));
}
