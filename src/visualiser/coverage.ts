import { guardAnswer } from '../../machines/paths/internals.ts';
import type { Ran } from '../../machines/visualiserLink/visualiserLink.types.ts';
import type { ChartModel, Mark } from './chart/index.ts';
import { idsIn } from './ids.ts';
import { type Level, levels, testRuns } from './runs.ts';

const KINDS = ['state', 'transition', 'guard'] as const;

/** Something of a flow that can be covered, by its id on the chart, and the levels at which it was. */
export type Covered = { kind: (typeof KINDS)[number]; id: string; name: string; levels: Level[] };

type LevelRun = Ran & { level: Level };

/** Everything of a flow that can be covered: by the last test run at each level, and by hand. */
export function coveredOf(flow: string, model: ChartModel, ran: Ran | undefined): Covered[] {
  const runs: LevelRun[] = [
    ...testRuns
      .filter((run) => run.flow === flow)
      .flatMap((run) => levels.filter((level) => level === run.level).map((level) => ({ ...run, level }))),
    ...(ran ? [{ ...ran, level: 'hand' as const }] : []),
  ];
  const at = (isIn: (run: Ran) => boolean) => runs.filter(isIn).map(({ level }) => level);
  const active = new Map(
    runs.map((run) => [run, new Set(run.states.flatMap((name) => idsIn(model.id, name)))]),
  );
  const parents = new Set(model.states.map(({ parent }) => parent));
  const short = (id: string) => id.replace(`${model.id}.`, '');
  return [
    ...model.states
      .filter(({ id, type, parent }) => parent !== null && type !== 'history' && !parents.has(id))
      .map(
        ({ id }): Covered => ({
          kind: 'state',
          id,
          name: short(id),
          levels: runs.filter((run) => active.get(run)?.has(id)).map(({ level }) => level),
        }),
      ),
    ...model.transitions.map(
      ({ id }): Covered => ({
        kind: 'transition',
        id,
        name: short(id),
        levels: at((run) => run.transitions.includes(id)),
      }),
    ),
    ...model.transitions
      .filter(({ guard }) => guard !== undefined)
      .flatMap(({ id, guard }) =>
        [true, false].map(
          (answer): Covered => ({
            kind: 'guard',
            id: guardAnswer(id, answer),
            name: `${guard} of ${short(id)}: ${answer ? 'yes' : 'no'}`,
            levels: at((run) => run.answers.includes(guardAnswer(id, answer))),
          }),
        ),
      ),
  ];
}

/** Whether something is covered at a level, or at any. */
export const isCoveredAt = (level: Level | 'any') => (item: Covered) =>
  level === 'any' ? item.levels.length > 0 : item.levels.includes(level);

/** Whether a level has run for a flow. What is done by hand always counts. */
export const hasRun = (flow: string, level: Level) =>
  level === 'hand' || testRuns.some((run) => run.flow === flow && run.level === level);

/** How much of each kind is covered at each level. */
export const sums = (items: readonly Covered[]) =>
  KINDS.map((kind) => {
    const all = items.filter((item) => item.kind === kind);
    const at = (level: Level) => all.filter(isCoveredAt(level)).length;
    return { kind, of: all.length, levels: levels.map((level) => ({ level, covered: at(level) })) };
  }).filter(({ of }) => of > 0);

/** Coverage at a level as marks on the chart; a state around others is covered where one of them is. */
export function marksOf({ states }: ChartModel, items: readonly Covered[], level: Level | 'any') {
  const covered = new Set(items.filter(isCoveredAt(level)).map(({ id }) => id));
  const parentOf = new Map(states.map(({ id, parent }) => [id, parent]));
  for (const id of [...covered])
    for (let above = parentOf.get(id); above; above = parentOf.get(above)) covered.add(above);
  const marks: Record<string, Mark> = {};
  for (const { id } of states) marks[id] = covered.has(id) ? 'covered' : 'uncovered';
  for (const { id, kind } of items)
    if (kind !== 'state') marks[id] = covered.has(id) ? 'covered' : 'uncovered';
  return marks;
}
