import type { Run } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { useOnChange } from '../../browser/useOnChange.ts';
import type { VisualiserFlows } from './visualiserFlows.ts';

/** Whether a run has ended, well or not. */
export const isRunOver = ({ snapshot }: VisualiserFlows['run']): boolean =>
  snapshot.matches({ inactive: 'done' }) || snapshot.matches({ inactive: 'failed' });

/** Starts the run that follows one that has ended, in the environment that was there before the first. */
export function useNextRun({ run }: Pick<VisualiserFlows, 'run'>, start: (run: Run) => void): void {
  useOnChange(isRunOver(run) ? run.snapshot.context.run : null, (ended) => {
    const [first, ...next] = ended?.next ?? [];
    if (first) start({ ...first, next, pausedBefore: ended?.pausedBefore ?? null });
  });
}
