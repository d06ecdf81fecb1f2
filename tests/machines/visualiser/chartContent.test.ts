import { afterEach, describe, expect, test, vi } from 'vitest';
import type {
  Arrangement,
  Layout,
  LayoutRequest,
} from '../../../machines/chartViewport/chartViewport.types.ts';
import {
  type ChartModel,
  type ChartState,
  type ChartTransition,
  chartOf,
} from '../../../machines/paths/chart.ts';
import { arrangementsOf, layoutsOf } from '../../../src/visualiser/chart/arrangements.ts';
import { headPath, linePath } from '../../../src/visualiser/chart/arrowPaths.ts';
import {
  childrenOf,
  guardPosition,
  headSize,
  hiddenStateCount,
  labelLines,
  labelSize,
  rowsOf,
  tagWidth,
  titleWidth,
} from '../../../src/visualiser/chart/content.ts';
import { guardResultsOf } from '../../../src/visualiser/chart/guardResults.ts';
import { layoutsPath, preparedLayouts } from '../../../src/visualiser/chart/preparedLayouts.ts';
import { textWidth } from '../../../src/visualiser/chart/textWidths.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';

/** What stands in the boxes and at the arrows of a chart, and how large that is. */

const model = chartOf(chartFixtureMachine);

function stateOf(id: string): ChartState {
  const state = model.states.find((each) => each.id === id);
  if (!state) throw new Error(`no state "${id}"`);
  return state;
}

const transition: ChartTransition = {
  id: 'm.a · sent',
  source: 'm.a',
  targets: ['m.b'],
  trigger: 'sent',
  actions: [],
  reenter: false,
};

test('the width of a text is that of its letters in the font, and 3 % more, rounded up', () => {
  expect(textWidth('', 10)).toBe(0);
  // The widths of a, the space and the tilde in thousandths: 494, 211 and 540; of a bold a: 516.
  expect(textWidth('a', 1_000)).toBe(509);
  expect(textWidth('a', 10)).toBe(6);
  expect(textWidth(' ', 1_000)).toBe(218);
  expect(textWidth('~', 1_000)).toBe(557);
  expect(textWidth('aa', 1_000)).toBe(1_018);
  expect(textWidth('a', 1_000, 'strong')).toBe(532);
});

test('a letter that the font is not measured for counts as the widest one, once', () => {
  expect(textWidth('→', 1_000)).toBe(877);
  expect(textWidth('😀', 1_000)).toBe(877);
});

describe('the lines in a state', () => {
  const textsOf = (id: string, isFolded: boolean, details: boolean) =>
    rowsOf(model, stateOf(id), isFolded, details).map(({ text }) => text);

  test('are its invoked actors, and its transitions without a target; its actions only in detail', () => {
    expect(rowsOf(model, stateOf('fixture.idle'), false, false)).toEqual([
      { text: 'counted / note', transition: 'fixture.idle · counted' },
    ]);
    expect(textsOf('fixture.idle', false, true)).toEqual([
      'entry / note',
      'entry / forget',
      'exit / note',
      'counted / note',
    ]);
    expect(textsOf('fixture.fetching', false, false)).toEqual([
      'invoke / first: fetch',
      'after 300 ms / note',
    ]);
    expect(rowsOf(model, stateOf('fixture.over'), false, true)).toEqual([]);
  });

  test('say of a folded state how many states are in it, at any depth', () => {
    expect(childrenOf(model, 'fixture.work').map(({ key }) => key)).toEqual(['left', 'right']);
    expect(hiddenStateCount(model, 'fixture.over')).toBe(0);
    expect(hiddenStateCount(model, 'fixture.work')).toBe(9);
    expect(textsOf('fixture.work', true, false)).toEqual(['9 states inside']);
    expect(textsOf('fixture.work', false, false)).toEqual([]);
    const ids = ['fixture', 'fixture.work', 'fixture.work.left'];
    const states = model.states.filter(({ id }) => ids.includes(id));
    expect(rowsOf({ ...model, states }, stateOf('fixture.work'), true, false)).toEqual([
      { text: '1 state inside' },
    ]);
  });
});

