import { stateName } from '../stateName.ts';
import { type Edge, type Graph, stateNames, stepName, unreachable } from './explore.ts';
import type { Flow } from './flow.ts';
import { guardAnswer, stateNodes, transitionsOf } from './internals.ts';
import { goalsIn, type Path, pairOf } from './plan.ts';

/** What really ran of a flow in one run at one level. */
export type Run = {
  flow: string;
  level: string;
  states: string[];
  transitions: string[];
  answers: string[];
  cases: string[];
  pairs: string[];
};

/** What there is to cover, one kind for each criterion of a plan. */
export const kinds = ['state', 'transition', 'guard', 'case', 'pair'] as const;

export type Kind = (typeof kinds)[number];

export type Item = {
  kind: Kind;
  id: string;
  status: 'covered' | 'uncovered' | 'unreachable';
  /** The levels at which it ran. */
  levels: string[];
  /** Why nothing reaches it. */
  why?: string;
};

/** Whether some transitions were taken, in their order and as often; others may have been taken in between. */
export function isWithin(transitions: readonly string[], taken: readonly string[]): boolean {
  let from = 0;
  return transitions.every((id) => {
    from = taken.indexOf(id, from) + 1;
    return from > 0;
  });
}

export type Coverage = { flow: string; items: Item[] };

/** A step of a path as it was walked: which transitions the machine itself said it took, and whether the state was seen to which it led. */
export type Walked = { edge: Edge; taken: readonly string[]; isSeen: boolean };

const unique = (items: readonly string[]): string[] => [...new Set(items)];

/**
 * What ran on walks. States, transitions and pairs are as they were observed. That a case was used and what the
 * guards answered is inferred, from the steps whose transitions were really taken.
 */
export function runOf(flow: Flow, level: string, graph: Graph, walks: readonly (readonly Walked[])[]): Run {
  const initial = graph.states.get(graph.initial);
  const steps = walks.flat();
  const done = steps.filter(({ edge, taken }) => isWithin(edge.transitions, taken)).map(({ edge }) => edge);
  const seen = steps.filter(({ isSeen }) => isSeen).map(({ edge }) => stateName(edge.after));
  const pairs = walks
    .map((walk) => walk.flatMap(({ taken }) => taken))
    .flatMap((taken) => taken.slice(1).map((next, index) => pairOf(taken[index], next)));
  return {
    flow: flow.id,
    level,
    states: unique([...(initial && walks.length > 0 ? [stateName(initial.snapshot)] : []), ...seen]),
    transitions: unique(steps.flatMap(({ taken }) => taken)),
    answers: unique(done.flatMap(({ answers }) => answers)),
    cases: unique(done.filter(({ transitions }) => transitions.length > 0).map(({ step }) => stepName(step))),
    pairs: unique(pairs),
  };
}

/** What would run if paths were walked. */
export const plannedRun = (flow: Flow, graph: Graph, paths: readonly Path[], level = 'plan'): Run =>
  runOf(
    flow,
    level,
    graph,
    paths.map((path) => path.map((edge) => ({ edge, taken: edge.transitions, isSeen: true }))),
  );

/** Something to cover: where it has run is asked of each run, and `why` it never can, where it cannot. */
type Wanted = { kind: Kind; id: string; ran: (run: Run) => string[]; why?: string | undefined };

/** What there is to cover in a flow. */
function wantedOf(flow: Flow, graph: Graph): Wanted[] {
  const why = new Map(unreachable(flow, graph).map((missing) => [missing.id, missing.why]));
  const transitions = transitionsOf(flow.machine);
  const names = stateNames(graph);
  const asked = new Set(goalsIn(graph, 'guards'));
  const used = new Set(goalsIn(graph, 'cases'));
  const cases = Object.entries({ ...flow.events, ...flow.outcomes }).flatMap(([of, named]) =>
    Object.keys(named).map((name) => `${of}: ${name}`),
  );
  return [
    ...[...names].map((id) => ({ kind: 'state' as const, id, ran: (run: Run) => run.states })),
    ...stateNodes(flow.machine)
      .filter(({ id }) => why.has(id))
      .map(({ id }) => ({ kind: 'state' as const, id, ran: () => [], why: why.get(id) })),
    ...transitions.map(({ id }) => ({
      kind: 'transition' as const,
      id,
      ran: (run: Run) => run.transitions,
      why: why.get(id),
    })),
    ...transitions
      .filter(({ guard }) => guard !== undefined)
      .flatMap(({ id }) => [guardAnswer(id, true), guardAnswer(id, false)])
      .map((id) => ({
        kind: 'guard' as const,
        id,
        ran: (run: Run) => run.answers,
        why: asked.has(id) ? undefined : 'the guard never answers so in any case',
      })),
    ...[...new Set([...cases, ...used])].map((id) => ({
      kind: 'case' as const,
      id,
      ran: (run: Run) => run.cases,
      why: used.has(id) ? undefined : 'it changes nothing in any state',
    })),
    ...goalsIn(graph, 'pairs').map((id) => ({ kind: 'pair' as const, id, ran: (run: Run) => run.pairs })),
  ];
}

/** The coverage of a flow by any number of runs. */
export function coverageOf(flow: Flow, graph: Graph, runs: readonly Run[]): Coverage {
  const own = runs.filter((run) => run.flow === flow.id);
  const items = wantedOf(flow, graph).map(({ kind, id, ran, why }): Item => {
    const levels = [...new Set(own.filter((run) => ran(run).includes(id)).map(({ level }) => level))];
    if (levels.length > 0) return { kind, id, status: 'covered', levels };
    return why === undefined
      ? { kind, id, status: 'uncovered', levels }
      : { kind, id, status: 'unreachable', levels, why };
  });
  return { flow: flow.id, items };
}

/** How much of one kind was covered, of what can be reached at all. */
export function share({ items }: Coverage, kind: Kind, level?: string): { covered: number; of: number } {
  const reachable = items.filter((item) => item.kind === kind && item.status !== 'unreachable');
  const covered = reachable.filter(({ levels }) =>
    level === undefined ? levels.length > 0 : levels.includes(level),
  );
  return { covered: covered.length, of: reachable.length };
}

const line = (coverage: Coverage, kind: Kind) => {
  const { covered, of } = share(coverage, kind);
  return `${covered} of ${of} ${kind}s`;
};

/** The coverage in lines of text: a sum, then whatever is not covered. Of pairs, which are many, only the sum. */
export function asText(coverage: Coverage): string {
  const sums = kinds.map((kind) => line(coverage, kind)).join(', ');
  const missing = coverage.items.filter(({ kind, status }) => status !== 'covered' && kind !== 'pair');
  const rest = missing.map(
    ({ status, kind, id, why }) => `  ${status} ${kind}: ${id}${why ? ` (${why})` : ''}`,
  );
  return [`${coverage.flow}: ${sums}`, ...rest].join('\n');
}

/** The coverage as a table in Markdown. */
export function asMarkdown(coverage: Coverage): string {
  const rows = coverage.items.map(
    ({ kind, id, status, levels, why }) => `| ${kind} | ${id} | ${status} | ${why ?? levels.join(', ')} |`,
  );
  return [
    `### ${coverage.flow}`,
    '',
    '| Kind | What | Status | Where |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
