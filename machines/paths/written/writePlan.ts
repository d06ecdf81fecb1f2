import { coverageOf } from '../check/coverage.ts';
import { stateName, stepName } from '../define/names.ts';
import { describeStep } from '../define/words.ts';
import { plan } from '../plan/plan.ts';
import { explore } from '../simulate/explore.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';
import { createFollower, type Followed, followNames } from './follow.ts';
import { unreachedBy } from './unreached.ts';
import type { WrittenPlan, WrittenStep, WrittenTest } from './writtenPlan.ts';

/** The longest title of several parts in characters, with room for the number of a title that is there already. */
const TITLE_LENGTH = 75;

const namesOf = (steps: readonly WrittenStep[]) => steps.map(({ name }) => name);

/** A step and its result, in plain words. */
function inWords(edge: Edge): string {
  const step = describeStep(edge.step);
  return isRefusal(edge) ? `${step} is refused` : `${step} leads to ${stateName(edge.after)}`;
}

/** A title of a path from its new parts: outcomes first, then new states, then refusals. */
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

/** A title that no other test has. */
function distinct(title: string, others: readonly { title: string }[]): string {
  let count = 1;
  const named = () => (count === 1 ? title : `${title} (${count})`);
  while (others.some((other) => other.title === named())) count += 1;
  return named();
}

/**
 * The plan of a flow, ready to be written. Earlier tests keep their titles and every step that can still happen;
 * their missing goals are planned anew.
 *
 * @throws ExploreError for a flow that cannot be explored
 *
 * @example
 * const [{ steps }] = writePlan(shelf).tests;
 * steps[0]; // { name: 'asked: without a payload', state: 'loading', effects: ['invokes fetchBook()'] }
 * writePlan(shelf, [{ title: 'a book is lost', steps }]).tests[0].title; // 'a book is lost'
 */
export function writePlan(flow: Graph['flow'], before: readonly WrittenTest[] = []): WrittenPlan {
  const graph = explore(flow);
  const tests: (Followed & { title: string })[] = before
    .map(({ title, steps }) => ({ title, ...followNames(flow, namesOf(steps)) }))
    .filter(({ steps }) => steps.length > 0);
  const pathsOfTests = () => tests.map(({ path }) => path);
  // A state of the graph may have another context on a path than it has in the graph, so that a path changes less than planned.
  for (let hasNews = true; hasNews; ) {
    const missing = plan(graph, { walked: pathsOfTests() });
    const reached = new Set(pathsOfTests().flatMap(missing.goalsOf));
    hasNews = false;
    for (const path of missing.paths) {
      const followed = followNames(
        flow,
        path.map(({ step }) => stepName(step)),
      );
      const goals = missing.goalsOf(followed.path);
      if (goals.every((goal) => reached.has(goal))) continue;
      for (const goal of goals) reached.add(goal);
      tests.push({ title: distinct(titleOf(path, pathsOfTests()), tests), ...followed });
      hasNews = true;
    }
  }
  // A machine that takes no step is followed to its start.
  if (tests.length === 0) tests.push({ title: 'The start', steps: [], path: [] });
  const unreached = unreachedBy(flow, pathsOfTests());
  const reasons = new Map(coverageOf(graph, []).items.map(({ id, reason }) => [id, reason]));
  return {
    start: createFollower(flow).start,
    tests: tests.map(({ title, steps }) => ({ title, steps })),
    unreachable: unreached.map((id) => ({ id, reason: reasons.get(id) ?? 'no path reaches it' })),
  };
}
