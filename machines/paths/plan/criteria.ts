import { stateName, stepName } from '../define/names.ts';
import type { Edge } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';

/**
 * The criteria of a plan; docs/path-tests.md says what each one means.
 *
 * @example
 * plan(explore(shelf), { criteria }).leftOut; // []
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
  'n-switch',
  'requirements',
] as const;

export type Criterion = (typeof criteria)[number];

/** The criteria of the tests: those that few tests reach. */
export const defaultCriteria = [
  'states',
  'transitions',
  'guards',
  'cases',
  'refusals',
  'changes',
] as const satisfies Criterion[];

export type Goal = { criterion: Criterion; id: string };

/** The weight of a goal of each criterion, where the budget is too small for all goals. */
export const weightOfCriterion: Record<Criterion, number> = {
  requirements: 4,
  transitions: 3,
  states: 3,
  guards: 2,
  conditions: 2,
  refusals: 2,
  changes: 1,
  cases: 1,
  pairs: 1,
  'round-trips': 1,
  'n-switch': 1,
};

/** Returns the id of a sequence of consecutive transitions, such as a pair. */
export const transitionSequence = (...transitions: string[]): string => transitions.join(' → ');

/** Returns each sequence of `length` consecutive transitions that a step completes. */
function completedSequences(previous: readonly string[], { transitions }: Edge, length: number): string[] {
  const taken = [...previous, ...transitions];
  return transitions.flatMap((_, index) => {
    const end = previous.length + index + 1;
    return end < length ? [] : [transitionSequence(...taken.slice(end - length, end))];
  });
}

/** Returns what a step shows that nothing takes: the guards that refuse its event, else that a state ignores it. */
function refusedBy(edge: Edge): string[] {
  if (edge.step.kind !== 'event' || !isRefusal(edge)) return [];
  return edge.guardResults.length > 0 ? edge.guardResults : [`${edge.step.type} is ignored`];
}

/** Returns the goals that a step reaches by itself, or with the transitions taken before it. */
export function goalsOfStep(
  criterion: Exclude<Criterion, 'round-trips' | 'requirements'>,
  edge: Edge,
  previous: readonly string[],
  switchDepth: number,
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
      return edge.transitions.length > 0 ? [stepName(edge.step)] : [];
    case 'refusals':
      return refusedBy(edge);
    case 'changes':
      return edge.transitions.flatMap((id) => edge.changes.map((part) => `${id} changes ${part}`));
    case 'pairs':
      return completedSequences(previous, edge, 2);
    case 'n-switch':
      return completedSequences(previous, edge, switchDepth + 1);
  }
}
