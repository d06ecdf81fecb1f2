import { changesBetween, changesOfFlow, type FlowComparison } from '../model/changes.ts';
import type { VisualiserFlows } from './visualiserFlows.ts';

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
