import type {
  BuildChanges,
  BuildModel,
  ChangeStatus,
  ChartModel,
  FlowChanges,
} from '../../../../machines/paths/index.ts';
import { changeStatuses, chartWithRemoved, compareBuilds } from '../../../../machines/paths/index.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';

/** A flow on the chart of both builds. */
export type FlowComparison = { chart: ChartModel; statuses: Record<string, ChangeStatus> };

const compared = new WeakMap<BuildModel, BuildChanges>();

/** Returns what changed from another build to this one; the same object each time. */
export function changesBetween(other: BuildModel, own: BuildModel): BuildChanges {
  const known = compared.get(other) ?? compareBuilds(other, own);
  compared.set(other, known);
  return known;
}

/** Returns what changed in a flow; null where nothing did. */
export const changesOfFlow = ({ flows }: BuildChanges, id: string): FlowChanges | null =>
  flows.find(({ flow }) => flow === id) ?? null;

const drawn = new WeakMap<FlowChanges, FlowComparison>();

/** Returns what is drawn of the comparison of a flow while the panel of changes is open; null where nothing is. */
export function shownComparison(
  flow: string,
  { comparison, view }: Pick<VisualiserFlows, 'comparison' | 'view'>,
): FlowComparison | null {
  const { other, own } = comparison.snapshot.context;
  if (!view.snapshot.matches({ panel: 'changes' }) || !comparison.snapshot.matches('compared')) return null;
  const changes = other && own ? changesOfFlow(changesBetween(other, own), flow) : null;
  const before = other?.flows.find(({ id }) => id === flow);
  const after = own?.flows.find(({ id }) => id === flow);
  if (!changes || !before || !after) return null;
  const known = drawn.get(changes) ?? {
    chart: chartWithRemoved(before.chart, after.chart),
    statuses: changeStatuses(changes),
  };
  drawn.set(changes, known);
  return known;
}