describe('the lines of a label', () => {
  test.each<[string, Partial<ChartTransition>, boolean, string[]]>([
    ['the trigger', {}, false, ['sent']],
    [
      'a long trigger on one line',
      { trigger: 'the answer of the server' },
      false,
      ['the answer of the server'],
    ],
    ['no actions where there are none', {}, true, ['sent']],
    ['no actions without details', { actions: ['note'] }, false, ['sent']],
    ['actions', { actions: ['note', 'forget'] }, true, ['sent', '/ note, forget']],
    [
      'actions on as many lines as they need',
      { actions: ['note', 'forgetEverything', 'begin'] },
      true,
      ['sent', '/ note,', 'forgetEverything,', 'begin'],
    ],
    ['a guard between both', { guard: 'isNew', actions: ['note'] }, true, ['sent', '[isNew]', '/ note']],
    ['a timer on one line', { trigger: 'after x (9 ms)' }, false, ['after x (9 ms)']],
    [
      'a timer with a long name on two',
      { trigger: 'after delayBetweenAttempts (1000 ms)' },
      false,
      ['after delayBetweenAttempts', '(1000 ms)'],
    ],
    [
      'the time of a timer on a line of its own at the end alone',
      { trigger: 'after delayBetweenAttempts (1000 ms) of x' },
      false,
      ['after delayBetweenAttempts (1000 ms) of x'],
    ],
    ['a line of 112 pixels', { actions: ['mmmmmmmiiiiiiiii'] }, true, ['sent', '/ mmmmmmmiiiiiiiii']],
    [
      'no line of 113 pixels of several words',
      { actions: ['mmmmmmmmmii'] },
      true,
      ['sent', '/', 'mmmmmmmmmii'],
    ],
  ])('have %s', (_, changes, details, lines) => {
    expect(labelLines({ ...transition, ...changes }, details)).toEqual(lines);
  });

  test('tell where the guard stands', () => {
    const guarded = { ...transition, guard: 'isReady', actions: ['note'] };
    expect(guardPosition(guarded)).toEqual({ line: 1, width: 52 });
    const slow = { ...guarded, trigger: 'after delayBetweenAttempts (1000 ms)' };
    expect(guardPosition(slow)).toEqual({ line: 2, width: 52 });
  });

  test('make the size of the label: the widest line with its margins, and all lines', () => {
    expect(labelSize(['[isReady]'])).toEqual({ width: 66, height: 22 });
    expect(labelSize(['on', '[isReady]', 'on'])).toEqual({ width: 66, height: 54 });
  });
});

describe('the size of a state', () => {
  const state: ChartState = {
    ...{ id: 'm.on', key: 'on', parent: 'm', type: 'atomic' },
    ...{ tags: [], entry: [], exit: [], invokes: [] },
  };

  test.each<[string, Partial<ChartState>, string[], boolean, number, number]>([
    ['has room for its name', {}, [], false, 41, 32],
    ['has room to be folded', {}, [], true, 65, 32],
    ['has room for its tags', { tags: ['on', 'on'] }, [], false, 101, 32],
    ['has room for its lines', {}, ['invoke / load', 'on'], false, 91, 72],
    ['is that of a dot for a history state', { type: 'history' }, ['invoke / load'], false, 26, 26],
  ])('%s', (_, changes, texts, isCompound, width, height) => {
    const rows = texts.map((text) => ({ text }));
    expect(headSize({ ...state, ...changes }, rows, isCompound)).toEqual({ width, height });
  });

  test('knows the widths of a bold name and of a tag', () => {
    expect(titleWidth(state)).toBe(17);
    expect(tagWidth('on')).toBe(24);
  });
});

describe('an arrow', () => {
  const at = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));

  test.each<[string, [number, number][], string]>([
    [
      'has round corners',
      [
        [100, 200],
        [100, 240],
        [150, 240],
      ],
      'M100 200L100 233Q100 240 107 240L150 240',
    ],
    [
      'has smaller ones on short lines',
      [
        [100, 200],
        [110, 200],
        [110, 204],
      ],
      'M100 200L105 200Q110 200 110 202L110 204',
    ],
    [
      'has them on slanted lines',
      [
        [100, 200],
        [130, 240],
        [160, 280],
      ],
      'M100 200L125.8 234.4Q130 240 134.2 245.6L160 280',
    ],
    [
      'has none where two points are the same',
      [
        [100, 200],
        [100, 200],
        [100, 240],
      ],
      'M100 200L100 200Q100 200 100 207L100 240',
    ],
    [
      'is rounded to a tenth',
      [
        [0.04, 0.06],
        [9.96, 10.14],
      ],
      'M0 0.1L10 10.1',
    ],
    ['is nothing without points', [], ''],
  ])('%s', (_, points, path) => {
    expect(linePath(at(...points))).toBe(path);
  });

  test.each<[string, [number, number][], string]>([
    [
      'points to the right',
      [
        [0, 0],
        [0, 40],
        [50, 40],
      ],
      'M50 40L41 35.5L41 44.5Z',
    ],
    [
      'points where the last line leads',
      [
        [0, 0],
        [60, 80],
        [30, 40],
      ],
      'M30 40L31.8 49.9L39 44.5Z',
    ],
    ['is nothing for one point', [[30, 40]], ''],
    ['is nothing without points', [], ''],
  ])('has a head that %s', (_, points, path) => {
    expect(headPath(at(...points))).toBe(path);
  });
});

