import { stepName } from '../define/names.ts';
import type { Explorer } from './explorer.types.ts';
import type { Edge } from './graph.types.ts';
import type { SystemState } from './system.types.ts';

/**
 * Whether a step sends an event that nothing takes: it stays in its state.
 *
 * @example
 * pathThrough(shelf, ['taken: without a payload', 'asked: without a payload']).map(isRefusal); // [true, false]
 */
export function isRefusal({
  step,
  transitions,
  after,
}: Pick<Edge, 'step' | 'transitions' | 'after'>): boolean {
  // An event that breaks the machine takes no transition either.
  return step.kind === 'event' && transitions.length === 0 && after.status !== 'error';
}

/** A step for each event case that nothing takes in a state: guards refuse it, or the state ignores it. */
export function refusalsIn(explorer: Explorer, key: string, system: SystemState): Edge[] {
  if (system.snapshot.status !== 'active') return [];
  const possible = new Set(explorer.steps(system).steps.map((step) => stepName({ ...step, answers: {} })));
  return Object.entries(explorer.flow.events).flatMap(([type, cases]) =>
    Object.entries(cases)
      .filter(([name]) => !possible.has(`${type}: ${name}`))
      .filter(([name]) => explorer.flow.isPossible(`${type}: ${name}`, system.snapshot))
      .flatMap(([name, payload]): Edge[] => {
        const event = { type, ...payload };
        const { guardResults, conditions } = explorer.check(system, event);
        return [
          {
            from: key,
            to: key,
            step: { kind: 'event', type, name, event },
            after: system.snapshot,
            transitions: [],
            changes: [],
            guardResults,
            conditions,
            transientStates: [],
            microsteps: [],
            cancelled: [],
          },
        ];
      }),
  );
}
