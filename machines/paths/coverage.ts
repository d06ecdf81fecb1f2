import { stateName } from '../stateName.ts';
import { type Edge, type Graph, unreachable } from './explore.ts';
import type { Flow } from './flow.ts';
import { transitionsOf } from './internals.ts';

/** What really ran of a flow in one run at one level. */
export type Run = { flow: string; level: string; states: string[]; transitions: string[]; answers: string[] };

export type Item = {
  kind: 'state' | 'transition' | 'guard';
  id: string;
  status: 'covered' | 'uncovered' | 'unreachable';
  /** The levels at which it ran. */
  levels: string[];
  /** Why nothing reaches it. */
  why?: string;
};

export type Coverage = { flow: string; items: Item[] };

/** What walking edges covers. */
export function runOf(flow: Flow, level: string, graph: Graph, edges: readonly Edge[]): Run {
  const initial = graph.states.get(graph.initial);
  return {
    flow: flow.id,
    level,
    states: [
      ...new Set([
        ...(initial ? [stateName(initial.snapshot)] : []),
        ...edges.map(({ after }) => stateName(after)),
      ]),
    ],
    transitions: [...new Set(edges.flatMap(({ transitions }) => transitions))],
    answers: [...new Set(edges.flatMap(({ answers }) => answers))],
  };
}

/** The coverage of a flow by any number of runs. */
export function coverageOf(flow: Flow, graph: Graph, runs: readonly Run[]): Coverage {
  const why = new Map(unreachable(flow, graph).map((missing) => [missing.id, missing.why]));
  const states = [...graph.states.values()];
  const stateNames = [...new Set(states.map(({ snapshot }) => stateName(snapshot)))];
  const transitions = transitionsOf(flow.machine);
  const guards = transitions
    .filter(({ guard }) => guard !== undefined)
    .flatMap(({ id }) => [`${id} ? true`, `${id} ? false`]);
  const asked = new Set(states.flatMap(({ edges }) => edges.flatMap(({ answers }) => answers)));

  const item = (
    kind: Item['kind'],
    id: string,
    ran: (run: Run) => string[],
    reason: string | undefined,
  ): Item => {
    const levels = [
      ...new Set(
        runs.filter((run) => run.flow === flow.id && ran(run).includes(id)).map(({ level }) => level),
      ),
    ];
    if (levels.length > 0) return { kind, id, status: 'covered', levels };
    return reason === undefined
      ? { kind, id, status: 'uncovered', levels }
      : { kind, id, status: 'unreachable', levels, why: reason };
  };
  return {
    flow: flow.id,
    items: [
      ...stateNames.map((id) => item('state', id, (run) => run.states, undefined)),
      ...transitions.map(({ id }) => item('transition', id, (run) => run.transitions, why.get(id))),
      ...guards.map((id) =>
        item(
          'guard',
          id,
          (run) => run.answers,
          asked.has(id) ? undefined : 'the guard never answers so in any case',
        ),
      ),
    ],
  };
}

/** How much of one kind was covered, of what can be reached at all. */
export function share(
  { items }: Coverage,
  kind: Item['kind'],
  level?: string,
): { covered: number; of: number } {
  const reachable = items.filter((item) => item.kind === kind && item.status !== 'unreachable');
  const covered = reachable.filter(({ levels }) =>
    level === undefined ? levels.length > 0 : levels.includes(level),
  );
  return { covered: covered.length, of: reachable.length };
}

const KINDS = ['state', 'transition', 'guard'] as const;

const line = (coverage: Coverage, kind: Item['kind']) => {
  const { covered, of } = share(coverage, kind);
  return `${covered} of ${of} ${kind}s`;
};

const missing = ({ items }: Coverage) => items.filter(({ status }) => status !== 'covered');

/** The coverage in lines of text: a sum, then whatever is not covered. */
export function asText(coverage: Coverage): string {
  const sums = KINDS.map((kind) => line(coverage, kind)).join(', ');
  const rest = missing(coverage).map(
    ({ status, kind, id, why }) => `  ${status} ${kind}: ${id}${why ? ` (${why})` : ''}`,
  );
  return [`${coverage.flow}: ${sums}`, ...rest].join('\n');
}

/** The coverage as a table in Markdown. */
export function asMarkdown(coverage: Coverage): string {
  const rows = coverage.items.map(
    ({ kind, id, status, levels, why }) =>
      `| ${kind} | ${id} | ${status} | ${levels.join(', ')}${why ?? ''} |`,
  );
  return [
    `### ${coverage.flow}`,
    '',
    '| Kind | What | Status | Where |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
