import type { ChartTransition } from '../../../machines/paths/chart.ts';
import { guardResult } from '../../../machines/paths/xstateInternals.ts';
import type { ChartProps, CoverageStatus } from './types.ts';

/** What a guard may answer, and whether that was seen; nothing where nobody asks. */
export function guardResultsOf(
  { id, guard }: ChartTransition,
  coverage: ChartProps['coverage'],
): { answer: 'yes' | 'no'; mark: CoverageStatus }[] {
  if (guard === undefined) return [];
  return ([true, false] as const).flatMap((result) => {
    const status = coverage?.[guardResult(id, result)];
    return status ? [{ answer: result ? 'yes' : 'no', mark: status }] : [];
  });
}
