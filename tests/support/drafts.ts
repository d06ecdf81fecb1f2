import type { Edge } from '../../machines/paths/explore.ts';
import { nearest, type Path, wayTo, without } from '../../machines/paths/plan.ts';
import { stateName } from '../../machines/stateName.ts';
import type { Plan } from '../drivers/planOf.ts';
import { sitePlans } from '../drivers/plans.ts';

/** The flows that keep what was typed for as long as the tab is open. */
export const plansWithDraft = sitePlans.filter(({ flow }) => 'draftFound' in flow.events);

/** The shortest way to a state, with something typed where it can be, and without a draft of an earlier visit. */
export function wayWithText({ graph }: Plan, name: string): Path {
  const { initial } = graph;
  const typing = without(graph, 'draftFound');
  const isEmpty = ({ values }: { values: unknown }) =>
    JSON.stringify(values) === JSON.stringify(graph.states.get(initial)?.snapshot.context.values);
  const isFull = ({ after }: Edge) => stateName(after) === name && !isEmpty(after.context);
  const way = nearest(typing, initial, (edge) => (isFull(edge) ? 1 : 0));
  return way ?? wayTo(typing, name) ?? wayTo(graph, name) ?? [];
}

/** The values of the form at the end of a way; none where a receipt stands in place of the form. */
export function typedAt({ graph }: Plan, way: Path): unknown {
  const last = way.at(-1)?.after ?? graph.states.get(graph.initial)?.snapshot;
  return last?.context.registered ? {} : last?.context.values;
}
