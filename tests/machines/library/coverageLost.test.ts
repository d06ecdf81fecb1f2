import { expect, test } from 'vitest';
import type { ChartModel, ChartTransition } from '../../../machines/paths/chart.ts';
import { compareCoverage } from '../../../machines/paths/coverageLost.ts';
import type { FlowModel, LevelCoverage } from '../../../machines/paths/flowModel.ts';

const transition = (id: string, guard?: string): ChartTransition => ({
  ...{ id, source: 'm.one', targets: [], trigger: id, actions: [], reenter: false },
  ...(guard !== undefined && { guard }),
});

const state = (id: string, parent: string | null): ChartModel['states'][number] => ({
  ...{ id, key: id, parent, type: 'atomic', tags: [], entry: [], exit: [], invokes: [] },
});

const modelOf = (states: ChartModel['states'], coverage: LevelCoverage[]): FlowModel => ({
  ...{ id: 'm', title: 'M', guards: {}, delays: {}, messages: [], paths: [] },
  chart: { id: 'm', states, initialArrows: [], transitions: [] },
  coverage,
});

const states = [state('m', null), state('m.one', 'm'), state('m.one.deep', 'm.one'), state('m.two', 'm')];
const nothing: LevelCoverage[] = [{ level: 'screens', covered: [] }];
const pairs = [
  [transition('went', 'isOpen'), transition('went[1]', 'isWide')],
  [transition('left', 'isOld'), transition('left')],
  [transition('stayed'), transition('stayed', 'isNew')],
] as const;

const all = [
  ...['m', 'm.one', 'm.one.deep', 'm.two'],
  ...['went', 'left', 'stayed', 'went ? true', 'went ? false', 'left ? true', 'stayed ? true'],
];

const lost = (before: FlowModel, after: FlowModel) =>
  compareCoverage(before, after, pairs, ({ id }) => `the transition ${id}`);

test('states without children, transitions and results of guards in both builds are lost', () => {
  const before = modelOf(states, [{ level: 'screens', covered: all }]);
  expect(lost(before, modelOf(states, nothing))).toEqual([
    { level: 'screens', kind: 'state', name: 'one.deep', at: 'm.one.deep' },
    { level: 'screens', kind: 'state', name: 'two', at: 'm.two' },
    { level: 'screens', kind: 'transition', name: 'the transition went[1]', at: 'went[1]' },
    { level: 'screens', kind: 'transition', name: 'the transition left', at: 'left' },
    { level: 'screens', kind: 'transition', name: 'the transition stayed', at: 'stayed' },
    { level: 'screens', kind: 'guard', name: 'isWide of the transition went[1]: yes', at: 'went[1]' },
    { level: 'screens', kind: 'guard', name: 'isWide of the transition went[1]: no', at: 'went[1]' },
  ]);
});

test('what was not covered before, is covered now under its new id, or is new, is not lost', () => {
  const covered = ['m.one.deep', 'went', 'went ? true'];
  const before = modelOf(states.slice(0, 3), [{ level: 'screens', covered: [...covered, 'm.two'] }]);
  const now = ['m.one.deep', 'went[1]', 'went[1] ? true'];
  expect(lost(before, modelOf(states, [{ level: 'screens', covered: ['m.one.deep'] }]))).toHaveLength(2);
  expect(lost(before, modelOf(states, [{ level: 'screens', covered: now }]))).toEqual([]);
});

test('a level that ran in one of the builds alone is not compared', () => {
  const levels = ['screens', 'browser'].map((level) => ({ level, covered: ['m.two'] }));
  const found = lost(modelOf(states, levels), modelOf(states, [...nothing, { level: 'plan', covered: [] }]));
  expect(found).toEqual([{ level: 'screens', kind: 'state', name: 'two', at: 'm.two' }]);
});
