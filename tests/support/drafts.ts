import { type Edge, type Path, stateName } from '../../machines/paths/index.ts';
import type { Plan } from '../drivers/planOf.ts';
import { sitePlans } from '../drivers/plans.ts';

/** The flows that save a draft of the typed values for as long as the tab is open. */
export const plansWithDraft = sitePlans.filter(({ flow }) => 'draftFound' in flow.events);

/** Returns the shortest path to a state, with typed values if the state can have them, and without an earlier draft. */
export function pathWithText({ graph }: Plan, name: string): Path {
  const { initial } = graph;
  const withoutDraft = graph.without('draftFound');
  const hasInitialValues = ({ values }: { values: unknown }) =>
    JSON.stringify(values) === JSON.stringify(graph.states.get(initial)?.snapshot.context.values);
  const isTargetWithText = ({ after }: Edge) => stateName(after) === name && !hasInitialValues(after.context);
  const path = withoutDraft.shortestPath((edge) => (isTargetWithText(edge) ? 1 : 0));
  return path ?? withoutDraft.pathTo(name) ?? graph.pathTo(name) ?? [];
}

/** Returns the values of the form at the end of a path; none if a receipt is shown in place of the form. */
export function valuesAtEnd({ graph }: Plan, path: Path): unknown {
  const last = path.at(-1)?.after ?? graph.states.get(graph.initial)?.snapshot;
  return last?.context.registered ? {} : last?.context.values;
}
