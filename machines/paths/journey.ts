import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../stateName.ts';
import { possibleSteps, stepName } from './explore.ts';
import type { Flow } from './flow.ts';
import type { Journey } from './paths.types.ts';
import { createSimulation } from './simulation.ts';

export type { Journey };

const matches = (value: unknown, expected: unknown): boolean =>
  typeof expected === 'object' && expected !== null
    ? typeof value === 'object' &&
      value !== null &&
      Object.entries(expected).every(([key, part]) => key in value && matches(Reflect.get(value, key), part))
    : Object.is(value, expected);

/** Walks a journey on the bare machine; what went otherwise in a sentence, or null. Objects in an expected context may say less. */
export function journeyDivergence(flow: Flow, { steps }: Journey): string | null {
  const unfilteredFlow: Flow = { ...flow, isPossible: () => true };
  const simulation = createSimulation(flow.machine, flow.input);
  const current = (): AnyMachineSnapshot => simulation.actor.getSnapshot();
  const performed: string[] = [];
  try {
    for (const [name, state, context = {}] of steps) {
      const step = possibleSteps(unfilteredFlow, current()).find((possible) => stepName(possible) === name);
      const path = [...performed, name].join(' → ');
      if (!step) return `${path}: the last step cannot happen in "${stateName(current())}"`;
      simulation.perform(step);
      const snapshot = current();
      if (snapshot.status === 'error') return `${path}: the machine is in the error status`;
      if (stateName(snapshot) !== state) return `${path}: led to "${stateName(snapshot)}", not to "${state}"`;
      for (const [key, expected] of Object.entries(context))
        if (!matches(snapshot.context[key], expected))
          return `${path}: ${key} is ${JSON.stringify(snapshot.context[key])}, not ${JSON.stringify(expected)}`;
      performed.push(name);
    }
    return null;
  } finally {
    simulation.actor.stop();
  }
}
