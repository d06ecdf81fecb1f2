import type { ChangeStatus, ChartModel } from '../../../../../machines/paths/index.ts';
import type { WrittenDifference } from './planner.ts';

const idsOf = ({ id }: ChartModel, state: string | null): string[] =>
  state === null ? [] : state.split(' | ').map((part) => `${id}.${part}`);

/**
 * The differences between a machine and its written plan, on its chart: the states that it leads to as added,
 * those in the plan as removed; null where there are none.
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
