import { caseName, stateName } from '../define/names.ts';
import type { Edge } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';

/**
 * The criteria of a plan; docs/path-tests.md says what each one means.
 *
 * @example
 * plan(explore(shelf), { criteria }).cut; // []
 */
export const criteria = [
  'states',
  'transitions',
  'guards',
  'cases',
  'refusals',
  'changes',
  'pairs',
  'conditions',
  'round-trips',
  'restores',
  'requirements',
] as const;

export type Criterion = (typeof criteria)[number];

/** The default criteria: few tests reach their goals. */
export const defaultCriteria = [
  'states',
  'transitions',
  'guards',
  'cases',
  'refusals',
  'changes',
] as const satisfies Criterion[];

export type Goal = { criterion: Criterion; id: string };

/** The ids of the pairs of transitions that are taken one after the other. */
export const pairsOf = (taken: readonly string[]): string[] =>
  taken.slice(1).map((next, index) => `${taken[index]} → ${next}`);

/** The guards that refuse the event of a step that nothing takes, else that a state ignores it. */
function refusedBy(edge: Edge): string[] {
  if (edge.step.kind !== 'event' || !isRefusal(edge)) return [];
  return edge.guardResults.length > 0 ? edge.guardResults : [`${edge.step.type} is ignored`];
}

/** The goals that a step reaches by itself, or with the transition taken before it. */
export function goalsOfStep(
  criterion: Exclude<Criterion, 'round-trips' | 'restores' | 'requirements'>,
  edge: Edge,
  previous: string | null,
): string[] {
  switch (criterion) {
    case 'states':
      return [stateName(edge.after), ...edge.transientStates];
    case 'transitions':
      return edge.transitions;
    case 'guards':
      return edge.guardResults;
    case 'conditions':
      return edge.conditions;
    case 'cases':
      return edge.transitions.length > 0 ? [caseName(edge.step)] : [];
    case 'refusals':
      return refusedBy(edge);
    case 'changes':
      return edge.transitions.flatMap((id) => edge.changes.map((part) => `${id} changes ${part}`));
    case 'pairs':
      return pairsOf([...(previous === null ? [] : [previous]), ...edge.transitions]);
  }
}
