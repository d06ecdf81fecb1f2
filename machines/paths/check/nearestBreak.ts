import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { comparable } from '../define/comparable.ts';
import { stateName } from '../define/names.ts';
import { isViolatedAt, performed } from '../define/properties.ts';
import type { PerformedStep, Property } from '../define/types.ts';
import type { Edge, Graph, Path } from '../simulate/graph.types.ts';
import { delayMutations } from './mutateImplementations.ts';

/** A step with one changed part, and the change in words. */
type Changed = { step: PerformedStep; change: string };

const textOf = (value: unknown): string => comparable(value, ({ id }) => id);

/** So deep are the parts of a value changed: it may contain itself. */
const DEPTH = 8;

const withValue = <Holder extends { context: Record<string, unknown> }>(
  holder: Holder,
  key: string,
  value: unknown,
): Holder => ({ ...holder, context: { ...holder.context, [key]: value } });

/** A snapshot with its own context in the state of another. */
const inStateOf = (other: AnyMachineSnapshot, { context }: AnyMachineSnapshot): AnyMachineSnapshot => ({
  ...other,
  context,
});

/** A step after which a key of the context has another value, for its actions too. */
const withWritten = (step: PerformedStep, key: string, value: unknown): PerformedStep => ({
  ...step,
  after: withValue(step.after, key, value),
  actions: () => step.actions().map((action) => withValue(action, key, value)),
});

/** Yields a step that leaves one part as it was: a key of the context, its state, or an action. */
function* leavingOut(step: PerformedStep, isOfActions: boolean): Generator<Changed> {
  const { before, after } = step;
  for (const [key, value] of Object.entries<unknown>(after.context))
    if (textOf(before.context[key]) !== textOf(value))
      yield { step: withWritten(step, key, before.context[key]), change: `leaves "${key}" as it was` };
  if (stateName(before) !== stateName(after))
    yield { step: { ...step, after: inStateOf(before, after) }, change: 'leaves the state as it was' };
  for (const [index, { type }] of isOfActions ? step.actions().entries() : [])
    yield {
      step: { ...step, actions: () => step.actions().toSpliced(index, 1) },
      change: `does not perform ${type}`,
    };
}

/** Values next to one: a little more and less, empty, the opposite, and those with such a part. */
function neighboursOf(value: unknown, depth = 0): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return ['', `${value}?`];
  if (Array.isArray(value)) return [[], [...value, ...value]];
  if (typeof value !== 'object' || value === null) return ['?'];
  if (depth > DEPTH) return [];
  const parts = Object.entries(value);
  return [
    null,
    ...parts.flatMap(([key, part]) =>
      neighboursOf(part, depth + 1).map((other) => ({ ...value, [key]: other })),
    ),
  ];
}

/** The parts that occur in a graph: a snapshot of each state name, the values of each key of the context, tags, actions. */
type Parts = {
  states: AnyMachineSnapshot[];
  values: [key: string, values: unknown[]][];
  tags: string[];
  actions: string[];
  /** Copies of the machine with a doubled or halved delay. */
  delayed: AnyStateMachine[];
};

const knownParts = new WeakMap<Graph, Parts>();

function partsOf(graph: Graph): Parts {
  const known = knownParts.get(graph);
  if (known) return known;
  const { machine } = graph.flow;
  const snapshots = [...graph.states.values()].map(({ snapshot }): AnyMachineSnapshot => snapshot);
  const valuesOf = (key: string): unknown[] => [
    ...new Map(snapshots.map(({ context }) => [textOf(context[key]), context[key]])).values(),
  ];
  const parts = {
    states: [...new Map(snapshots.map((snapshot) => [stateName(snapshot), snapshot])).values()],
    values: Object.keys(snapshots[0]?.context ?? {}).map((key): Parts['values'][number] => [
      key,
      valuesOf(key),
    ]),
    tags: [...new Set(snapshots.flatMap(({ tags }) => [...tags]))],
    actions: Object.keys(machine.implementations.actions),
    delayed: delayMutations(machine).map(({ apply }) => apply(machine)),
  };
  knownParts.set(graph, parts);
  return parts;
}

