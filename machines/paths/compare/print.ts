import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../../stateName.ts';
import { findUnreachable } from '../check/unreachable.ts';
import type { Flow } from '../define/flow.ts';
import type { Step } from '../define/paths.types.ts';
import { activeNodes, stateNodes, transitionsOf } from '../define/xstateInternals.ts';
import type { Path } from '../plan/plan.ts';
import type { Edge, Graph } from '../simulate/explore.ts';
import { stepName } from '../simulate/steps.ts';

export const formats = ['text', 'markdown', 'json', 'mermaid'] as const;

export type Format = (typeof formats)[number];

const separateWords = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

/** Returns a step in plain words: `changed, everything valid`; `create order: refused by the server`; `nothing comes until time is up (slow notice)`. */
function describeStep(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${separateWords(step.type)}, ${step.name}`;
    case 'outcome':
    case 'sent':
    case 'snapshot':
      return `${step.path.map(separateWords).join(', ')}: ${step.name}`;
    case 'timer':
    case 'delayed':
      return `nothing comes until time is up (${separateWords(step.name)})`;
  }
}

/** Returns a sentence as a clause: `The form waits.` as `the form waits`; `FAQ` keeps its capitals. */
const asClause = (sentence: string) =>
  (/^[A-Z](?![A-Z])/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
  ).replace(/\.$/, '');

/** Returns a state in plain words: its description, where it has one, and its name. */
function describeState(snapshot: AnyMachineSnapshot): string {
  const described = activeNodes(snapshot).findLast(({ description }) => description !== undefined);
  const name = stateName(snapshot);
  return described?.description ? `${asClause(described.description)} [${name}]` : `[${name}]`;
}

const initialOf = (graph: Graph): AnyMachineSnapshot => {
  const initial = graph.states.get(graph.initial);
  if (!initial) throw new Error('the graph has no initial state');
  return initial.snapshot;
};

const title = (path: Path, index: number) => `Test ${index + 1} (${path.length} steps)`;

function pathAsText(graph: Graph, path: Path, index: number): string {
  const steps = path.flatMap(({ step, after }) => [
    `  When ${describeStep(step)},`,
    `  then ${describeState(after)}`,
  ]);
  return [title(path, index), `  Given ${describeState(initialOf(graph))}`, ...steps].join('\n');
}

function pathAsMarkdown(graph: Graph, path: Path, index: number): string {
  const steps = path.map(({ step, after }) => `1. When ${describeStep(step)}, then ${describeState(after)}`);
  return [`### ${title(path, index)}`, '', `Given ${describeState(initialOf(graph))}`, '', ...steps, ''].join(
    '\n',
  );
}

const quoted = (text: string) => `"${text.replaceAll('"', "'")}"`;

function pathAsMermaid(graph: Graph, path: Path, index: number): string {
  const states = [initialOf(graph), ...path.map(({ after }) => after)];
  const nodes = states.map((snapshot, at) => `    t${index}s${at}[${quoted(stateName(snapshot))}]`);
  const edges = path.map(
    ({ step }, at) => `    t${index}s${at} -->|${quoted(describeStep(step))}| t${index}s${at + 1}`,
  );
  return [`  subgraph ${quoted(title(path, index))}`, ...nodes, ...edges, '  end'].join('\n');
}

/**
 * Returns a failed path in plain words: the steps that succeeded, the failed step, and the expected and actual state.
 * `actual` is the name of the state, null where nothing renders the flow.
 */
export function printFailure(initial: AnyMachineSnapshot, steps: Path, actual: string | null): string {
  const succeeded = steps
    .slice(0, -1)
    .flatMap(({ step, after }) => [`  When ${describeStep(step)},`, `  then ${describeState(after)}`]);
  const last = steps.at(-1);
  return [
    `step ${steps.length} went wrong`,
    `  Given ${describeState(initial)}`,
    ...succeeded,
    ...(last ? [`  When ${describeStep(last.step)},`, `  then expected: ${describeState(last.after)}`] : []),
    `       actual: [${actual ?? 'nothing renders the flow'}]`,
  ].join('\n');
}

/** A plan as data: each of its tests can be replayed on a running machine with a simulated clock. */
type PlanData = {
  machine: string;
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

const planAsData = (flow: Flow, graph: Graph, paths: readonly Path[]): PlanData => ({
  machine: flow.id,
  states: stateNodes(flow.machine).map(({ id }) => id),
  transitions: transitionsOf(flow.machine).map(({ id }) => id),
  unreachable: findUnreachable(flow, graph).map(({ id, reason }) => ({ id, why: reason })),
  tests: paths.map((path) => ({ steps: path.map(stepAsData) })),
});

/** Returns the paths of a flow in a format: plain words that need no knowledge of the machine, a diagram, or data. */
export function printPaths(flow: Flow, graph: Graph, paths: readonly Path[], format: Format): string {
  switch (format) {
    case 'text':
      return [flow.title, '', ...paths.map((path, index) => `${pathAsText(graph, path, index)}\n`)].join(
        '\n',
      );
    case 'markdown':
      return [`## ${flow.title}`, '', ...paths.map((path, index) => pathAsMarkdown(graph, path, index))].join(
        '\n',
      );
    case 'mermaid':
      return ['flowchart TD', ...paths.map((path, index) => pathAsMermaid(graph, path, index))].join('\n');
    case 'json':
      return JSON.stringify(
        planAsData(flow, graph, paths),
        (_, value) => (value instanceof Error ? { message: value.message } : value),
        2,
      );
  }
}
