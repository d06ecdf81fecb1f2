import type { AnyMachineSnapshot } from 'xstate';
import { withoutIdentities } from '../define/comparable.ts';
import { stateName, stepName } from '../define/names.ts';
import type { Flow, Step } from '../define/types.ts';
import type { Edge, Path } from '../simulate/graph.types.ts';
import { isRefusal } from '../simulate/refusals.ts';
import { createSimulation } from '../simulate/simulation.ts';
import { stateKey } from '../simulate/stateKey.ts';
import type { PerformedEdge } from './coverage.ts';
import { PropertyCheck } from './propertyCheck.ts';
import { StepFailure } from './stepFailure.ts';

/** A page on which a path is walked beside the bare machine. Each of its functions may return a promise. */
export type WalkedPage = {
  /**
   * Performs a step: acts as the visitor, lets the server answer, or lets the time pass. Where it is refused, the
   * page may refuse by not offering it.
   */
  perform: (name: string, step: Step, isRefused: boolean) => unknown;
  /** Throws where the page does not show a state. It is called at the start too. */
  expectState: (name: string, snapshot: AnyMachineSnapshot) => unknown;
};

/**
 * Walks a path on the bare machine, which runs on real actors of XState, and on a page beside it. Asserts after each step
 * the state that it leads to, the transitions that it takes and the properties of the flow, and after the last one that
 * time alone brings what must come eventually. Returns the steps with the transitions that the machine took.
 *
 * @throws StepFailure at the first step that does something else
 *
 * @example
 * const [path] = plan(explore(shelf)).paths;
 * const walked = await walk(shelf, path);
 * walked.length === path.length; // true
 *
 * const shown = [];
 * await walk(shelf, path.slice(0, 1), { perform: (name) => shown.push(name), expectState: (name) => shown.push(name) });
 * shown; // ['empty', 'asked: without a payload', 'loading']
 */
export async function walk(flow: Flow, path: Path, page?: WalkedPage): Promise<PerformedEdge[]> {
  const simulation = createSimulation(flow);
  const snapshotNow = (): AnyMachineSnapshot => simulation.actor.getSnapshot();
  const initial = snapshotNow();
  const properties = new PropertyCheck(flow, simulation);
  const performEdge = async (edge: Edge): Promise<PerformedEdge> => {
    const before = snapshotNow();
    const takenBefore = simulation.takenTransitions.length;
    await page?.perform(stepName(edge.step), edge.step, isRefusal(edge));
    simulation.perform(edge.step);
    const after = snapshotNow();
    const taken = simulation.takenTransitions.slice(takenBefore);
    const [actual, expected] = [after, edge.after].map((each) => withoutIdentities(stateKey(flow, each)));
    if (actual !== expected) throw new Error(`${stepName(edge.step)} led to ${actual}, not to ${expected}`);
    if (taken.join() !== edge.transitions.join())
      throw new Error(
        `the machine took ${taken.join(', ')}; it should have taken ${edge.transitions.join(', ')}`,
      );
    // An event that nothing takes is no step of the flow.
    const violated = isRefusal(edge) ? null : properties.violatedBy(before, edge.step);
    if (violated !== null) throw new Error(`it violates "${violated}"`);
    await page?.expectState(stateName(after), after);
    return { edge, taken, isStateSeen: true };
  };
  const walked: PerformedEdge[] = [];
  try {
    await page?.expectState(stateName(initial), initial);
    for (const edge of path) walked.push(await performEdge(edge));
    const unmet = properties.violatedInTime();
    if (unmet !== null) throw new Error(`it violates "${unmet}"`);
    return walked;
  } catch (cause) {
    throw new StepFailure(initial, path.slice(0, walked.length + 1), stateName(snapshotNow()), cause);
  } finally {
    simulation.actor.stop();
  }
}
