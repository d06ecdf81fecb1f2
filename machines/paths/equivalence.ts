import { initialTransition, transition } from 'xstate';
import { type Edge, type Graph, stepName } from './explore.ts';
import type { Flow } from './flow.ts';

/** What two machines can be told apart by: each state and each step of a graph, as text. */
export type Behaviour = {
  graph: Graph;
  /** The context and the effects with which the machine starts. */
  start: string;
  states: ReadonlyMap<
    string,
    { snapshot: string; steps: ReadonlyMap<string, { edge: Edge; result: string }> }
  >;
};

const isActor = (value: object): value is { id: string } => 'getSnapshot' in value && 'id' in value;

/** Returns a value as text: actors by their ids, errors by their messages. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null) return part;
    if (isActor(part)) return part.id;
    return part instanceof Error ? part.message : part;
  });

type Effect = { type: string; params: unknown; info: { context: unknown } };

/** The functions with which a machine's actions are performed on its page, by name. */
type Actions = Readonly<Record<string, unknown>>;

/** Whether an action may depend on the context: not one of XState itself, nor one whose function has no parameters. */
const mayReadContext = (action: string, actions: Actions): boolean => {
  const implementation = actions[action];
  return (
    !action.startsWith('xstate.') && !(typeof implementation === 'function' && implementation.length === 0)
  );
};

/** Returns effects as text: actors with their inputs, timers with their lengths, actions with the context they are given. */
const textOfEffects = (effects: readonly Effect[], actions: Actions): string =>
  textOf(
    effects.map(({ type, params, info }) => [
      type,
      params,
      mayReadContext(type, actions) ? info.context : null,
    ]),
  );

/**
 * Returns the behaviour of a flow: the whole context of each state, and what each step leads to and brings about.
 * Without `actions`, each action is taken to depend on the context.
 */
export function behaviourOf({ machine, input }: Flow, graph: Graph, actions: Actions = {}): Behaviour {
  const [initial, effects] = initialTransition(machine, input);
  const textOfStep = ({ from, to, step, after }: Edge): string => {
    const before = graph.states.get(from)?.snapshot;
    const performed = before ? textOfEffects(transition(machine, before, step.event)[1], actions) : '';
    return `${to} ${textOf(after.context)} ${performed}`;
  };
  return {
    graph,
    start: `${graph.initial} ${textOf(initial.context)} ${textOfEffects(effects, actions)}`,
    states: new Map(
      [...graph.states].map(([key, { snapshot, edges }]) => [
        key,
        {
          snapshot: textOf([snapshot.context, [...snapshot.tags]]),
          steps: new Map(edges.map((edge) => [stepName(edge.step), { edge, result: textOfStep(edge) }])),
        },
      ]),
    ),
  };
}

/**
 * Returns a shortest path of a mutant to a state or a step in which it differs from the original; null where it differs
 * nowhere, which proves that it behaves like the original in every case of the flow.
 */
export function firstDifference(original: Behaviour, mutant: Behaviour): Edge[] | null {
  if (original.start !== mutant.start) return [];
  const paths = new Map<string, Edge[]>([[mutant.graph.initial, []]]);
  for (const [key, path] of paths) {
    const [before, after] = [original.states.get(key), mutant.states.get(key)];
    if (!before || !after || before.snapshot !== after.snapshot) return path;
    for (const [name, { edge, result }] of after.steps) {
      if (before.steps.get(name)?.result !== result) return [...path, edge];
      if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge]);
    }
    if (before.steps.size !== after.steps.size) return path;
  }
  return null;
}
