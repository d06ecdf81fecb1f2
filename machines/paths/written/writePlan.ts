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
function followNames(graph: Graph, title: string, names: readonly string[]): Followed {
  const follower = createFollower(graph.flow);
  const followed: Followed = { title, steps: [], path: [] };
  for (const name of names) {
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
function distinct(title: string, others: ReadonlySet<string>): string {
  let count = 1;
  const named = () => (count === 1 ? title : `${title} (${count})`);
  while (others.has(named())) count += 1;
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
  const kept = before
    .map(({ title, steps }) =>
      followNames(
        graph,
        title,
        steps.map(({ name }) => name),
      ),
    )
    .filter(({ steps }) => steps.length > 0);
  const seen = new Set(kept.flatMap(({ path }) => path.map(({ after }) => stateName(after))));
  const titles = new Set(kept.map(({ title }) => title));
  const added = plan(graph, { walked: kept.map(({ path }) => path) }).paths.map((path) => {
    const title = distinct(titleOf(path, seen), titles);
    titles.add(title);
    return followNames(
      graph,
      title,
      path.map(({ step }) => stepName(step)),
    );
  });
  const tests = [...kept, ...added];
  const unreached = unreachedBy(
    flow,
    tests.map(({ path }) => path),
  );
  const reasons = new Map(coverageOf(graph, []).items.map(({ id, reason }) => [id, reason]));
  return {
    start: createFollower(flow).start,
    tests: tests.map(({ title, steps }) => ({ title, steps })),
    unreachable: unreached.map((id) => ({ id, reason: reasons.get(id) ?? 'no path reaches it' })),
  };
}
