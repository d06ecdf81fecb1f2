import type { AnyMachineSnapshot } from 'xstate';
import { stateName, stepName } from '../define/names.ts';
import type { Flow, Journey } from '../define/types.ts';
import { createSimulation, type Simulation } from '../simulate/simulation.ts';
import { PropertyCheck } from './propertyCheck.ts';

/** Whether a value has every property that an expected object names, no more items than an expected list, or is the expected value. */
const matches = (value: unknown, expected: unknown): boolean =>
  typeof expected === 'object' && expected !== null
    ? typeof value === 'object' &&
      value !== null &&
      (!Array.isArray(expected) || Reflect.get(value, 'length') === expected.length) &&
      Object.entries(expected).every(([key, part]) => key in value && matches(Reflect.get(value, key), part))
    : Object.is(value, expected);

/** Says how the actors that a step invoked differ from the expected ones; null where they do not. */
function invocationDivergence(
  invoked: Simulation['invokedActors'],
  expected: Readonly<Record<string, unknown>>,
): string | null {
  const names = invoked.map(({ actor }) => actor);
  const expectedNames = Object.keys(expected);
  if (names.toSorted().join() !== expectedNames.toSorted().join())
    return `invoked ${JSON.stringify(names)}, not ${JSON.stringify(expectedNames)}`;
  const different = invoked.find(({ actor, input }) => !matches(input, expected[actor]));
  return different
    ? `invoked ${different.actor} with ${JSON.stringify(different.input)}, not ${JSON.stringify(expected[different.actor])}`
    : null;
}

/**
 * Performs a journey on the bare machine. Returns the first difference, or the first violated property, in a
 * sentence; null where there is none. After the last step, timers run until the open `eventually` properties are met.
 * Expected objects are compared by the properties they name alone.
 *
 * @example
 * const steps = [['asked: without a payload', 'full']];
 * journeyDivergence(shelf, { title: 'at once', steps }); // 'asked: without a payload: led to "loading", not to "full"'
 */
export function journeyDivergence(flow: Flow, { steps }: Journey): string | null {
  const simulation = createSimulation({ ...flow, isPossible: () => true });
  const current = (): AnyMachineSnapshot => simulation.actor.getSnapshot();
  const names: string[] = [];
  const properties = new PropertyCheck(flow, simulation);
  try {
    for (const [name, state, context = {}, invoked] of steps) {
      const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
      const path = [...names, name].join(' → ');
      if (!step) return `${path}: the last step cannot happen in "${stateName(current())}"`;
      const invokedBefore = simulation.invokedActors.length;
      const before = current();
      simulation.perform(step);
      const snapshot = current();
      if (snapshot.status === 'error') return `${path}: the machine is in the error status`;
      if (stateName(snapshot) !== state) return `${path}: led to "${stateName(snapshot)}", not to "${state}"`;
      for (const [key, expected] of Object.entries(context))
        if (!matches(snapshot.context[key], expected))
          return `${path}: ${key} is ${JSON.stringify(snapshot.context[key])}, not ${JSON.stringify(expected)}`;
      const divergence =
        invoked && invocationDivergence(simulation.invokedActors.slice(invokedBefore), invoked);
      if (divergence) return `${path}: ${divergence}`;
      const violated = properties.violatedBy(before, step);
      if (violated !== null) return `${path}: violates "${violated}"`;
      names.push(name);
    }
    const unmet = properties.violatedInTime();
    return unmet === null ? null : `${names.join(' → ')}: violates "${unmet}"`;
  } finally {
    simulation.actor.stop();
  }
}
