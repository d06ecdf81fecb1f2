import type { AnyMachineSnapshot } from 'xstate';
import { type Flow, isViolatedAt, Obligations, type Step, stepName } from '../../../machines/paths/index.ts';
import { stateName } from '../../../machines/stateName.ts';
import { shrinking } from './shrinking.ts';
import { WalkedMachine } from './walkedMachine.ts';

/** A walk on the bare machine: its steps with the states they lead to, and the title of the property that it violates. */
export type MachineWalk = { steps: [step: string, state: string][]; violated: string | null };

/** Chooses the steps of a walk. */
export type Walker = {
  /** Returns the next step; undefined ends the walk. */
  next: (machine: WalkedMachine, index: number) => Step | undefined;
  /** Is told each performed step with the transitions that it took. */
  performed?: (step: Step, after: AnyMachineSnapshot, taken: readonly string[]) => void;
};

/**
 * Performs the steps that a walker chooses, up to the first violated property. After the last step, timers run until the
 * open `eventually` properties are met.
 */
export function performWalk(flow: Flow, { next, performed }: Walker): MachineWalk {
  const machine = new WalkedMachine(flow);
  const steps: MachineWalk['steps'] = [];
  const obligations = new Obligations(flow, machine.snapshot);
  try {
    for (let index = 0; ; index += 1) {
      const before = machine.snapshot;
      const step = next(machine, index);
      if (!step) return { steps, violated: obligations.firstUnmet(() => machine.awaitTimer()) };
      const taken = machine.perform(step);
      const after = machine.snapshot;
      steps.push([stepName(step), stateName(after)]);
      performed?.(step, after, taken);
      const violated = flow.properties.find((property) => isViolatedAt(property, { before, step, after }));
      if (violated) return { steps, violated: violated.title };
      obligations.enter(after);
    }
  } finally {
    machine.stop();
  }
}

/** Performs a sequence of steps by their names; an impossible step ends the walk. */
const replayWalk = (flow: Flow, names: readonly string[]): MachineWalk =>
  performWalk(flow, {
    next: (machine, index) => machine.steps().find((step) => stepName(step) === names[index]),
  });

/** Returns a failing walk without the steps that are not necessary for the failure. */
export function shrinkWalk(flow: Flow, failing: MachineWalk): MachineWalk {
  const attempts = shrinking(failing.steps.map(([name]) => name));
  for (let attempt = attempts.next(); ; ) {
    const walk = replayWalk(flow, attempt.value);
    if (attempt.done) return walk;
    attempt = attempts.next(walk.violated === failing.violated ? walk.steps.map(([name]) => name) : null);
  }
}
