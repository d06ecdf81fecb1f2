import type { AnyMachineSnapshot } from 'xstate';
import { type Edge, type Graph, type Step, stepName } from './explore.ts';
import { shortestPathBy } from './plan.ts';

/** A step with the states it lies between. */
export type PerformedStep = { before: AnyMachineSnapshot; step: Step; after: AnyMachineSnapshot };

/** What must hold of a flow, said by hand and not read off its machine. */
export type Property =
  | { title: string; kind: 'always'; holds: (snapshot: AnyMachineSnapshot) => boolean }
  | { title: string; kind: 'never'; happens: (performed: PerformedStep) => boolean }
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
export const never = (title: string, happens: (performed: PerformedStep) => boolean): Property => ({
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
export const neverInErrorStatus = always(
  'no step ends in the error status',
  ({ status }) => status !== 'error',
);

/** Whether a property that speaks of states or steps is broken at one step. */
export function isViolatedAt(property: Property, performed: PerformedStep): boolean {
  if (property.kind === 'always') return !property.holds(performed.after);
  return property.kind === 'never' && property.happens(performed);
}

/** The names of the steps of a shortest way to where a property is broken; null where it holds. */
export function counterexample(graph: Graph, property: Property): string[] | null {
  const snapshotAt = (key: string) => graph.states.get(key)?.snapshot;
  if (property.kind === 'eventually') return eventuallyCounterexample(graph, property);
  const initial = snapshotAt(graph.initial);
  if (property.kind === 'always' && initial && !property.holds(initial)) return [];
  const path = shortestPathBy(graph, graph.initial, (edge) => {
    const before = snapshotAt(edge.from);
    return before && isViolatedAt(property, { before, step: edge.step, after: edge.after }) ? 1 : 0;
  });
  return path?.map(({ step }) => stepName(step)) ?? null;
}

/** A way to a state from which the world alone, without the visitor, can go on for ever or stop before what should come. */
function eventuallyCounterexample(
  graph: Graph,
  { after, comes }: Extract<Property, { kind: 'eventually' }>,
): string[] | null {
  const environmentEdges = (key: string) =>
    (graph.states.get(key)?.edges ?? []).filter(({ step }) => step.kind !== 'event');
  const guaranteed = new Set<string>();
  const isGuaranteed = (key: string, ancestors: ReadonlySet<string>): boolean => {
    const state = graph.states.get(key);
    if (!state || ancestors.has(key)) return false;
    if (guaranteed.has(key) || comes(state.snapshot)) return true;
    const successors = environmentEdges(key);
    const visited = new Set([...ancestors, key]);
    const isGuaranteedHere =
      successors.some(({ step }) => step.kind === 'timer') &&
      successors.every(({ to }) => isGuaranteed(to, visited));
    if (isGuaranteedHere) guaranteed.add(key);
    return isGuaranteedHere;
  };
  const isViolated = (key: string) => {
    const state = graph.states.get(key);
    return state !== undefined && after(state.snapshot) && !isGuaranteed(key, new Set());
  };
  if (isViolated(graph.initial)) return [];
  const path = shortestPathBy(graph, graph.initial, ({ to }: Edge) => (isViolated(to) ? 1 : 0));
  return path?.map(({ step }) => stepName(step)) ?? null;
}
