import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setup } from 'xstate';
import { catalogue } from '../../../machines/catalogue.ts';
import { type ChartModel, chartOf } from '../../../machines/paths/chart.ts';
import type { ObservedCoverage } from '../../../machines/paths/coverage.ts';
import {
  type CoverageItem,
  coverageCounts,
  coverageItemsOf,
  coverageStatuses,
  hasRun,
  isCoveredAt,
} from '../../../src/visualiser/coverage.ts';
import * as flowModels from '../../../src/visualiser/flowModels.ts';
import { goalsOf, uncoveredGoals } from '../../../src/visualiser/goalRuns.ts';
import {
  coverageFile,
  readCoverage,
  saveCoverage,
  savedCoverage,
} from '../../../src/visualiser/handCoverage.ts';
import { levels, testRuns } from '../../../src/visualiser/testRuns.ts';

/** The coverage of a flow: by the last tests of each level, and by hand. docs/visualiser.md, "Coverage by hand". */

const door = chartOf(
  setup({ guards: { isUnlocked: () => true } }).createMachine({
    id: 'door',
    initial: 'closed',
    states: {
      closed: { on: { pushed: { guard: 'isUnlocked', target: 'open' }, kicked: 'open.past' } },
      open: {
        initial: 'ajar',
        on: { pulled: 'closed' },
        states: { ajar: { on: { pushed: 'wide' } }, wide: {}, past: { type: 'history' } },
      },
    },
  }),
);

const pushed = 'door.closed · pushed';
const widened = 'door.open.ajar · pushed';

const coverageOf = (
  states: string[],
  transitions: string[] = [],
  guardResults: string[] = [],
): { states: string[]; transitions: string[]; guardResults: string[] } => ({
  states,
  transitions,
  guardResults,
});

const runAt = (level: string, flow: string, coverage: ReturnType<typeof coverageOf>): ObservedCoverage => ({
  ...coverage,
  ...{ level, flow, cases: [], pairs: [] },
});

const setRuns = (...runs: ObservedCoverage[]) => testRuns.splice(0, testRuns.length, ...runs);

