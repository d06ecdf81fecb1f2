import { initialTransition, transition } from 'xstate';
import { stepName } from '../define/names.ts';
import { isActor } from '../define/xstateInternals.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';

/** The behaviour of a machine, by which two can be told apart, as text: how it starts, each state and each step of its graph. */
export type Behaviour = {
  graph: Graph;
  start: string;
  textOfState: (key: string) => string | undefined;
  textOfStep: (edge: Edge) => string;
  /**
   * A shortest path of a mutant to a state or a step in which it differs from this behaviour; null where it
   * differs nowhere, which proves that it behaves alike in every case of the flow.
   */
  firstDifference: (mutant: Behaviour) => Path | null;
};

/** A value as text: actors by their ids, errors by their messages. */
const textOfValue = (value: unknown): string =>
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

/** Effects as text: actors with their inputs, timers with their lengths, actions with their context. */
const textOfEffects = (effects: readonly Effect[], actions: Actions): string =>
  textOfValue(
    effects.map(({ type, params, info }) => [
      type,
      params,
      mayReadContext(type, actions) ? info.context : null,
    ]),
  );

/**
 * The behaviour of a flow: the whole context of each state, and the target and effects of each step. Without
 * `actions`, each action is taken to depend on the context.
 *
 * @example
 * const mutant = { ...shelf, machine: mutationsOf(shelf)[0].apply(machine) };
 * const original = behaviourOf(explore(shelf));
 * original.firstDifference(behaviourOf(explore(mutant))); // []
 * original.firstDifference(behaviourOf(explore(shelf))); // null
 */
export function behaviourOf(graph: Graph, actions: Actions = {}): Behaviour {
  const { machine, input } = graph.flow;
  const [initial, effects] = initialTransition(machine, input);
  const texts = new Map<Edge, string>();
  const textOf = ({ from, to, step, after }: Edge): string => {
    const before = graph.states.get(from)?.snapshot;
    const performed = before ? textOfEffects(transition(machine, before, step.event)[1], actions) : '';
    return `${to} ${textOfValue(after.context)} ${performed}`;
  };
  const behaviour: Behaviour = {
    graph,
    start: `${graph.initial} ${textOfValue(initial.context)} ${textOfEffects(effects, actions)}`,
    textOfState: (key) => {
      const snapshot = graph.states.get(key)?.snapshot;
      return snapshot && textOfValue([snapshot.context, [...snapshot.tags].sort()]);
    },
    textOfStep: (edge) => {
      const text = texts.get(edge) ?? textOf(edge);
      texts.set(edge, text);
      return text;
    },
    firstDifference: (mutant) => firstDifference(behaviour, mutant),
  };
  return behaviour;
}

function firstDifference(original: Behaviour, mutant: Behaviour): Path | null {
  if (original.start !== mutant.start) return [];
  const edgesOf = ({ graph }: Behaviour, key: string) => graph.states.get(key)?.edges ?? [];
  const paths = new Map<string, Edge[]>([[mutant.graph.initial, []]]);
  for (const [key, path] of paths) {
    if (original.textOfState(key) !== mutant.textOfState(key)) return path;
    const expected = new Map(edgesOf(original, key).map((edge) => [stepName(edge.step), edge]));
    const actual = edgesOf(mutant, key);
    for (const edge of actual) {
      const same = expected.get(stepName(edge.step));
      if (!same || original.textOfStep(same) !== mutant.textOfStep(edge)) return [...path, edge];
      if (!paths.has(edge.to)) paths.set(edge.to, [...path, edge]);
    }
    if (expected.size !== actual.length) return path;
  }
  return null;
}
