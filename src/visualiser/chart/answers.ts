import type { ChartTransition } from '../../../machines/paths/chart.ts';
import { guardAnswer } from '../../../machines/paths/internals.ts';
import type { ChartProps, Mark } from './types.ts';

/** What a guard may answer, and whether that was seen; nothing where nobody asks. */
export function answersOf(
  { id, guard }: ChartTransition,
  marks: ChartProps['marks'],
): { answer: 'yes' | 'no'; mark: Mark }[] {
  if (guard === undefined) return [];
  return ([true, false] as const).flatMap((answer) => {
    const mark = marks?.[guardAnswer(id, answer)];
    return mark ? [{ answer: answer ? 'yes' : 'no', mark }] : [];
  });
}
