import { coverageOf } from '../check/coverage.ts';
import { stateName, stepName } from '../define/names.ts';
import { describeStep } from '../define/words.ts';
import { plan } from '../plan/plan.ts';
import { explore } from '../simulate/explore.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';
import { createFollower } from './follow.ts';
import { unreachedBy } from './unreached.ts';
import type { WrittenPlan, WrittenStep, WrittenTest } from './writtenPlan.ts';

/** The longest title of several parts in characters, with room for the number of a title that is there already. */
const TITLE_LENGTH = 75;

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

/** Returns a step and what follows it, in plain words. */
function inWords(edge: Edge): string {
  const step = describeStep(edge.step);
  return isRefusal(edge) ? `${step} is refused` : `${step} leads to ${stateName(edge.after)}`;
}

/** Returns a title of a path from what no earlier one has: outcomes rather than states, those rather than refusals. */
function titleOf(path: Path, earlier: readonly Path[]): string {
  const told = new Set(earlier.flat().map(inWords));
  const entered = new Set(earlier.flat().map(({ after }) => stateName(after)));
  const rank = (edge: Edge) => {
    if (edge.step.kind !== 'event') return 0;
    if (isRefusal(edge)) return 2;
    return edge.from === edge.to || entered.has(stateName(edge.after)) ? 3 : 1;
  };
  const news = path.filter((edge) => !told.has(inWords(edge))).sort((a, b) => rank(a) - rank(b));
  const chosen: string[] = [];
  for (const part of new Set((news.length > 0 ? news : path.slice(-1)).map(inWords)))
    if (chosen.length === 0 || [...chosen, part].join('; ').length <= TITLE_LENGTH) chosen.push(part);
  const parts = [...new Set(path.map(inWords))].filter((part) => chosen.includes(part));
  const title = parts.join('; ');
  return title.charAt(0).toUpperCase() + title.slice(1);
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
  const pathsOfTests = () => tests.map(({ path }) => path);
  // A state of the graph may have another context on a path than it has in the graph, so that a path changes less than planned.
  for (let hasNews = true; hasNews; ) {
    const missing = plan(graph, { walked: pathsOfTests() });
    hasNews = false;
    for (const path of missing.paths) {
      const steps = path.map(({ step }) => ({ name: stepName(step) }));
      const followed = followNames(graph, titleOf(path, pathsOfTests()), steps);
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