describe('the arrangements of a chart', () => {
  const withTransitions = (count: number): ChartModel => ({
    id: 'm',
    states: ['m', 'm.a', 'm.b', 'm.c', 'm.c.in'].map((id) => ({
      ...{ id, key: id, parent: id === 'm' ? null : id.slice(0, id.lastIndexOf('.')), type: 'atomic' },
      ...{ tags: [], entry: [], exit: [], invokes: [] },
    })),
    initialArrows: [],
    transitions: Array.from({ length: count }, (_, index) => ({ ...transition, id: `m.a · ${index}` })),
  });
  const namesOf = (count: number, direction: 'down' | 'right' | null = null) =>
    arrangementsOf(withTransitions(count), direction).map((each) =>
      [each.direction, ...each.breaks].join(' '),
    );
  const inRows = ['right m.b', 'right m.c'];

  test.each([
    [0, ['down', 'right']],
    [25, ['down', 'right']],
    [26, ['down', 'right', ...inRows]],
    [100, ['down', 'right', ...inRows]],
    [101, ['down', 'right']],
  ])('with %i transitions are %j', (count, names) => {
    expect(namesOf(count)).toEqual(names);
  });

  test('are those of the chosen direction', () => {
    expect(namesOf(26, 'down')).toEqual(['down']);
    expect(namesOf(26, 'right')).toEqual(['right', ...inRows]);
  });

  test('have no rows where there is no state', () => {
    const empty = { ...withTransitions(26), states: [] };
    expect(arrangementsOf(empty, 'right')).toEqual([{ direction: 'right', breaks: [] }]);
  });
});

describe('the layouts of a chart', () => {
  const down: Arrangement = { direction: 'down', breaks: [] };
  const right: Arrangement = { direction: 'right', breaks: [] };
  const rowsFrom = (id: string): Arrangement => ({ direction: 'right', breaks: [id] });
  const [wide, tall, square] = [rowsFrom('wide'), rowsFrom('tall'), rowsFrom('large')];
  const sizes: Record<string, [number, number]> = {
    ...{ down: [2_000, 2_000], right: [9_000, 9_000] },
    ...{ wide: [3_000, 1_300], tall: [1_200, 3_000], large: [3_000, 3_000] },
  };
  const request: LayoutRequest = { model, folded: [], details: true, direction: null, arrangement: null };
  const layoutOf = (arrangement: Arrangement): Layout => {
    const [width, height] = sizes[arrangement.breaks[0] ?? arrangement.direction] ?? [0, 0];
    return { arrangement, width, height, states: {}, dots: {}, arrows: [] };
  };

  test('are the plain ones, and those in rows that fit some viewport best', async () => {
    const all = [down, right, wide, tall, square];
    const layouts = await layoutsOf(request, async ({ arrangement }) => layoutOf(arrangement), all);
    expect(layouts.map(({ arrangement }) => arrangement)).toEqual([down, right, wide, tall]);
  });

  test('are made one after the other, of the arrangements of the direction', async () => {
    const log: unknown[] = [];
    await layoutsOf(request, async (chart) => {
      log.push(chart);
      await Promise.resolve();
      log.push('made');
      return layoutOf(chart.arrangement);
    });
    const chart = { model, folded: [], details: true };
    expect(log).toEqual([
      ...[{ ...chart, arrangement: down }, 'made'],
      ...[{ ...chart, arrangement: right }, 'made'],
    ]);
  });

  test('are that of the requested arrangement alone', async () => {
    const layouts = await layoutsOf({ ...request, arrangement: right }, async ({ arrangement }) =>
      layoutOf(arrangement),
    );
    expect(layouts.map(({ arrangement }) => arrangement)).toEqual([right]);
  });
});

describe('the layouts of a build', () => {
  afterEach(() => vi.unstubAllGlobals());

  const layouts = [{ arrangement: { direction: 'down', breaks: [] } }];

  test('are loaded once', async () => {
    const fetching = vi.fn(async () => Response.json(layouts));
    vi.stubGlobal('fetch', fetching);
    expect(await Promise.all([preparedLayouts('lamp'), preparedLayouts('lamp')])).toEqual([layouts, layouts]);
    expect(fetching).toHaveBeenCalledExactlyOnceWith('/visualiser/layouts/lamp.json');
    expect(layoutsPath('lamp')).toBe('visualiser/layouts/lamp.json');
  });

  test.each<[string, () => Promise<Response>]>([
    ['is missing', async () => Response.json(layouts, { status: 404 })],
    ['is a page in place of a file', async () => new Response('<!doctype html>')],
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('are none where the file %s', async (name, fetching) => {
    vi.stubGlobal('fetch', fetching);
    expect(await preparedLayouts(name)).toBeNull();
  });
});

describe('the results of a guard', () => {
  const guarded = { ...transition, guard: 'isReady' };
  const [yes, no] = [`${transition.id} ? true`, `${transition.id} ? false`];

  test('are told with their coverage, where it is known', () => {
    expect(guardResultsOf(guarded, { [yes]: 'covered', [no]: 'uncovered' })).toEqual([
      { result: 'yes', status: 'covered' },
      { result: 'no', status: 'uncovered' },
    ]);
    expect(guardResultsOf(guarded, { [no]: 'removed' })).toEqual([{ result: 'no', status: 'removed' }]);
    expect(guardResultsOf(guarded, undefined)).toEqual([]);
    expect(guardResultsOf(transition, { [yes]: 'covered' })).toEqual([]);
  });
});
