import type { TimelineRecord } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type {
  CheckResult,
  RunContext,
} from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';

/** The checks of a run on the page after a step, as an entry of the timeline. */
export type CheckRecord = Pick<TimelineRecord, 'number' | 'page' | 'at'> & {
  kind: 'check';
  flow: string;
  /** The name of the step. */
  step: string;
  results: readonly CheckResult[];
};

/** An entry of the timeline: what happened on a page, or what a run checked there. */
export type ShownRecord = TimelineRecord | CheckRecord;

/** Returns the timeline with the checks of a run, each after the entry that its step made. */
export function withChecks(timeline: readonly TimelineRecord[], { run, checks }: RunContext): ShownRecord[] {
  const byEntry = new Map(
    checks.map(({ entry, results }, index) => [entry, { results, step: run?.steps[index]?.name ?? '' }]),
  );
  return timeline.flatMap((record): ShownRecord[] => {
    const checked = byEntry.get(record.number);
    if (!run || !checked || checked.results.length === 0) return [record];
    const { page, at, number } = record;
    return [record, { kind: 'check', number: number + 0.5, page, at, flow: run.flow, ...checked }];
  });
}

/** Returns why the page does not show what it should; null where it does. */
export const problemOf = ({ results }: Pick<CheckRecord, 'results'>): string | null =>
  results.find(({ problem }) => problem !== null)?.problem ?? null;
