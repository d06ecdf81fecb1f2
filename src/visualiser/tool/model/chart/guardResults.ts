import type { ChartProps, ChartTransition, ItemStatus } from './types.ts';

/** The id of a guard result of a transition in coverage. */
export const guardResultId = (transition: string, result: boolean): string => `${transition} ? ${result}`;

/** Both results of the guard of a transition with their coverage; none where there is no guard or coverage. */
export function guardResultsOf(
  { id, guard }: ChartTransition,
  coverage: ChartProps['coverage'],
): { result: 'yes' | 'no'; status: ItemStatus }[] {
  if (guard === undefined) return [];
  return ([true, false] as const).flatMap((value) => {
    const status = coverage?.[guardResultId(id, value)];
    return status ? [{ result: value ? 'yes' : 'no', status }] : [];
  });
}
