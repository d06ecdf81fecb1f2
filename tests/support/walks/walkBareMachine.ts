import {
  type Flow,
  type Path,
  type PerformedEdge,
  stateKey,
  stepName,
} from '../../../machines/paths/index.ts';
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
      const [actual, expected] = [stateKey(flow, machine.snapshot), stateKey(flow, edge.after)];
      if (actual !== expected) fail(index, `${stepName(edge.step)} led to ${actual}, not to ${expected}`);
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
