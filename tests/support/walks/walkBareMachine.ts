import type { PerformedEdge } from '../../../machines/paths/coverage.ts';
import { stateKey, stepName } from '../../../machines/paths/explore.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import type { Path } from '../../../machines/paths/plan.ts';
import { stateName } from '../../../machines/stateName.ts';
import { StepFailure } from './stepFailure.ts';
import { WalkedMachine } from './walkedMachine.ts';

/**
 * Walks a path on the bare machine. Asserts after each step the state that it leads to and the transitions that it takes.
 * @throws StepFailure at the first step that does something else.
 */
export function walkBareMachine(flow: Flow, path: Path): PerformedEdge[] {
  const machine = new WalkedMachine(flow);
  const initial = machine.snapshot;
  const fail = (index: number, cause: string): never => {
    const steps = path.slice(0, index + 1);
    throw new StepFailure(initial, steps, stateName(machine.snapshot), new Error(cause));
  };
  try {
    return path.map((edge, index) => {
      const taken = machine.perform(edge.step);
      const key = stateKey(flow, machine.snapshot);
      if (key !== edge.to) fail(index, `${stepName(edge.step)} led to ${key}, not to ${edge.to}`);
      if (taken.join() !== edge.transitions.join())
        fail(
          index,
          `the machine took ${taken.join(', ')}; it should have taken ${edge.transitions.join(', ')}`,
        );
      return { edge, taken, isStateSeen: true };
    });
  } finally {
    machine.stop();
  }
}
