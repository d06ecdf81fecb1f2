import type { ChartTransition } from '../../../../machines/paths/index.ts';
import { guardResult } from '../../../../machines/paths/index.ts';
import type { ChartProps, ItemStatus } from './types.ts';

/** Returns both results of the guard of a transition with their coverage; none where there is no guard or coverage. */
export function guardResultsOf(
  { id, guard }: ChartTransition,
  coverage: ChartProps['coverage'],
): { result: 'yes' | 'no'; status: ItemStatus }[] {
  if (guard === undefined) return [];
  return ([true, false] as const).flatMap((value) => {
    const status = coverage?.[guardResult(id, value)];
    return status ? [{ result: value ? 'yes' : 'no', status }] : [];
  });
}
