import { caseName, countedStates, stateName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import { matchesEvent, stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import { pairsOf } from '../plan/criteria.ts';
import { caseNames, reachableGoals } from '../plan/plan.ts';
import { createExplorer } from '../simulate/explorer.ts';
import type { Edge, Graph } from '../simulate/graph.types.ts';
import { guardResult, guardResultsOf } from '../simulate/guards.ts';
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
type CoverageKind = 'state' | 'transition' | 'guard' | 'case' | 'pair';

type CoverageItem = {
  kind: CoverageKind;
  id: string;
  status: 'covered' | 'uncovered' | 'unreachable';
  /** The levels at which the item ran. */
  levels: string[];
  /** The reason why the item is unreachable. */
  reason?: string;
};

/** The coverage of a flow by test runs. */
export type Coverage = {
  flow: string;
  items: CoverageItem[];
  /** Returns how many of the items of each kind were covered, at one level or at any. */
  totals: (level?: string) => Record<CoverageKind, { covered: number; of: number }>;
  /** Returns lines of text: the totals, then each item that is not covered, except pairs. */
  asText: () => string;
  /** Returns a Markdown table of all items. */
  asMarkdown: () => string;
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
 * Returns the coverage of walks at a level, by their performed steps; a path stands for a walk that went as planned. States,
 * transitions and pairs are observed; cases and guard results are inferred from the steps whose transitions were all taken.
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

/** An item to cover: `observedIn` returns the covered ids of its kind, `reason` says why it is unreachable. */
type CoverageTarget = {
  kind: CoverageKind;
  id: string;
  observedIn: (run: ObservedCoverage) => string[];
  reason?: string | undefined;
};

/** Returns why a case changes nothing: the guards that refuse its event, if there are any. */
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

/** Returns every item to cover in a flow. */
function coverageTargets(graph: Graph): CoverageTarget[] {
  const { flow } = graph;
  const reasons = new Map(findUnreachable(graph).map((missing) => [missing.id, missing.reason]));
  const counted = (name: string) => countedStates(graph.stateNames, name);
  const names = new Set([...[...graph.stateNames].flatMap(counted), ...reachableGoals(graph, 'states')]);
  const reachableResults = new Set([...reachableGoals(graph, 'guards'), ...graph.start.guardResults]);
  const usedCases = new Set(reachableGoals(graph, 'cases'));
  return [
    ...[...names].map((id) => ({
      kind: 'state' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.states.flatMap(counted),
    })),
    ...stateNodes(flow.machine)
      .filter(({ id }) => reasons.has(id))
      .map(({ id }) => ({ kind: 'state' as const, id, observedIn: () => [], reason: reasons.get(id) })),
    ...transitionsOf(flow.machine).map(({ id }) => ({
      kind: 'transition' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.transitions,
      reason: reasons.get(id),
    })),
    ...guardResultsOf(flow).map((id) => ({
      kind: 'guard' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.guardResults,
      reason: reachableResults.has(id) ? undefined : 'the guard never has this result in any case',
    })),
    ...[...new Set([...caseNames(flow), ...usedCases])].map((id) => ({
      kind: 'case' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.cases,
      reason: usedCases.has(id) ? undefined : whyNothing(graph, id),
    })),
    ...reachableGoals(graph, 'pairs').map((id) => ({
      kind: 'pair' as const,
      id,
      observedIn: (run: ObservedCoverage) => run.pairs,
    })),
  ];
}

/**
 * Returns the coverage of a flow by any number of test runs; observations of other flows are ignored.
 *
 * @example
 * const graph = explore(shelf);
 * const coverage = coverageOf(graph, [observedCoverage(shelf, 'browser', [graph.pathTo('loading')])]);
 * coverage.totals().transition; // { covered: 1, of: 5 }
 */
export function coverageOf(graph: Graph, observations: readonly ObservedCoverage[]): Coverage {
  const { flow } = graph;
  const ownObservations = observations.filter((observation) => observation.flow === flow.id);
  const items = coverageTargets(graph).map(({ kind, id, observedIn, reason }): CoverageItem => {
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
  return coverageWith(flow.id, items);
}

const RANKS = ['covered', 'uncovered', 'unreachable'] as const;

/**
 * Returns the coverage of a machine by several flows of it, such as one for each of its inputs: what one of them covers is covered.
 *
 * @example
 * const graph = explore(shelf);
 * const [none, some] = [[], [graph.pathTo('loading')]].map((paths) => coverageOf(graph, [observedCoverage(shelf, 'plan', paths)]));
 * sumOfCoverage([none, some]).totals().transition; // { covered: 1, of: 5 }
 */
export function sumOfCoverage(all: readonly Coverage[]): Coverage {
  const best = new Map<string, CoverageItem>();
  for (const item of all.flatMap(({ items }) => items)) {
    const key = `${item.kind} ${item.id}`;
    const known = best.get(key);
    if (!known || RANKS.indexOf(item.status) < RANKS.indexOf(known.status)) best.set(key, item);
  }
  // A state that is reached has its name, one that is not its id: it counts where no flow reaches it.
  const isInAll = ({ kind, id }: CoverageItem) =>
    all.every(({ items }) => items.some((item) => item.kind === kind && item.id === id));
  const items = [...best.values()].filter(
    (item) => item.kind !== 'state' || item.status !== 'unreachable' || isInAll(item),
  );
  return coverageWith(all[0]?.flow ?? '', items);
}

/** Returns the coverage of a flow with some items. */
function coverageWith(flow: string, items: CoverageItem[]): Coverage {
  const totals: Coverage['totals'] = (level) => {
    const totalOf = (kind: CoverageKind) => {
      const ofKind = items.filter((item) => item.kind === kind);
      const covered = ofKind.filter(({ levels }) =>
        level === undefined ? levels.length > 0 : levels.includes(level),
      );
      return { covered: covered.length, of: ofKind.length };
    };
    return {
      state: totalOf('state'),
      transition: totalOf('transition'),
      guard: totalOf('guard'),
      case: totalOf('case'),
      pair: totalOf('pair'),
    };
  };
  return {
    flow,
    items,
    totals,
    asText: () => {
      const sums = Object.entries(totals()).map(([kind, { covered, of }]) => `${covered} of ${of} ${kind}s`);
      const missing = items.filter(({ kind, status }) => status !== 'covered' && kind !== 'pair');
      const rest = missing.map(
        ({ status, kind, id, reason }) => `  ${status} ${kind}: ${id}${reason ? ` (${reason})` : ''}`,
      );
      return [`${flow}: ${sums.join(', ')}`, ...rest].join('\n');
    },
    asMarkdown: () => {
      const rows = items.map(
        ({ kind, id, status, levels, reason }) =>
          `| ${kind} | ${id} | ${status} | ${reason ?? levels.join(', ')} |`,
      );
      return [
        `### ${flow}`,
        '',
        '| Kind | What | Status | Where |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    },
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns coverage in the XML of JUnit: a suite for each flow, and a test for each item, which fails where nothing covered
 * it and is skipped where nothing can.
 *
 * @example
 * coverageAsJUnit([coverageOf(explore(shelf), [])]).split('\n')[2]; // '  <testsuite name="shelf" tests="20" failures="20" skipped="0">'
 */
export function coverageAsJUnit(all: readonly Coverage[]): string {
  const outcomes = {
    covered: () => '',
    uncovered: () => '<failure message="not covered"/>',
    unreachable: (reason: string) => `<skipped message="${escaped(reason)}"/>`,
  };
  const suites = all.flatMap(({ flow, items }) => {
    const count = (status: CoverageItem['status']) => items.filter((item) => item.status === status).length;
    return [
      `  <testsuite name="${escaped(flow)}" tests="${items.length}" failures="${count('uncovered')}" skipped="${count('unreachable')}">`,
      ...items.map(
        ({ kind, id, status, reason = '' }) =>
          `    <testcase classname="${escaped(flow)}.${kind}" name="${escaped(id)}">${outcomes[status](reason)}</testcase>`,
      ),
      '  </testsuite>',
    ];
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>'].join('\n');
}
