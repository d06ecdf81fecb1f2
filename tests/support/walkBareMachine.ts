import type { AnyMachineSnapshot } from 'xstate';
import {
  createSimulation,
  type Flow,
  isViolatedAt,
  Obligations,
  type Path,
  type PerformedEdge,
  stateKey,
  stepName,
} from '../../machines/paths/index.ts';
import { stateName } from '../../machines/stateName.ts';
import { StepFailure } from './walkOrShorten.ts';

/**
 * Walks a path on the bare machine. Asserts after each step the state that it leads to, the transitions that it takes and
 * the properties of the flow, and after the last one that time alone brings what must come eventually.
 *
 * @throws StepFailure at the first step that does something else.
 */
export function walkBareMachine(flow: Flow, path: Path): PerformedEdge[] {
  const simulation = createSimulation(flow);
  const snapshotNow = (): AnyMachineSnapshot => simulation.actor.getSnapshot();
  const initial = snapshotNow();
  const obligations = new Obligations(flow, initial);
  const awaitTimer = () => {
    const wait = simulation.timeUntilNextTimer();
    if (wait === null) return null;
    simulation.advance(wait);
    return snapshotNow();
  };
  const performEdge = (edge: Path[number]): PerformedEdge => {
    const before = snapshotNow();
    const takenBefore = simulation.takenTransitions.length;
    simulation.perform(edge.step);
    const after = snapshotNow();
    const taken = simulation.takenTransitions.slice(takenBefore);
    const [actual, expected] = [stateKey(flow, after), stateKey(flow, edge.after)];
    if (actual !== expected) throw new Error(`${stepName(edge.step)} led to ${actual}, not to ${expected}`);
    if (taken.join() !== edge.transitions.join())
      throw new Error(
        `the machine took ${taken.join(', ')}; it should have taken ${edge.transitions.join(', ')}`,
      );
    const violated = flow.properties.find((property) =>
      isViolatedAt(property, { before, step: edge.step, after }),
    );
    if (violated) throw new Error(`it violates "${violated.title}"`);
    obligations.enter(after);
    return { edge, taken, isStateSeen: true };
  };
  const performed: PerformedEdge[] = [];
  try {
    for (const edge of path) performed.push(performEdge(edge));
    const unmet = obligations.firstUnmet(awaitTimer);
    if (unmet !== null) throw new Error(`it violates "${unmet}"`);
    return performed;
  } catch (cause) {
    const steps = path.slice(0, performed.length + 1);
    throw new StepFailure(initial, steps, stateName(snapshotNow()), cause);
  } finally {
    simulation.actor.stop();
  }
}
