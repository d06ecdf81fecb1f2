import type { ChangeStatus, ChartModel } from '../../../../machines/paths/index.ts';
import type { WrittenDifference } from '../planner/planner.ts';

const idsOf = ({ id }: ChartModel, state: string | null): string[] =>
  state === null ? [] : state.split(' | ').map((part) => `${id}.${part}`);

/**
 * Returns what is drawn where a machine does something else than its written plan: the states that it leads to as added,
 * those that are written as removed; null where it does what is written.
 */
export function writtenComparison(
  chart: ChartModel,
  differences: readonly WrittenDifference[],
): { chart: ChartModel; statuses: Record<string, ChangeStatus> } | null {
  if (differences.length === 0) return null;
  const statuses: Record<string, ChangeStatus> = {};
  for (const { actual, written } of differences) {
    for (const id of idsOf(chart, actual)) statuses[id] = actual === written ? 'altered' : 'added';
    if (actual !== written) for (const id of idsOf(chart, written)) statuses[id] ??= 'removed';
  }
  return { chart, statuses };
}
