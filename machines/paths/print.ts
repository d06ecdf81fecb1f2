import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../stateName.ts';
import { type Graph, type Step, stepName } from './explore.ts';
import type { Flow } from './flow.ts';
import { activeNodes } from './internals.ts';
import type { Path } from './plan.ts';

export const formats = ['text', 'markdown', 'json', 'mermaid'] as const;

export type Format = (typeof formats)[number];

const words = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);

/** A step in plain words: `changed, everything right`; `create order: refused by the server`; `time passes (slow notice)`. */
function told(step: Step): string {
  switch (step.kind) {
    case 'event':
      return `${words(step.type)}, ${step.name}`;
    case 'outcome':
      return `${words(step.actor)}: ${step.name}`;
    case 'timer':
      return `nothing comes until time is up (${words(step.name)})`;
  }
}

/** A sentence as it goes on in another: `The form waits.` as `the form waits`; `FAQ` stays. */
const within = (sentence: string) =>
  (/^[A-Z](?![A-Z])/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
  ).replace(/\.$/, '');

/** A state in plain words: what its machine says of it, else its name. */
function seen(snapshot: AnyMachineSnapshot): string {
  const described = activeNodes(snapshot).findLast(({ description }) => description !== undefined);
  const name = stateName(snapshot);
  return described?.description ? `${within(described.description)} [${name}]` : `[${name}]`;
}

const initialOf = (graph: Graph): AnyMachineSnapshot => {
  const initial = graph.states.get(graph.initial);
  if (!initial) throw new Error('the graph has no initial state');
  return initial.snapshot;
};

const title = (path: Path, index: number) => `Test ${index + 1} (${path.length} steps)`;

function asText(graph: Graph, path: Path, index: number): string {
  const steps = path.flatMap(({ step, after }) => [`  When ${told(step)},`, `  then ${seen(after)}`]);
  return [title(path, index), `  Given ${seen(initialOf(graph))}`, ...steps].join('\n');
}

function asMarkdown(graph: Graph, path: Path, index: number): string {
  const steps = path.map(({ step, after }) => `1. When ${told(step)}, then ${seen(after)}`);
  return [`### ${title(path, index)}`, '', `Given ${seen(initialOf(graph))}`, '', ...steps, ''].join('\n');
}

const quoted = (text: string) => `"${text.replaceAll('"', "'")}"`;

function asMermaid(graph: Graph, path: Path, index: number): string {
  const states = [initialOf(graph), ...path.map(({ after }) => after)];
  const nodes = states.map((snapshot, at) => `    t${index}s${at}[${quoted(stateName(snapshot))}]`);
  const edges = path.map(
    ({ step }, at) => `    t${index}s${at} -->|${quoted(told(step))}| t${index}s${at + 1}`,
  );
  return [`  subgraph ${quoted(title(path, index))}`, ...nodes, ...edges, '  end'].join('\n');
}

/**
 * A path as far as it went, in plain words: the steps that went well, the last step, and both states after it. `actual`
 * is the name of the state that was found, null where none was.
 */
export function printFailure(initial: AnyMachineSnapshot, steps: Path, actual: string | null): string {
  const well = steps
    .slice(0, -1)
    .flatMap(({ step, after }) => [`  When ${told(step)},`, `  then ${seen(after)}`]);
  const last = steps.at(-1);
  return [
    `step ${steps.length} went wrong`,
    `  Given ${seen(initial)}`,
    ...well,
    ...(last ? [`  When ${told(last.step)},`, `  then expected: ${seen(last.after)}`] : []),
    `       actual: [${actual ?? 'nothing renders the flow'}]`,
  ].join('\n');
}

/** The tests of a flow, in words that need no knowledge of its machine, or as data. */
export function printPaths(flow: Flow, graph: Graph, paths: readonly Path[], format: Format): string {
  switch (format) {
    case 'text':
      return [flow.title, '', ...paths.map((path, index) => `${asText(graph, path, index)}\n`)].join('\n');
    case 'markdown':
      return [`## ${flow.title}`, '', ...paths.map((path, index) => asMarkdown(graph, path, index))].join(
        '\n',
      );
    case 'mermaid':
      return ['flowchart TD', ...paths.map((path, index) => asMermaid(graph, path, index))].join('\n');
    case 'json':
      return JSON.stringify(
        {
          flow: flow.id,
          tests: paths.map((path) =>
            path.map(({ step, after }) => ({
              step: stepName(step),
              event: step.event,
              state: stateName(after),
            })),
          ),
        },
        null,
        2,
      );
  }
}
