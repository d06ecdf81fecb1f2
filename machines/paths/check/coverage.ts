import { caseName, countedStates, stateName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import { matchesEvent, stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import { pairsOf } from '../plan/criteria.ts';
import { caseNames, reachableGoals } from '../plan/plan.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { guardResult, guardResultsOf } from '../simulate/guards.ts';
import { type Coverage, type CoverageItem, type CoverageKind, coverageWith } from './coverageText.ts';
import { findUnreachable } from './unreachable.ts';

/** The parts of a flow that ran in one test run at one level. */
export type ObservedCoverage = {
  flow: string;
  level: string;
  states: string[];
  transitions: string[];
  guardResults: string[];
  cases: string[];
  pairs: string[];
};

/** Whether the transitions were taken in their order and as often; others may have been taken in between. */
function isSubsequence(transitions: readonly string[], taken: readonly string[]): boolean {
  let from = 0;
  return transitions.every((id) => {
    from = taken.indexOf(id, from) + 1;
    return from > 0;
  });
}

/** A performed step of a path: the transitions that the machine reported, and whether the expected state was observed. */
export type PerformedEdge = { edge: Edge; taken: readonly string[]; isStateSeen: boolean };

const distinct = (items: readonly string[]): string[] => [...new Set(items)];

/**
 * The coverage of walks at a level, by their performed steps; a path stands for a walk that went as planned.
 * States, transitions and pairs are observed; cases and guard results are inferred from the steps whose
 * transitions were all taken.
 *
 * @example
 * const graph = explore(shelf);
 * observedCoverage(shelf, 'browser', [graph.pathTo('loading')]).states; // ['empty', 'loading']
 */
export function observedCoverage(
  flow: Flow,
  level: string,
  walks: readonly (readonly (PerformedEdge | Edge)[])[],
): ObservedCoverage {
  const performedPaths = walks.map((walk) =>
    walk.map(
      (step): PerformedEdge =>
        'edge' in step ? step : { edge: step, taken: step.transitions, isStateSeen: true },
    ),
  );
  const start = createExplorer(flow).start();
  const started = performedPaths.length > 0 ? [start] : [];
  const steps = performedPaths.flat();
  const completed = steps
    .filter(({ edge, taken }) => isSubsequence(edge.transitions, taken))
    .map(({ edge }) => edge);
  const seenStates = [
    ...steps.filter(({ isStateSeen }) => isStateSeen).map(({ edge }) => stateName(edge.after)),
    ...completed.flatMap(({ transientStates }) => transientStates),
  ];
  const pairs = performedPaths
    .map((performedPath) => performedPath.flatMap(({ taken }) => taken))
    .flatMap(pairsOf);
  return {
    flow: flow.id,
    level,
    states: distinct([...started.map(({ state }) => stateName(state.snapshot)), ...seenStates]),
    transitions: distinct([
      ...started.flatMap(({ microsteps }) => microsteps.flatMap(({ transitions }) => transitions)),
      ...steps.flatMap(({ taken }) => taken),
    ]),
    guardResults: distinct([...started, ...completed].flatMap(({ guardResults }) => guardResults)),
    cases: distinct(
      completed.filter(({ transitions }) => transitions.length > 0).map(({ step }) => caseName(step)),
    ),
    pairs: distinct(pairs),
  };
}

type CoverageTarget = Pick<CoverageItem, 'kind' | 'id'> & { reason?: string | undefined };

/** The reason why a case changes nothing: the guards that refuse its event, if there are any. */
function whyNothing({ flow, evaluations, unexplored }: Graph, name: string): string {
  if (unexplored.some((sentence) => sentence.includes(`at "${name}"`))) return 'its step is refused';
  const refusing = transitionsOf(flow.machine).filter(
    ({ id, event, guard }) =>
      guard !== undefined &&
      evaluations.has(guardResult(id, false)) &&
      Object.keys(flow.events).some((type) => name.startsWith(`${type}: `) && matchesEvent(type, event)),
  );
  const guards = [...new Set(refusing.map(({ guard }) => `"${guard}"`))];
  if (guards.length === 0) return 'it changes nothing in any state';
  return `${guards.join(' and ')} ${guards.length === 1 ? 'refuses' : 'refuse'} it wherever it can come`;
}

function coverageTargets(graph: Graph): CoverageTarget[] {
  const { flow } = graph;
  const reasons = new Map(findUnreachable(graph).map((missing) => [missing.id, missing.reason]));
  const names = new Set([
    ...[...graph.stateNames].flatMap((name) => countedStates(graph.stateNames, name)),
    ...reachableGoals(graph, 'states'),
  ]);
  const reachableResults = new Set([...reachableGoals(graph, 'guards'), ...graph.start.guardResults]);
  const usedCases = new Set(reachableGoals(graph, 'cases'));
  const targets = (
    kind: CoverageKind,
    ids: Iterable<string>,
    reason: (id: string) => string | undefined = () => undefined,
  ) => [...ids].map((id): CoverageTarget => ({ kind, id, reason: reason(id) }));
  const unreached = stateNodes(flow.machine).filter(({ id }) => reasons.has(id));
  return [
    ...targets('state', names),
    ...targets(
      'state',
      unreached.map(({ id }) => id),
      (id) => reasons.get(id),
    ),
    ...targets(
      'transition',
      transitionsOf(flow.machine).map(({ id }) => id),
      (id) => reasons.get(id),
    ),
    ...targets('guard', guardResultsOf(flow), (id) =>
      reachableResults.has(id) ? undefined : 'the guard never has this result in any case',
    ),
    ...targets('case', new Set([...caseNames(flow), ...usedCases]), (id) =>
      usedCases.has(id) ? undefined : whyNothing(graph, id),
    ),
    ...targets('pair', reachableGoals(graph, 'pairs')),
  ];
}

/** The ids of the covered items of each kind. */
function coveredIn({ stateNames }: Graph, run: ObservedCoverage): Record<CoverageKind, ReadonlySet<string>> {
  return {
    state: new Set(run.states.flatMap((name) => countedStates(stateNames, name))),
    transition: new Set(run.transitions),
    guard: new Set(run.guardResults),
    case: new Set(run.cases),
    pair: new Set(run.pairs),
  };
}

/**
 * The coverage of a flow by any number of test runs; observations of other flows are ignored.
 *
 * @example
 * const graph = explore(shelf);
 * const coverage = coverageOf(graph, [observedCoverage(shelf, 'browser', [graph.pathTo('loading')])]);
 * coverage.totals().transition; // { covered: 1, of: 5 }
 */
export function coverageOf(graph: Graph, observations: readonly ObservedCoverage[]): Coverage {
  const { flow } = graph;
  const runs = observations
    .filter((observation) => observation.flow === flow.id)
    .map((run) => ({ level: run.level, covered: coveredIn(graph, run) }));
  const items = coverageTargets(graph).map(({ kind, id, reason }): CoverageItem => {
    // A state that is not reached has its id, which may be the name of another one.
    const isReached = kind !== 'state' || reason === undefined;
    const covering = isReached ? runs.filter(({ covered }) => covered[kind].has(id)) : [];
    const levels = [...new Set(covering.map(({ level }) => level))];
    if (levels.length > 0) return { kind, id, status: 'covered', levels };
    return reason === undefined
      ? { kind, id, status: 'uncovered', levels }
      : { kind, id, status: 'unreachable', levels, reason };
  });
  return coverageWith(flow.id, items);
}
