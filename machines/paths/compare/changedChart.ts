import type { Change, ChangeStatus } from './changes.types.ts';
import type { ChartModel, ChartTransition } from './chart.ts';
import { matchTransitions } from './matchTransitions.ts';

/** The id of a removed transition on a chart with both builds, where another one can have its id now. */
export const removedId = ({ id }: ChartTransition): string => `${id} (removed)`;

/** The chart of a flow together with the removed parts of an earlier build, each with its status. */
export function chartWithRemoved(before: ChartModel, after: ChartModel): ChartModel {
  const known = new Set(after.states.map(({ id }) => id));
  const { removed } = matchTransitions(before.transitions, after.transitions);
  const states = [...after.states, ...before.states.filter(({ id }) => !known.has(id))];
  const initialArrows = before.initialArrows.filter(({ source }) => !known.has(source));
  if (removed.length === 0 && states.length === known.size) return after;
  return {
    ...after,
    states,
    initialArrows: [...after.initialArrows, ...initialArrows],
    transitions: [...after.transitions, ...removed.map((each) => ({ ...each, id: removedId(each) }))],
    hasRemoved: true,
  };
}

/** The status of each state and transition of the chart at which something changed. */
export function changeStatuses(changes: readonly Change[]): Record<string, ChangeStatus> {
  const statuses: Record<string, ChangeStatus> = {};
  for (const { kind, status, at } of changes)
    for (const id of at) {
      // A guard that was added alters its transition.
      const own = kind === 'state' || kind === 'transition' ? status : 'altered';
      if (statuses[id] === undefined || own !== 'altered') statuses[id] = own;
    }
  return statuses;
}