const saved = [...testRuns];
beforeEach(() => {
  setRuns(
    runAt('screens', 'door', coverageOf(['closed', 'open.ajar'], [pushed], [`${pushed} ? true`])),
    runAt('machines', 'door', coverageOf(['closed'])),
    runAt('peers', 'door', coverageOf(['open.wide'], [widened])),
    runAt('browser', 'window', coverageOf(['open.wide'], [widened], [`${pushed} ? false`])),
  );
});
afterEach(() => {
  setRuns(...saved);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const byHand = coverageOf(['open.wide'], [widened], [`${pushed} ? false`]);

const withoutHand = () => coverageItemsOf('door', door, undefined);
const items = () => coverageItemsOf('door', door, byHand);

describe('the items of a flow', () => {
  test('are its states without children, its transitions and the results of its guards, with the levels of each', () => {
    expect(items()).toEqual([
      { kind: 'state', id: 'door.closed', name: 'closed', levels: ['screens', 'machines'] },
      { kind: 'state', id: 'door.open.ajar', name: 'open.ajar', levels: ['screens'] },
      { kind: 'state', id: 'door.open.wide', name: 'open.wide', levels: ['hand'] },
      { kind: 'transition', id: pushed, name: 'closed · pushed', levels: ['screens'] },
      { kind: 'transition', id: 'door.closed · kicked', name: 'closed · kicked', levels: [] },
      { kind: 'transition', id: 'door.open · pulled', name: 'open · pulled', levels: [] },
      { kind: 'transition', id: widened, name: 'open.ajar · pushed', levels: ['hand'] },
      {
        kind: 'guard',
        id: `${pushed} ? true`,
        name: 'isUnlocked of closed · pushed: yes',
        levels: ['screens'],
      },
      { kind: 'guard', id: `${pushed} ? false`, name: 'isUnlocked of closed · pushed: no', levels: ['hand'] },
    ]);
  });

  test('are covered by no hand where nothing was done', () => {
    expect(withoutHand().map(({ levels: covered }) => covered.join())).toEqual([
      ...['screens,machines', 'screens', '', 'screens', '', '', '', 'screens', ''],
    ]);
  });

  test('are covered at a level, or at any', () => {
    const namesAt = (level: Parameters<typeof isCoveredAt>[0]) =>
      items()
        .filter(isCoveredAt(level))
        .map(({ name }) => name);
    expect(namesAt('machines')).toEqual(['closed']);
    expect(namesAt('hand')).toEqual(['open.wide', 'open.ajar · pushed', 'isUnlocked of closed · pushed: no']);
    expect(namesAt('browser')).toEqual([]);
    expect(namesAt('any')).toHaveLength(7);
  });

  test('are counted by kind and level; a kind that the flow does not have is left out', () => {
    const at = (...covered: number[]) =>
      levels.map((level, index) => ({ level, covered: covered[index] ?? 0 }));
    expect(levels).toEqual(['machines', 'screens', 'browser', 'hand']);
    expect(coverageCounts(items())).toEqual([
      { kind: 'state', of: 3, levels: at(1, 2, 0, 1) },
      { kind: 'transition', of: 4, levels: at(0, 1, 0, 1) },
      { kind: 'guard', of: 2, levels: at(0, 1, 0, 1) },
    ]);
    const states = items().filter(({ kind }) => kind === 'state');
    expect(coverageCounts(states).map(({ kind }) => kind)).toEqual(['state']);
  });

  test('on the chart are covered with every state around them', () => {
    const status = (level: Parameters<typeof isCoveredAt>[0]) =>
      Object.entries(coverageStatuses(door, items(), level))
        .filter(([, covered]) => covered === 'covered')
        .map(([id]) => id);
    expect(status('machines')).toEqual(['door', 'door.closed']);
    expect(status('hand')).toEqual(['door', 'door.open', 'door.open.wide', widened, `${pushed} ? false`]);
    expect(coverageStatuses(door, items(), 'browser')).toEqual(
      Object.fromEntries([...door.states, ...items()].map(({ id }) => [id, 'uncovered'])),
    );
    expect(Object.keys(coverageStatuses(door, items(), 'any'))).toHaveLength(6 + 4 + 2);
  });
});

test('a flow has coverage at the levels at which it ran, and always by hand', () => {
  expect(levels.filter((level) => hasRun('door', level))).toEqual(['machines', 'screens', 'hand']);
  expect(levels.filter((level) => hasRun('window', level))).toEqual(['browser', 'hand']);
});

describe('the goals of a path', () => {
  test.each([
    ['a state', 'door.open.wide', ['open.wide']],
    ['the states in a compound state', 'door.open', ['open.ajar', 'open.wide']],
    ['a transition', pushed, [pushed]],
  ])('to what is selected are %s', (_, id, goals) => {
    expect(goalsOf(id, items())).toEqual({ title: `Path to ${id}`, goals });
  });

  test('to a state are not those of another state whose name begins like it', () => {
    const longer: CoverageItem = { kind: 'state', id: 'door.openings', name: 'openings', levels: [] };
    expect(goalsOf('door.open', [...items(), longer]).goals).toEqual(['open.ajar', 'open.wide']);
  });

  test('to an uncovered transition are those that did not run at the level', () => {
    expect(uncoveredGoals(items(), 'hand')).toEqual({
      title: 'Path to an uncovered transition',
      goals: [pushed, 'door.closed · kicked', 'door.open · pulled'],
    });
    expect(uncoveredGoals(items(), 'any').goals).toEqual(['door.closed · kicked', 'door.open · pulled']);
  });
});

/** The key of a chart: the length of what it is made of, and the hash code that Java has for that text. */
function keyOf({ states, transitions }: ChartModel): string {
  const text = JSON.stringify([
    states.map(({ id }) => id),
    transitions.map(({ id, guard, targets }) => [id, guard, targets]),
  ]);
  const hash = [...text].reduce((sum, character) => sum * 31n + BigInt(character.charCodeAt(0)), 0n);
  return `${text.length}-${BigInt.asUintN(32, hash).toString(36)}`;
}

const showDoor = () =>
  vi.spyOn(flowModels, 'modelOf').mockImplementation((id) => (id === 'gone' ? null : door));

const fileWith = (flows: object) => JSON.stringify({ flows });

describe('the coverage of all flows', () => {
  test('is saved with the key of each chart, by hand and by the last tests of each level', () => {
    showDoor();
    setRuns(
      runAt('machines', 'contact', coverageOf(['idle'], ['a'], ['a ? true'])),
      runAt('browser', 'contact', coverageOf(['done'])),
      runAt('browser', 'scholarship', coverageOf(['failed'])),
    );
    const { flows } = coverageFile({ contact: byHand });
    expect(Object.keys(flows)).toEqual(catalogue.map(({ id }) => id));
    expect(flows.contact).toEqual({
      chart: keyOf(door),
      levels: {
        machines: coverageOf(['idle'], ['a'], ['a ? true']),
        browser: coverageOf(['done']),
      },
      hand: byHand,
    });
    expect(flows.callBack).toEqual({ chart: keyOf(door), levels: {}, hand: coverageOf([]) });
  });

  test('of a file is merged where the chart is the same; the flows that have changed are named', () => {
    showDoor();
    const own = { chart: keyOf(door), hand: byHand };
    expect(
      readCoverage(fileWith({ contact: own, callBack: { ...own, chart: 'another' }, gone: own })),
    ).toEqual({ coverage: { contact: byHand }, changedFlows: ['callBack', 'gone'] });
  });

  test.each([
    ['a file of something else', '{"flow":"contact"}'],
    ['a text', 'no JSON'],
    ['a flow without a chart', fileWith({ contact: { hand: byHand } })],
    ['a flow without coverage', fileWith({ contact: { chart: 'a' } })],
    ['coverage without states', fileWith({ contact: { chart: 'a', hand: { ...byHand, states: [1] } } })],
    [
      'coverage without transitions',
      fileWith({ contact: { chart: 'a', hand: { ...byHand, transitions: 1 } } }),
    ],
    [
      'coverage without guards',
      fileWith({ contact: { chart: 'a', hand: { ...byHand, guardResults: null } } }),
    ],
  ])('is not in %s', (_, text) => {
    expect(readCoverage(text)).toBeNull();
  });

  test.each<[string, (model: ChartModel) => ChartModel]>([
    ['a state', (model) => ({ ...model, states: model.states.slice(1) })],
    [
      'the name of a transition',
      (model) => ({
        ...model,
        transitions: model.transitions.map((each) => ({ ...each, id: `${each.id}!` })),
      }),
    ],
    [
      'a guard',
      (model) => ({ ...model, transitions: model.transitions.map(({ guard: _, ...each }) => each) }),
    ],
    [
      'a target',
      (model) => ({ ...model, transitions: model.transitions.map((each) => ({ ...each, targets: [] })) }),
    ],
  ])('is left out where %s differs', (_, change) => {
    const models = showDoor();
    const text = JSON.stringify(coverageFile({ contact: byHand }));
    expect(readCoverage(text)?.coverage.contact).toEqual(byHand);
    models.mockReturnValue(change(door));
    expect(readCoverage(text)?.changedFlows).toContain('contact');
  });

  test('by hand is saved in the browser under a key of its own, without that of flows that have changed', () => {
    const entries = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => entries.set(key, text),
    });
    expect(savedCoverage()).toEqual({});
    const models = showDoor();
    saveCoverage({ contact: byHand, gone: byHand });
    expect([...entries.keys()]).toEqual(['visualiser-coverage']);
    expect(savedCoverage()).toEqual({ contact: byHand });
    models.mockReturnValue({ ...door, states: [] });
    expect(savedCoverage()).toEqual({});
  });

  test('by hand is that of no browser without storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    expect(() => saveCoverage({ contact: byHand })).not.toThrow();
    expect(savedCoverage()).toEqual({});
  });
});
