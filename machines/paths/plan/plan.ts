import type { Flow } from '../define/types.ts';
import { transitionsOf } from '../define/xstateInternals.ts';
import type { Graph, Path } from '../simulate/graph.types.ts';
import { conditionsOf, guardResultsOf } from '../simulate/guards.ts';
import { searchPaths } from './beamSearch.ts';
import { type Criterion, defaultCriteria, type Goal } from './criteria.ts';
import { type Requirements, requirementTags } from './requirements.ts';
import { SearchGraph } from './searchGraph.ts';

export type PlanOptions = {
  /** By default those of the tests: `defaultCriteria`. */
  criteria?: readonly Criterion[];
  /** The greatest length of a path in steps, unless one goal alone is further away; 15 by default. */
  maxLength?: number;
  /** Paths already walked: only the goals that they leave out are planned. */
  walked?: readonly Path[];
  /** The coverage of other tests: only the goals that it leaves out are planned. */
  beside?: readonly Covered[];
  /** The journeys and properties that the requirements criterion covers; by default those of the flow. */
  requirements?: Requirements;
};

/** The coverage of other tests of a flow, by ids. */
type Covered = { flow: string } & Readonly<
  Record<'states' | 'transitions' | 'guardResults' | 'cases' | 'pairs', readonly string[]>
>;

/** Whether other tests reach a goal. A transition reaches its changes too; a refused event leaves no trace. */
function isCovered({ criterion, id }: Goal, { guardResults: guards, ...covered }: Covered): boolean {
  const changed = /^(.*) changes /.exec(id)?.[1];
  if (criterion === 'changes') return changed !== undefined && covered.transitions.includes(changed);
  const ids: Partial<Record<Criterion, readonly string[]>> = { ...covered, guards };
  return ids[criterion]?.includes(id) === true;
}

/** Few paths that reach the goals of some criteria. */
export type Plan = {
  /** Paths from the initial state, searched for when they are first asked for. */
  readonly paths: Path[];
  /** Every goal that some path of the graph reaches. The initial state needs no step, so it counts only where a step leads to it. */
  readonly goals: readonly Goal[];
  /** The omitted goals, where there are too many, in sentences. */
  readonly cut: readonly string[];
  /** The transitions, results of guards and conditions, cases and requirements that the flow names, and no path of the graph reaches. */
  readonly unreachable: readonly Goal[];
  /** The goals that a path from the initial state reaches. */
  goalsOf: (path: Path) => Goal[];
};

export const caseNames = ({ events, outcomes }: Flow): string[] =>
  Object.entries({ ...events, ...outcomes }).flatMap(([of, cases]) =>
    Object.keys(cases).map((name) => `${of}: ${name}`),
  );

/** The goals of a criterion that a flow names, reachable or not; none where only the graph can tell. */
export function namedGoals(flow: Flow, requirements: Requirements, criterion: Criterion): string[] {
  switch (criterion) {
    case 'transitions':
      return transitionsOf(flow.machine).map(({ id }) => id);
    case 'guards':
      return guardResultsOf(flow);
    case 'conditions':
      return conditionsOf(flow.machine);
    case 'cases':
      return caseNames(flow);
    case 'requirements':
      return requirementTags(requirements);
    default:
      return [];
  }
}

/**
 * A small set of short paths that together reach every reachable goal of the criteria. They are the same every
 * time.
 *
 * @example
 * const { paths, goals } = plan(explore(shelf), { criteria: ['transitions'] });
 * paths.map((path) => path.length); // [7]
 * goals.length; // 5
 */
export function plan(
  graph: Graph,
  {
    criteria = defaultCriteria,
    maxLength = 15,
    walked = [],
    beside = [],
    requirements = graph.flow,
  }: PlanOptions = {},
): Plan {
  const searchGraph = new SearchGraph(graph, criteria, requirements);
  const goals = searchGraph.goals();
  const others = beside.filter(({ flow }) => flow === graph.flow.id);
  const covered = new Set([
    ...walked.flatMap((path) => searchGraph.goalsOn(path)),
    ...goals.flatMap((goal, number) => (others.some((other) => isCovered(goal, other)) ? number : [])),
  ]);
  let found: Path[] | null = null;
  const paths = () => {
    found ??= searchPaths(searchGraph, { maxLength, goalCount: goals.length, covered });
    return found;
  };
  return {
    goals,
    cut: searchGraph.cut,
    get paths() {
      return paths();
    },
    get unreachable() {
      return criteria.flatMap((criterion) => {
        const reachable = new Set(goals.filter((goal) => goal.criterion === criterion).map(({ id }) => id));
        return namedGoals(graph.flow, requirements, criterion)
          .filter((id) => !reachable.has(id))
          .map((id) => ({ criterion, id }));
      });
    },
    goalsOf: (path) => {
      const reached = new Set(searchGraph.goalsOn(path));
      return goals.filter((_, number) => reached.has(number));
    },
  };
}

/** The ids of the reachable goals of a criterion. */
export const reachableGoals = (graph: Graph, criterion: Criterion): string[] =>
  plan(graph, { criteria: [criterion] }).goals.map(({ id }) => id);
