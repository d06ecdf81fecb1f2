import type { Explorer } from './explorer.types.ts';
import type { Edge } from './graph.types.ts';
import type { SystemState } from './system.types.ts';

/** Whether a step sends an event that nothing takes: it stays in its state. */
export const isRefusal = ({ step, transitions }: Pick<Edge, 'step' | 'transitions'>): boolean =>
  step.kind === 'event' && transitions.length === 0;

/** Returns a step for each event case that nothing takes in a state: guards refuse it, or the state ignores it. */
export const refusalsIn = (explorer: Explorer, key: string, system: SystemState): Edge[] =>
  Object.entries(explorer.flow.events).flatMap(([type, cases]) =>
    Object.entries(cases)
      .filter(([name]) => explorer.flow.isPossible(`${type}: ${name}`, system.snapshot))
      .flatMap(([name, payload]): Edge[] => {
        const event = { type, ...payload };
        const { isEnabled, guardResults, conditions } = explorer.check(system, event);
        if (isEnabled) return [];
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