/** Yields a step with one part as it is in another state, or in none: before it, after it, of its actions. */
function* changing(
  step: PerformedStep,
  { states, values, tags, actions, delayed }: Parts,
): Generator<Changed> {
  const { before, after } = step;
  yield { step: { ...step, after: { ...after, status: 'error' } }, change: 'throws' };
  for (const other of states) {
    const name = `"${stateName(other)}"`;
    yield { step: { ...step, after: inStateOf(other, after) }, change: `leads to ${name}` };
    yield { step: { ...step, before: inStateOf(other, before) }, change: `is taken in ${name}` };
  }
  for (const [key, known] of values) {
    for (const value of [...known, ...neighboursOf(after.context[key])])
      yield { step: withWritten(step, key, value), change: `writes another "${key}"` };
    for (const value of [...known, ...neighboursOf(before.context[key])])
      yield {
        step: { ...step, before: withValue(before, key, value) },
        change: `is taken with another "${key}"`,
      };
  }
  yield {
    step: { ...step, actions: () => step.actions().toReversed() },
    change: 'performs its actions in another order',
  };
  for (const type of actions)
    yield {
      step: { ...step, actions: () => [...step.actions(), { type, context: after.context }] },
      change: `performs ${type} too`,
    };
  for (const tag of tags) {
    const others = new Set(after.tags);
    if (!others.delete(tag)) others.add(tag);
    const change = `leads to a state ${after.hasTag(tag) ? 'without' : 'with'} the tag ${tag}`;
    yield { step: { ...step, after: { ...after, tags: others } }, change };
  }
  for (const machine of delayed)
    yield { step: { ...step, after: { ...after, machine } }, change: 'starts a timer of another length' };
}

/**
 * Whether a condition is about snapshots or steps. A condition without an argument, or of code, is about parts
 * that states cannot change.
 */
const isAboutStates = (property: Property): boolean =>
  (property.kind === 'always' && property.holds.length > 0 && !property.isOfCode) ||
  (property.kind === 'never' && property.happens.length > 0);

/**
 * The walk that came nearest to breaking a property, and the change of its last step that would; null where
 * nothing can break it, so that it says nothing. Nearest is a shortest walk whose last step would break it if it
 * left out one of its effects; where there is none, if one part differed: as it is in some state, or by a little.
 * A property that must hold eventually is nearest to staying away where the wait begins. A condition of code, or
 * without an argument, is about code alone.
 *
 * @example
 * const isEmpty = never('a book goes by itself', ({ step, after }) => step.kind === 'timer' && after.value === 'full');
 * nearestBreak(explore(shelf), isEmpty)?.change; // 'its last step leads to "full"'
 */
export function nearestBreak(graph: Graph, property: Property): { path: Path; change: string } | null {
  if (property.kind === 'eventually') {
    const { after, comes } = property;
    const path = graph.shortestPath((edge) => (after(edge.after) && !comes(edge.after) ? 1 : 0));
    return path && { path, change: 'nothing follows' };
  }
  if (!isAboutStates(property)) return { path: [], change: 'the code is another' };
  const breaks = ({ step }: Changed): boolean => {
    try {
      return isViolatedAt(property, step);
    } catch {
      // A value that no state has may be none that the condition can read.
      return false;
    }
  };
  // An `always` condition is about a snapshot, whatever the actions.
  const isOfActions = property.kind === 'never';
  for (const changesOf of [
    (step: PerformedStep) => leavingOut(step, isOfActions),
    (step: PerformedStep) => changing(step, partsOf(graph)),
  ]) {
    const breakAt = (edge: Edge): Changed | null => {
      const before = graph.states.get(edge.from)?.snapshot;
      if (!before) return null;
      for (const changed of changesOf(performed(before, edge.step, edge.after)))
        if (breaks(changed)) return changed;
      return null;
    };
    const path = graph.shortestPath((edge) => (breakAt(edge) ? 1 : 0));
    const last = path?.at(-1);
    const found = last && breakAt(last);
    if (path && found) return { path, change: `its last step ${found.change}` };
  }
  return null;
}
