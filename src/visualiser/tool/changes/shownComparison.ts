import { type BuildModel, compareBuilds } from '../../../../machines/paths/index.ts';
import type { VisualiserFlows } from '../visualiserFlows.ts';

export type BuildChanges = ReturnType<typeof compareBuilds>;

export type FlowChanges = BuildChanges['flows'][number];

type FlowComparison = Pick<FlowChanges, 'chart' | 'statuses'>;

const compared = new WeakMap<BuildModel, BuildChanges>();

/** The changes from another build to this one; the same object each time. */
export function changesBetween(other: BuildModel, own: BuildModel): BuildChanges {
  const known = compared.get(other) ?? compareBuilds(other, own);
  compared.set(other, known);
  return known;
}

/** Null where nothing changed in the flow. */
export const changesOfFlow = ({ flows }: BuildChanges, id: string): FlowChanges | null =>
  flows.find(({ flow }) => flow === id) ?? null;

/** The comparison on the chart of a flow while it is inspected; null where there is none. */
export function shownComparison(
  flow: string,
  { comparison, view }: Pick<VisualiserFlows, 'comparison' | 'view'>,
): FlowComparison | null {
  const { other, own } = comparison.snapshot.context;
  if (!view.snapshot.matches({ inspector: 'compare' }) || !comparison.snapshot.matches('compared'))
    return null;
  const changes = other && own ? changesOfFlow(changesBetween(other, own), flow) : null;
  return changes?.status === 'altered' ? changes : null;
}
