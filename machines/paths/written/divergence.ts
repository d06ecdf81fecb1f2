import type { Flow } from '../define/types.ts';
import type { Path } from '../simulate/graph.types.ts';
import { followTest, PlanDivergence } from './follow.ts';
import { unreachedBy } from './unreached.ts';
import type { WrittenPlan } from './writtenPlan.ts';

/**
 * Asserts that a machine can do nothing that its plan leaves out, without exploring it.
 *
 * @param paths The paths of the plan's tests.
 * @throws PlanDivergence for a transition, a result of a guard or a case that no test reaches and that is not written as out of reach
 *
 * @example
 * expectPlanned(shelf, writePlan(shelf), []); // throws PlanDivergence
 */
export function expectPlanned(flow: Flow, { unreachable }: WrittenPlan, paths: readonly Path[]): void {
  const known = new Set(unreachable.map(({ id }) => id));
  const [first, ...others] = unreachedBy(flow, paths).filter((id) => !known.has(id));
  if (first === undefined) return;
  const more = others.length > 0 ? `, nor ${others.length} more` : '';
  throw new PlanDivergence(flow, 'what it can do:', `no written test takes "${first}"${more}`);
}

/**
 * The first difference between a machine and its plan, in a sentence; null where every test takes its written
 * steps and the machine can do no more.
 *
 * @throws ExploreError for a flow that cannot be explored
 *
 * @example
 * const plan = writePlan(shelf);
 * writtenDivergence(shelf, plan); // null
 * const mutant = { ...shelf, machine: mutationsOf(shelf)[2].apply(shelf.machine) };
 * writtenDivergence(mutant, plan)?.startsWith('shelf, test 1, step 1: asked: without a payload led to '); // true
 */
export function writtenDivergence(flow: Flow, plan: WrittenPlan): string | null {
  try {
    expectPlanned(
      flow,
      plan,
      plan.tests.map((test, index) => followTest(flow, plan.start, test, index + 1)),
    );
    return null;
  } catch (error) {
    if (error instanceof PlanDivergence) return error.message;
    throw error;
  }
}
