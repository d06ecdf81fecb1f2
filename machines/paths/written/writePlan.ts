import { coverageOf } from '../check/coverage.ts';
import { stateName, stepName } from '../define/names.ts';
import { describeStep } from '../define/words.ts';
import { plan } from '../plan/plan.ts';
import { explore } from '../simulate/explore.ts';
import type { Graph, Path } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';
import { createFollower } from './follow.ts';
import { unreachedBy } from './unreached.ts';
import type { WrittenPlan, WrittenStep, WrittenTest } from './writtenPlan.ts';

/** The longest title of a test, in characters. */
const TITLE_LENGTH = 80;

/** A test that is being written, and the path that it takes. */
type Followed = { title: string; steps: WrittenStep[]; path: Path };

/** Returns the steps that a machine still takes of those with some names, up to the first that cannot happen. */
function followNames(graph: Graph, title: string, steps: readonly { name: string }[]): Followed {
  const follower = createFollower(graph.flow);
  const followed: Followed = { title, steps: [], path: [] };
  for (const { name } of steps) {
    const performed = follower.perform(name);
    if (!performed) break;
    followed.steps.push(performed.written);
    followed.path.push(performed.edge);
  }
  return followed;
}

/** Returns a title of a path from what it brings for the first time: the states that it enters, each with the step. */
function titleOf(path: Path, seen: Set<string>): string {
  const taken = path.filter((edge) => !isRefusal(edge));
  const news = taken.filter((edge) => {
    const key = stateName(edge.after);
    const isNew = !seen.has(key) && edge.to !== edge.from;
    seen.add(key);
    return isNew;
  });
  const told = (news.length > 0 ? news : taken.slice(-1)).map(
    ({ step, after }) => `${describeStep(step)} leads to ${stateName(after)}`,
  );
  const [first = 'nothing happens'] = told;
  let title = first;
  for (const part of told.slice(1))
    if (`${title}; ${part}`.length <= TITLE_LENGTH) title = `${title}; ${part}`;
  return title;
}

/** Returns a title that no other test has. */
function distinct(title: string, others: readonly { title: string }[]): string {
  let count = 1;
  const named = () => (count === 1 ? title : `${title} (${count})`);
  while (others.some((other) => other.title === named())) count += 1;
  return named();
}

/**
 * Returns the plan of a flow as it is to be written. Tests that were written before keep their titles and every step that
 * can still happen; the goals that they leave out are planned anew.
 *
 * @throws ExploreError for what cannot be explored
 *
 * @example
 * const [{ steps }] = writePlan(shelf).tests;
 * steps[0]; // { name: 'asked: without a payload', state: 'loading', effects: ['invokes fetchBook()'] }
 * writePlan(shelf, [{ title: 'a book is lost', steps }]).tests[0].title; // 'a book is lost'
 */
export function writePlan(flow: Graph['flow'], before: readonly WrittenTest[] = []): WrittenPlan {
  const graph = explore(flow);
  const tests = before
    .map(({ title, steps }) => followNames(graph, title, steps))
    .filter(({ steps }) => steps.length > 0);
  const seen = new Set(tests.flatMap(({ path }) => path.map(({ after }) => stateName(after))));
  const pathsOfTests = () => tests.map(({ path }) => path);
  // A state of the graph may have another context on a path than it has in the graph, so that a path changes less than planned.
  for (let hasNews = true; hasNews; ) {
    const missing = plan(graph, { walked: pathsOfTests() });
    hasNews = false;
    for (const path of missing.paths) {
      const steps = path.map(({ step }) => ({ name: stepName(step) }));
      const followed = followNames(graph, titleOf(path, seen), steps);
      const reached = new Set(pathsOfTests().flatMap(missing.goalsOf));
      if (missing.goalsOf(followed.path).every((goal) => reached.has(goal))) continue;
      tests.push({ ...followed, title: distinct(followed.title, tests) });
      hasNews = true;
    }
  }
  const unreached = unreachedBy(flow, pathsOfTests());
  const reasons = new Map(coverageOf(graph, []).items.map(({ id, reason }) => [id, reason]));
  return {
    start: createFollower(flow).start,
    tests: tests.map(({ title, steps }) => ({ title, steps })),
    unreachable: unreached.map((id) => ({ id, reason: reasons.get(id) ?? 'no path reaches it' })),
  };
}
