import { afterAll, test } from 'vitest';
import type { Checks } from '../../machines/checks/checks.types.ts';
import {
  type Flow,
  observedCoverage,
  type Path,
  type PerformedEdge,
  pathThrough,
} from '../../machines/paths/index.ts';
import type { PathFailure, PathLevel } from '../../machines/visualiser/pathFailures.ts';
import { nonEmpty } from './nonEmpty.ts';
import {
  PathResultKeeper,
  pathFolders,
  readPathFailures,
  removePathFailure,
  savedTitle,
  saveObservedCoverage,
  writePathFailure,
} from './pathFailures.ts';

/** A flow as it is tested at a level. */
type Tested = { level: PathLevel; flow: Flow; checks?: Checks };

/** A path with the title of its test, and the names of its steps where they are known before it is walked. */
export type FlowWalk = { title: string; names: readonly string[] | null; path: () => Path };

/** A test of a flow that walks no planned path, such as that of a journey. */
type FlowTest = { title: string; run: () => Promise<unknown> };

/** Whether a test takes the steps of a failure: it has the title, and a walk begins with them. */
function repeats(test: FlowWalk | FlowTest, { path: title, steps }: PathFailure): boolean {
  if (test.title !== title || !('path' in test)) return test.title === title;
  return steps.every(({ name }, index) => test.names?.[index] === name);
}

/**
 * The tests of a flow in the order in which they run: paths that failed and that no test takes any more, as those
 * of an earlier plan or random ones; the other tests that failed; the rest. A path whose steps cannot happen any
 * more is dropped, which is a test that says so.
 */
export function failedFirst<Test extends FlowWalk | FlowTest>(
  { level, flow }: Tested,
  tests: readonly Test[],
  folder = pathFolders.failures,
): (Test | FlowWalk | { title: string; dropped: string })[] {
  const failures = readPathFailures(folder)
    .map(({ failure }) => failure)
    .filter((failure) => failure.flow === flow.id && failure.level === level);
  const saved = failures
    .filter((failure) => !tests.some((each) => repeats(each, failure)))
    .map((failure) => {
      const title = savedTitle(failure.path);
      const steps = failure.steps.map(({ name }) => name);
      const path = pathThrough(flow, steps);
      removePathFailure(failure, folder);
      if (!path) return { title, dropped: `its steps cannot happen any more: ${steps.join(' → ')}` };
      writePathFailure({ ...failure, path: title }, folder);
      return { title, names: steps, path: () => path };
    });
  const hasFailed = (each: Test) => failures.some((failure) => repeats(each, failure));
  return [...saved, ...tests.toSorted((one, other) => Number(hasFailed(other)) - Number(hasFailed(one)))];
}

/**
 * Runs the tests of a flow at a level, the last failures first: `walk` walks a path. Keeps failures until they
 * pass, and for the visualiser the results of all walks and the coverage of the flow.
 */
export function testFlow(
  tested: Tested,
  tests: readonly (FlowWalk | FlowTest)[],
  walk: (path: Path, title: string) => Promise<readonly PerformedEdge[]>,
): void {
  const { level, flow, checks } = tested;
  const walked: (readonly PerformedEdge[])[] = [];
  const results = new PathResultKeeper(flow, level, checks);
  afterAll(() => {
    if (walked.length > 0) saveObservedCoverage(observedCoverage(flow, level, walked));
    results.save();
  });
  // A title in `each` would be cut and quoted: failures are kept by it.
  for (const each of failedFirst(tested, tests))
    test(each.title, async ({ skip }) => {
      const { title } = each;
      if ('dropped' in each) skip(each.dropped);
      else if ('run' in each) await results.keepFailure(title, each.run());
      else walked.push(nonEmpty(await results.keep(title, walk(each.path(), title))));
    });
}
