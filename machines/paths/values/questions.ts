import type { AnyStateMachine } from 'xstate';
import { actorOfSnapshot, type TransitionData, transitionsOf } from '../define/xstateInternals.ts';
import type { Graph } from '../simulate/graph.types.ts';
import { guardResult } from '../simulate/guards.ts';
import { goalsIn } from './goals.ts';
import type { Shape } from './shape.ts';

/** The parts of values that the guards of a machine read, by which a person is asked for more. */
export type Read = {
  shapes: readonly Shape[];
  /** The parts of the context and of events that a guard reads, by the guard. */
  parts: ReadonlyMap<string, ReadonlySet<string>>;
  hasInput: boolean;
  /** The names of logic by the ids of their actors. */
  actors: ReadonlyMap<string, string>;
};

const list = (parts: Iterable<string>) => [...parts].join(' and ');

/** The path of a shape without parts, else the paths of its leaves. */
export const leavesOf = ({ path, parts }: Shape): string[] =>
  parts.size > 0 ? [...parts.values()].flatMap(leavesOf) : [path];

/** The paths of the parts of a shape that a guard reads. */
function readBy(shape: Shape, guard: string): string[] {
  const parts = [...shape.parts.values()].flatMap((part) => readBy(part, guard));
  return parts.length > 0 ? parts : shape.guards.has(guard) ? [shape.path] : [];
}

/** The contents of an event in words, by the part that has them. */
function broughtBy(event: string, actors: Read['actors']): Record<string, string> {
  const [, id = ''] = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)/.exec(event) ?? [];
  const actor = actors.get(id) ?? id;
  return {
    'event.output': `an output of "${actor}"`,
    'event.error': `an error of "${actor}"`,
    'event.snapshot': `a snapshot outcome of \`${actor}\``,
  };
}

/** A request for input that gives a guard another result. */
function remedy(
  { id, guard = '', event }: TransitionData,
  { shapes, parts, hasInput, actors }: Read,
  changed: ReadonlySet<string>,
): string {
  const name = `"${guard}" of "${id}"`;
  const ofShapes = new Set(shapes.flatMap((shape) => readBy(shape, name)));
  if (ofShapes.size > 0) return `give ${list(ofShapes)}, which "${guard}" reads`;
  const all = parts.get(name) ?? new Set();
  const read = [...all].filter(
    (part) => part !== 'event.type' && !(event === 'xstate.route' && part === 'event.to'),
  );
  const brought = broughtBy(event, actors);
  const given = read.filter((part) => part.startsWith('event.')).map((part) => brought[part] ?? part);
  if (given.length > 0) return `give ${list(given)}, which "${guard}" reads`;
  if (read.length === 0 && all.has('event.type') && event.endsWith('*'))
    return `give an event that "${event}" matches, whose type "${guard}" reads`;
  if (read.length === 0)
    return `give another "${guard}" by \`provide\`: it reads neither the event nor the context`;
  const isChanged = read.some((part) => changed.has(part));
  const what = isChanged ? 'cases that lead to' : hasInput ? 'an input with' : 'a machine with';
  return `give ${what} another ${list(read)}, which "${guard}" reads`;
}

/** Requests for input, for the transitions that none of the graphs takes. */
export function questionsOf(machine: AnyStateMachine, graphs: readonly Graph[], read: Read): string[] {
  const taken = new Set(graphs.flatMap((graph) => [...goalsIn(graph)]));
  const results = new Set(graphs.flatMap(({ evaluations }) => [...evaluations.keys()]));
  const isAlways = ({ id }: TransitionData, result: boolean) =>
    results.has(guardResult(id, result)) && !results.has(guardResult(id, !result));
  const transitions = transitionsOf(machine);
  const missing = transitions.filter(({ id }) => !taken.has(id));
  const edges = graphs.flatMap(({ states }) => [...states.values()].flatMap((state) => state.edges));
  const changed = new Set(edges.flatMap(({ changes }) => changes.map((part) => `context.${part}`)));
  const leftOut = graphs.flatMap((graph) => graph.leftOut ?? []);
  const isBroken = graphs.some((graph) => graph.states.get(graph.initial)?.snapshot.status === 'error');
  const whole = missing.length > 0 || isBroken ? read.shapes.filter(({ uses }) => uses.has('whole')) : [];
  const ask = (transition: TransitionData): string | null => {
    const { id, source, event } = transition;
    const actor = read.actors.get(actorOfSnapshot(event) ?? '');
    const earlier = transitions
      .slice(0, transitions.indexOf(transition))
      .find((other) => other.source === source && other.event === event && isAlways(other, true));
    const guarded = isAlways(transition, false) ? transition : earlier;
    if (guarded?.guard !== undefined && leftOut[0] !== undefined)
      return `"${id}" is not taken in what was explored (${leftOut[0]}): give a "project" with fewer values`;
    if (guarded) return `"${id}" is not taken: ${remedy(guarded, read, changed)}`;
    return actor === undefined ? null : `"${id}" is not taken: give a snapshot outcome of \`${actor}\``;
  };
  return [
    ...new Set(graphs.flatMap(({ unexplored }) => unexplored)),
    ...whole.map(({ path }) => `give ${path}: the machine takes it over with all its parts`),
    ...missing.flatMap((transition) => ask(transition) ?? []),
  ];
}
