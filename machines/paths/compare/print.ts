import type { AnyMachineSnapshot } from 'xstate';
import { findUnreachable } from '../check/unreachable.ts';
import { stateName, stepName } from '../define/names.ts';
import type { Step } from '../define/types.ts';
import { describeState, describeStep } from '../define/words.ts';
import { stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';

/** A form in which paths are printed. */
export type Format = 'text' | 'markdown' | 'json' | 'mermaid';

const initialOf = (graph: Graph): AnyMachineSnapshot => {
  const initial = graph.states.get(graph.initial);
  if (!initial) throw new Error('the graph has no initial state');
  return initial.snapshot;
};

const titleOf = (path: Path, index: number) => `Test ${index + 1} (${path.length} steps)`;

function pathAsText(graph: Graph, path: Path, index: number): string {
  const steps = path.flatMap(({ step, after }) => [
    `  When ${describeStep(step)},`,
    `  then ${describeState(after)}`,
  ]);
  return [titleOf(path, index), `  Given ${describeState(initialOf(graph))}`, ...steps].join('\n');
}

function pathAsMarkdown(graph: Graph, path: Path, index: number): string {
  const steps = path.map(({ step, after }) => `1. When ${describeStep(step)}, then ${describeState(after)}`);
  return [
    `### ${titleOf(path, index)}`,
    '',
    `Given ${describeState(initialOf(graph))}`,
    '',
    ...steps,
    '',
  ].join('\n');
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
  after: { value: unknown; status: string };
};

function stepAsData({ step, after: { value, status } }: Edge): StepData {
  const owner = 'path' in step ? step.path.slice(0, -1).join('.') : '';
  return {
    kind: step.kind,
    name: stepName(step),
    event: step.event,
    ...(owner !== '' && { to: owner }),
    ...('wait' in step && { wait: step.wait }),
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
 * Returns the paths of a flow in a format: plain words that need no knowledge of the machine, a diagram, or data.
 *
 * @example
 * const graph = explore(shelf);
 * printPaths(graph, [graph.pathTo('loading')]).includes('When asked, without a payload,'); // true
 */
export function printPaths(graph: Graph, paths: readonly Path[], format: Format = 'text'): string {
  const { title } = graph.flow;
  switch (format) {
    case 'text':
      return [title, '', ...paths.map((path, index) => `${pathAsText(graph, path, index)}\n`)].join('\n');
    case 'markdown':
      return [`## ${title}`, '', ...paths.map((path, index) => pathAsMarkdown(graph, path, index))].join(
        '\n',
      );
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
