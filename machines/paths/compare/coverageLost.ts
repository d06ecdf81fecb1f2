import { guardResult } from '../simulate/guards.ts';
import type { LostCoverage } from './changes.types.ts';
import type { ChartTransition } from './chart.ts';
import type { TransitionPair } from './matchTransitions.ts';
import type { FlowModel } from './model.types.ts';

type Item = Omit<LostCoverage, 'level'> & { before: string; after: string };

/**
 * The items covered at a level in the earlier build that still exist and are not covered there any more. Levels
 * that ran in one of the builds alone are not compared. Only states without children count.
 */
export function compareCoverage(
  before: FlowModel,
  after: FlowModel,
  pairs: readonly TransitionPair[],
  nameOf: (transition: ChartTransition) => string,
): LostCoverage[] {
  const known = new Set(before.chart.states.map(({ id }) => id));
  const parents = new Set(after.chart.states.map(({ parent }) => parent));
  const items: Item[] = [
    ...after.chart.states
      .filter(({ id }) => known.has(id) && !parents.has(id))
      .map(({ id }) => ({
        kind: 'state' as const,
        name: id.replace(`${after.chart.id}.`, ''),
        at: id,
        before: id,
        after: id,
      })),
    ...pairs.map(([old, now]) => ({
      kind: 'transition' as const,
      name: nameOf(now),
      at: now.id,
      before: old.id,
      after: now.id,
    })),
    ...pairs
      .filter(([old, now]) => old.guard !== undefined && now.guard !== undefined)
      .flatMap(([old, now]) =>
        [true, false].map((result) => ({
          kind: 'guard' as const,
          name: `${now.guard} of ${nameOf(now)}: ${result ? 'yes' : 'no'}`,
          at: now.id,
          before: guardResult(old.id, result),
          after: guardResult(now.id, result),
        })),
      ),
  ];
  return before.coverage.flatMap(({ level, covered }) => {
    const now = after.coverage.find((each) => each.level === level);
    if (!now) return [];
    const [coveredBefore, coveredNow] = [new Set(covered), new Set(now.covered)];
    return items
      .filter((item) => coveredBefore.has(item.before) && !coveredNow.has(item.after))
      .map(({ kind, name, at }) => ({ level, kind, name, at }));
  });
}
