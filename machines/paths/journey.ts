import type { AnyMachineSnapshot } from 'xstate';
import { stateName } from '../stateName.ts';
import { stepName, stepsFrom } from './explore.ts';
import type { Flow } from './flow.ts';
import { createStage } from './stage.ts';

/** A step by its name, the state it must lead to, and what of the context must then hold. */
export type Leg = readonly [step: string, state: string, context?: Readonly<Record<string, unknown>>];

/** A journey pinned by hand from the specification. It is not read off the machine, so it can tell that the machine is wrong. */
export type Journey = { title: string; legs: readonly Leg[] };

const isLike = (value: unknown, expected: unknown): boolean =>
  typeof expected === 'object' && expected !== null
    ? typeof value === 'object' &&
      value !== null &&
      Object.entries(expected).every(([key, part]) => key in value && isLike(Reflect.get(value, key), part))
    : Object.is(value, expected);

/** Walks a journey on the bare machine; what went otherwise in a sentence, or null. Objects in an expected context may say less. */
export function astray(flow: Flow, { legs }: Journey): string | null {
  const everywhere: Flow = { ...flow, where: () => true };
  const stage = createStage(flow.machine, flow.input);
  const current = (): AnyMachineSnapshot => stage.actor.getSnapshot();
  const walked: string[] = [];
  try {
    for (const [name, state, context = {}] of legs) {
      const step = stepsFrom(everywhere, current()).find((possible) => stepName(possible) === name);
      const way = [...walked, name].join(' → ');
      if (!step) return `${way}: the last step cannot happen in "${stateName(current())}"`;
      stage.take(step);
      const snapshot = current();
      if (snapshot.status === 'error') return `${way}: the machine is in the error status`;
      if (stateName(snapshot) !== state) return `${way}: led to "${stateName(snapshot)}", not to "${state}"`;
      for (const [key, expected] of Object.entries(context))
        if (!isLike(snapshot.context[key], expected))
          return `${way}: ${key} is ${JSON.stringify(snapshot.context[key])}, not ${JSON.stringify(expected)}`;
      walked.push(name);
    }
    return null;
  } finally {
    stage.actor.stop();
  }
}
