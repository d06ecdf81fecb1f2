import type { Path } from '../../machines/paths/plan.ts';
import { stepName } from '../../machines/paths/steps.ts';
import type { Plan } from '../drivers/planOf.ts';

/**
 * Returns the path from the initial state of a flow through steps with these names.
 *
 * @throws Error if a step is impossible in the state that the steps before it lead to.
 */
export function pathThrough({ flow, graph }: Pick<Plan, 'flow' | 'graph'>, ...names: string[]): Path {
  let stateKey = graph.initial;
  return names.map((name) => {
    const edge = graph.states.get(stateKey)?.edges.find(({ step }) => stepName(step) === name);
    if (!edge) throw new Error(`${flow.id}: "${name}" cannot happen there`);
    stateKey = edge.to;
    return edge;
  });
}
