import type { AnyMachineSnapshot } from 'xstate';
import { type Edge, type Graph, type Step, stepName } from './explore.ts';
import { nearest } from './plan.ts';

/** A step with the states it lies between. */
export type Moment = { before: AnyMachineSnapshot; step: Step; after: AnyMachineSnapshot };

/** What must hold of a flow, said by hand and not read off its machine. */
export type Property =
  | { title: string; kind: 'always'; holds: (snapshot: AnyMachineSnapshot) => boolean }
  | { title: string; kind: 'never'; happens: (moment: Moment) => boolean }
  | {
      title: string;
      kind: 'eventually';
      after: (snapshot: AnyMachineSnapshot) => boolean;
      comes: (snapshot: AnyMachineSnapshot) => boolean;
    };

/** Holds in every state that can be reached. */
export const always = (title: string, holds: (snapshot: AnyMachineSnapshot) => boolean): Property => ({
  title,
  kind: 'always',
  holds,
});

/** Happens at no step between two states that can be reached. */
export const never = (title: string, happens: (moment: Moment) => boolean): Property => ({
  title,
  kind: 'never',
  happens,
});

/** After a state of one kind comes one of another, whatever the world answers and even if the visitor does nothing more. */
export const eventually = (
  title: string,
  {
    after,
    comes,
  }: { after: (snapshot: AnyMachineSnapshot) => boolean; comes: (snapshot: AnyMachineSnapshot) => boolean },
): Property => ({ title, kind: 'eventually', after, comes });

/** Holds of every flow: no step may put a machine into the error status, from which it never comes back. */
export const neverBroken = always('no step ends in the error status', ({ status }) => status !== 'error');

/** Whether a property that speaks of states or steps is broken at one step. */
export function isBrokenAt(property: Property, moment: Moment): boolean {
  if (property.kind === 'always') return !property.holds(moment.after);
  return property.kind === 'never' && property.happens(moment);
}

/** The names of the steps of a shortest way to where a property is broken; null where it holds. */
export function counterexample(graph: Graph, property: Property): string[] | null {
  const snapshotAt = (key: string) => graph.states.get(key)?.snapshot;
  if (property.kind === 'eventually') return neverComes(graph, property);
  const initial = snapshotAt(graph.initial);
  if (property.kind === 'always' && initial && !property.holds(initial)) return [];
  const way = nearest(graph, graph.initial, (edge) => {
    const before = snapshotAt(edge.from);
    return before && isBrokenAt(property, { before, step: edge.step, after: edge.after }) ? 1 : 0;
  });
  return way?.map(({ step }) => stepName(step)) ?? null;
}

/** A way to a state from which the world alone, without the visitor, can go on for ever or stop before what should come. */
function neverComes(
  graph: Graph,
  { after, comes }: Extract<Property, { kind: 'eventually' }>,
): string[] | null {
  const worldsEdges = (key: string) =>
    (graph.states.get(key)?.edges ?? []).filter(({ step }) => step.kind !== 'event');
  const sure = new Set<string>();
  const isSure = (key: string, above: ReadonlySet<string>): boolean => {
    const state = graph.states.get(key);
    if (!state || above.has(key)) return false;
    if (sure.has(key) || comes(state.snapshot)) return true;
    const out = worldsEdges(key);
    const here = new Set([...above, key]);
    const isFine = out.some(({ step }) => step.kind === 'timer') && out.every(({ to }) => isSure(to, here));
    if (isFine) sure.add(key);
    return isFine;
  };
  const isLost = (key: string) => {
    const state = graph.states.get(key);
    return state !== undefined && after(state.snapshot) && !isSure(key, new Set());
  };
  if (isLost(graph.initial)) return [];
  const way = nearest(graph, graph.initial, ({ to }: Edge) => (isLost(to) ? 1 : 0));
  return way?.map(({ step }) => stepName(step)) ?? null;
}
