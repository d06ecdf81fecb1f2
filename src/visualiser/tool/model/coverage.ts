import type { ChartModel } from '../../../../machines/paths/index.ts';
import type { FlowCoverage } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { activeStateIds } from './chart/activeStateIds.ts';
import { guardResultId } from './chart/guardResults.ts';
import { nameIn } from './chart/names.ts';
import type { CoverageStatus } from './chart/types.ts';
import { type Level, levels, testRuns } from './testRuns.ts';

const KINDS = ['state', 'transition', 'guard'] as const;

/** A state, transition or guard result of a flow by its id on the chart, and the levels at which it is covered. */
export type CoverageItem = { kind: (typeof KINDS)[number]; id: string; name: string; levels: Level[] };

/** The coverage of a flow at a level, with the ids of its states on the chart, ancestors included. */
type LevelCoverage = FlowCoverage & { level: Level; activeIds: ReadonlySet<string> };

/** The coverage items of a flow, covered by the last test run at each level and by hand. */
export function coverageItemsOf(
  flow: string,
  model: ChartModel,
  byHand: FlowCoverage | undefined,
): CoverageItem[] {
  const runs = [
    ...testRuns()
      .filter((run) => run.flow === flow)
      .flatMap((run) => levels.filter((level) => level === run.level).map((level) => ({ ...run, level }))),
    ...(byHand ? [{ ...byHand, level: 'hand' as const }] : []),
  ].map(
    (run): LevelCoverage => ({
      ...run,
      activeIds: new Set(run.states.flatMap((name) => activeStateIds(model.id, name))),
    }),
  );
  const itemOf = (
    kind: CoverageItem['kind'],
    id: string,
    name: string,
    isIn: (run: LevelCoverage) => boolean,
  ): CoverageItem => ({ kind, id, name, levels: runs.filter(isIn).map(({ level }) => level) });
  const parents = new Set(model.states.map(({ parent }) => parent));
  return [
    ...model.states
      .filter(({ id, type, parent }) => parent !== null && type !== 'history' && !parents.has(id))
      .map(({ id }) => itemOf('state', id, nameIn(model, id), ({ activeIds }) => activeIds.has(id))),
    ...model.transitions.map(({ id }) =>
      itemOf('transition', id, nameIn(model, id), ({ transitions }) => transitions.includes(id)),
    ),
    ...model.transitions
      .filter(({ guard }) => guard !== undefined)
      .flatMap(({ id: transition, guard }) =>
        [true, false].map((result) => {
          const id = guardResultId(transition, result);
          const name = `${guard} of ${nameIn(model, transition)}: ${result ? 'yes' : 'no'}`;
          return itemOf('guard', id, name, ({ guardResults }) => guardResults.includes(id));
        }),
      ),
  ];
}

export const isCoveredAt = (level: Level | 'any') => (item: CoverageItem) =>
  level === 'any' ? item.levels.length > 0 : item.levels.includes(level);

/** Whether there is coverage of a flow at a level, or of tests at any. There always is by hand. */
export const hasRun = (flow: string, level: Level | 'any') =>
  level === 'hand' || testRuns().some((run) => run.flow === flow && (level === 'any' || run.level === level));

/** The number of items of each kind, and the number covered at each level. */
export const coverageCounts = (items: readonly CoverageItem[]) =>
  KINDS.map((kind) => {
    const all = items.filter((item) => item.kind === kind);
    const at = (level: Level) => all.filter(isCoveredAt(level)).length;
    return { kind, of: all.length, levels: levels.map((level) => ({ level, covered: at(level) })) };
  }).filter(({ of }) => of > 0);

/**
 * The coverage at a level by the ids of the chart. A compound state is covered if one of its children is. Where
 * nothing ran, nothing is uncovered.
 */
export function coverageStatuses(
  flow: string,
  { states }: ChartModel,
  items: readonly CoverageItem[],
  level: Level | 'any',
) {
  const covered = new Set(items.filter(isCoveredAt(level)).map(({ id }) => id));
  const parentOf = new Map(states.map(({ id, parent }) => [id, parent]));
  for (const id of [...covered])
    for (let above = parentOf.get(id); above; above = parentOf.get(above)) covered.add(above);
  const statuses: Record<string, CoverageStatus> = {};
  for (const { id } of [...states, ...items]) {
    if (covered.has(id)) statuses[id] = 'covered';
    else if (hasRun(flow, level)) statuses[id] = 'uncovered';
  }
  return statuses;
}
