import type { AnyMachineSnapshot } from 'xstate';
import { findUnreachable } from '../check/unreachable.ts';
import { stateName, stepName } from '../define/names.ts';
import type { Step } from '../define/types.ts';
import { describeState, describeStep } from '../define/words.ts';
import { stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';

/** A form in which paths are printed. */
export type Format = 'text' | 'markdown' | 'json' | 'mermaid';

const initialOf = (graph: Graph): AnyMachineSnapshot => {
  const initial = graph.states.get(graph.initial);
  if (!initial) throw new Error('the graph has no initial state');
  return initial.snapshot;
};

const titleOf = (path: Path, index: number) => `Test ${index + 1} (${path.length} steps)`;

function pathAsText(graph: Graph, path: Path, index: number): string {
  const steps = path.flatMap((edge) => [
    `  When ${describeStep(edge.step)},`,
    `  then ${isRefusal(edge) ? 'nothing happens' : describeState(edge.after)}`,
  ]);
  return [titleOf(path, index), `  Given ${describeState(initialOf(graph))}`, ...steps].join('\n');
}

/** The content of a page in a state, in sentences; `after` is the step that led there, undefined at the start. */
type Seen = (snapshot: AnyMachineSnapshot, after?: Step) => readonly string[];

/** The values within data, each by its own name: `name "Ada"`. */
const valuesOf = (data: object): string[] =>
  Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error)
      ? valuesOf(value)
      : [`${name} ${value instanceof Error ? value.message : JSON.stringify(value)}`],
  );

/** A step with what a person needs to perform it: the values of an event, or the time to wait. */
function instruction(step: Step): string {
  const described = describeStep(step);
  if ('wait' in step) return `${described}: wait ${step.wait / 1000} s`;
  if (step.kind !== 'event') return described;
  const { type: _, ...payload } = step.event;
  const values = valuesOf(payload);
  return values.length > 0 ? `${described}: ${values.join(', ')}` : described;
}

/** A path as numbered steps that a person takes by hand, each with the newly visible sentences. */
function pathAsMarkdown(graph: Graph, path: Path, index: number, seen: Seen): string {
  const tick = (snapshot: AnyMachineSnapshot, sentences: readonly string[]) =>
    [describeState(snapshot), ...sentences].map((sentence) => `- [ ] ${sentence}`);
  const { page } = graph.flow;
  const initial = initialOf(graph);
  let before = seen(initial);
  const begin = [`Begin${page === null ? '' : ` on ${page}`}:`, '', ...tick(initial, before)];
  const steps = path.flatMap((edge) => {
    const { step, after } = edge;
    if (isRefusal(edge)) return [`1. ${instruction(step)}`, '   - [ ] nothing happens'];
    const now = seen(after, step);
    const added = now.filter((sentence) => !before.includes(sentence));
    before = now;
    return [`1. ${instruction(step)}`, ...tick(after, added).map((line) => `   ${line}`)];
  });
  return [`### ${titleOf(path, index)}`, '', ...begin, '', ...steps, ''].join('\n');
}

const quoted = (text: string) => `"${text.replaceAll('"', "'")}"`;

function pathAsMermaid(graph: Graph, path: Path, index: number): string {
  const states = [initialOf(graph), ...path.map(({ after }) => after)];
  const nodes = states.map((snapshot, at) => `    t${index}s${at}[${quoted(stateName(snapshot))}]`);
  const edges = path.map(
    ({ step }, at) => `    t${index}s${at} -->|${quoted(describeStep(step))}| t${index}s${at + 1}`,
  );
  return [`  subgraph ${quoted(titleOf(path, index))}`, ...nodes, ...edges, '  end'].join('\n');
}

/** A plan as data: each of its tests can be replayed on a running machine with a simulated clock. */
type PlanData = {
  machine: string;
  /** The input of the machine, where it has one. */
  input?: unknown;
  /** Ids of all states and transitions of the machine. */
  states: string[];
  transitions: string[];
  unreachable: { id: string; why: string }[];
  tests: { steps: StepData[] }[];
};

type StepData = Pick<Step, 'kind' | 'event'> & {
  name: string;
  /** The path of the actor that the event comes to, where it is a child of the machine. */
  to?: string;
  /** Milliseconds until the step happens. */
  wait?: number;
  /** Whether nothing takes the event. */
  refused?: true;
  after: { value: unknown; status: string };
};

function stepAsData(edge: Edge): StepData {
  const { step, after } = edge;
  const { value, status } = after;
  const owner = 'path' in step ? step.path.slice(0, -1).join('.') : '';
  return {
    kind: step.kind,
    name: stepName(step),
    event: step.event,
    ...(owner !== '' && { to: owner }),
    ...('wait' in step && { wait: step.wait }),
    ...(isRefusal(edge) && { refused: true }),
    after: { value, status },
  };
}

const planAsData = (graph: Graph, paths: readonly Path[]): PlanData => ({
  machine: graph.flow.id,
  ...(graph.flow.input !== undefined && { input: graph.flow.input }),
  states: stateNodes(graph.flow.machine).map(({ id }) => id),
  transitions: transitionsOf(graph.flow.machine).map(({ id }) => id),
  unreachable: findUnreachable(graph).map(({ id, reason }) => ({ id, why: reason })),
  tests: paths.map((path) => ({ steps: path.map(stepAsData) })),
});

/**
 * The paths of a flow in a format: plain words that need no knowledge of the machine, a diagram, or data. In
 * Markdown they are a plan to carry out by hand; `seen` says what the page shows.
 *
 * @example
 * const graph = explore(shelf);
 * printPaths(graph, [graph.pathTo('loading')]).includes('When asked, without a payload,'); // true
 */
export function printPaths(
  graph: Graph,
  paths: readonly Path[],
  format: Format = 'text',
  seen: Seen = () => [],
): string {
  const { title } = graph.flow;
  switch (format) {
    case 'text':
      return [title, '', ...paths.map((path, index) => `${pathAsText(graph, path, index)}\n`)].join('\n');
    case 'markdown':
      return [
        `## ${title}`,
        '',
        'Tick what you see after each step; what it does not name stays as it is.',
        '',
        ...paths.map((path, index) => pathAsMarkdown(graph, path, index, seen)),
      ].join('\n');
    case 'mermaid':
      return ['flowchart TD', ...paths.map((path, index) => pathAsMermaid(graph, path, index))].join('\n');
    case 'json':
      return JSON.stringify(
        planAsData(graph, paths),
        (_, value) => (value instanceof Error ? { message: value.message } : value),
        2,
      );
  }
}
