import { stateName } from '../../stateName.ts';
import type { Flow } from '../define/flow.ts';
import { stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import { transitionSequence } from '../plan/criteria.ts';
import { type Path, reachableGoals } from '../plan/plan.ts';
import { type Edge, type Graph, stateNames } from '../simulate/explore.ts';
import { guardResult } from '../simulate/guards.ts';
import { stepName } from '../simulate/steps.ts';
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

/** The kinds of items to cover, one for each criterion of a plan. */
export const coverageKinds = ['state', 'transition', 'guard', 'case', 'pair'] as const;

export type CoverageKind = (typeof coverageKinds)[number];

export type CoverageItem = {
  kind: CoverageKind;
  id: string;
  status: 'covered' | 'uncovered' | 'unreachable';
  /** The levels at which the item ran. */
  levels: string[];
  /** The reason why the item is unreachable. */
  reason?: string;
};

/** Whether the transitions were taken in their order and as often; others may have been taken in between. */
export function isSubsequence(transitions: readonly string[], taken: readonly string[]): boolean {
  let from = 0;
  return transitions.every((id) => {
    from = taken.indexOf(id, from) + 1;
    return from > 0;
  });
}

export type Coverage = { flow: string; items: CoverageItem[] };

/** A performed step of a path: the transitions that the machine reported, and whether the expected state was observed. */
export type PerformedEdge = { edge: Edge; taken: readonly string[]; isStateSeen: boolean };

const distinct = (items: readonly string[]): string[] => [...new Set(items)];

/**
 * Returns the coverage of performed paths. States, transitions and pairs are observed; cases and guard results are
 * inferred from the steps whose transitions were all taken.
 */
export function observedCoverage(
  flow: Flow,
  level: string,
  graph: Graph,
  performedPaths: readonly (readonly PerformedEdge[])[],
): ObservedCoverage {
  const initial = graph.states.get(graph.initial);
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
    .flatMap((taken) =>
      taken.slice(1).map((next, index) => transitionSequence(...taken.slice(index, index + 1), next)),
    );
  return {
    flow: flow.id,
    level,
    states: distinct([
      ...(initial && performedPaths.length > 0 ? [stateName(initial.snapshot)] : []),
      ...seenStates,
    ]),
    transitions: distinct(steps.flatMap(({ taken }) => taken)),
    guardResults: distinct(completed.flatMap(({ guardResults }) => guardResults)),
    cases: distinct(
      completed.filter(({ transitions }) => transitions.length > 0).map(({ step }) => stepName(step)),
    ),
    pairs: distinct(pairs),
  };
}

/** Returns the coverage that performing the paths would give. */
export const plannedCoverage = (
  flow: Flow,
  graph: Graph,
  paths: readonly Path[],
  level = 'plan',
): ObservedCoverage =>
  observedCoverage(
    flow,
    level,
    graph,
    paths.map((path) => path.map((edge) => ({ edge, taken: edge.transitions, isStateSeen: true }))),
  );

/** An item to cover: `observedIn` returns the covered ids of its kind, `reason` says why it is unreachable. */
type CoverageTarget = {
  kind: CoverageKind;
  id: string;
  observedIn: (run: ObservedCoverage) => string[];
  reason?: string | undefined;
};

/** Returns every item to cover in a flow. */
function coverageTargets(flow: Flow, graph: Graph): CoverageTarget[] {
  const reasons = new Map(findUnreachable(flow, graph).map((missing) => [missing.id, missing.reason]));
  const transitions = transitionsOf(flow.machine);
  const names = new Set([...stateNames(graph), ...reachableGoals(graph, 'states')]);
  const reachableResults = new Set(reachableGoals(graph, 'guards'));
  const usedCases = new Set(reachableGoals(graph, 'cases'));
  const cases = Object.entries({ ...flow.events, ...flow.outcomes }).flatMap(([of, casesOfType]) =>
    Object.keys(casesOfType).map((name) => `${of}: ${name}`),
  );
  return [
    ...[...names].map((id) => ({
      kind: 'state' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.states,
    })),
    ...stateNodes(flow.machine)
      .filter(({ id }) => reasons.has(id))
      .map(({ id }) => ({ kind: 'state' as const, id, observedIn: () => [], reason: reasons.get(id) })),
    ...transitions.map(({ id }) => ({
      kind: 'transition' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.transitions,
      reason: reasons.get(id),
    })),
    ...transitions
      .filter(({ guard }) => guard !== undefined)
      .flatMap(({ id }) => [guardResult(id, true), guardResult(id, false)])
      .map((id) => ({
        kind: 'guard' as const,
        id,
        observedIn: (run: ObservedCoverage) => run.guardResults,
        reason: reachableResults.has(id) ? undefined : 'the guard never has this result in any case',
      })),
    ...[...new Set([...cases, ...usedCases])].map((id) => ({
      kind: 'case' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.cases,
      reason: usedCases.has(id) ? undefined : 'it changes nothing in any state',
    })),
    ...reachableGoals(graph, 'pairs').map((id) => ({
      kind: 'pair' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.pairs,
    })),
  ];
}

/** Returns the coverage of a flow by any number of test runs; observations of other flows are ignored. */
export function coverageOf(flow: Flow, graph: Graph, observations: readonly ObservedCoverage[]): Coverage {
  const ownObservations = observations.filter((observation) => observation.flow === flow.id);
  const items = coverageTargets(flow, graph).map(({ kind, id, observedIn, reason }): CoverageItem => {
    const levels = [
      ...new Set(
        ownObservations
          .filter((observation) => observedIn(observation).includes(id))
          .map(({ level }) => level),
      ),
    ];
    if (levels.length > 0) return { kind, id, status: 'covered', levels };
    return reason === undefined
      ? { kind, id, status: 'uncovered', levels }
      : { kind, id, status: 'unreachable', levels, reason };
  });
  return { flow: flow.id, items };
}

/** Returns how many of the reachable items of one kind were covered, at one level or at any. */
export function coveredShare(
  { items }: Coverage,
  kind: CoverageKind,
  level?: string,
): { covered: number; of: number } {
  const reachable = items.filter((item) => item.kind === kind && item.status !== 'unreachable');
  const covered = reachable.filter(({ levels }) =>
    level === undefined ? levels.length > 0 : levels.includes(level),
  );
  return { covered: covered.length, of: reachable.length };
}

const summaryOf = (coverage: Coverage, kind: CoverageKind) => {
  const { covered, of } = coveredShare(coverage, kind);
  return `${covered} of ${of} ${kind}s`;
};

/** Returns the coverage as lines of text: the totals, then each item that is not covered, except pairs. */
export function coverageAsText(coverage: Coverage): string {
  const sums = coverageKinds.map((kind) => summaryOf(coverage, kind)).join(', ');
  const missing = coverage.items.filter(({ kind, status }) => status !== 'covered' && kind !== 'pair');
  const rest = missing.map(
    ({ status, kind, id, reason }) => `  ${status} ${kind}: ${id}${reason ? ` (${reason})` : ''}`,
  );
  return [`${coverage.flow}: ${sums}`, ...rest].join('\n');
}

/** Returns the coverage as a Markdown table. */
export function coverageAsMarkdown(coverage: Coverage): string {
  const rows = coverage.items.map(
    ({ kind, id, status, levels, reason }) =>
      `| ${kind} | ${id} | ${status} | ${reason ?? levels.join(', ')} |`,
  );
  return [
    `### ${coverage.flow}`,
    '',
    '| Kind | What | Status | Where |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
