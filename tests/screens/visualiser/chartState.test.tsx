import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChartModel, ChartState } from '../../../machines/paths/chart.ts';
import { StateBox, StateHead } from '../../../src/visualiser/chart/State.tsx';
import type { DrawingProps } from '../../../src/visualiser/chart/types.ts';
import {
  drawnLayout as layout,
  drawnModel as model,
  stateWith,
  transitionWith,
} from '../../support/drawnChart.ts';
import { shapesIn } from '../../support/renderInSvg.tsx';

/** The box and the text of a state in the drawing of a chart. */

afterEach(cleanup);

const props: DrawingProps = { model, layout, active: [], folded: [], details: false };

const box = { x: 20, y: 40, width: 80, height: 60 };

describe('the box of a state', () => {
  const boxOf = (changes: Partial<ChartState> = {}, given: Partial<DrawingProps> = {}, depth = 1) =>
    shapesIn(
      <StateBox
        state={stateWith('m.on', changes)}
        box={box}
        depth={depth}
        drawing={{ ...props, ...given }}
      />,
    );
  const BOX = 'rect.chart-box x=20 y=40 width=80 height=60 rx=8';
  const HIGHLIGHT = 'rect.chart-highlight x=16 y=36 width=88 height=68 rx=12';

  test('has its key as its title, or its description', () => {
    expect(boxOf()).toEqual(['g.chart-state.is-atomic data-state=m.on', 'title "on"', BOX]);
    expect(boxOf({ description: 'Is on.' })[1]).toBe('title "Is on."');
  });

  test('is double for a final state', () => {
    expect(boxOf({ type: 'final' }).slice(2)).toEqual([
      BOX,
      'rect.chart-inner-box x=23.5 y=43.5 width=73 height=53 rx=5',
    ]);
  });

  test('is a circle for a history state', () => {
    expect(boxOf({ type: 'history' }, { selected: 'm.on' })).toEqual([
      'g.chart-state.is-history.is-selected data-state=m.on',
      'circle.chart-box cx=60 cy=70 r=40',
    ]);
  });

  test('is highlighted where it is selected or found', () => {
    expect(boxOf({}, { selected: 'm.on' }).slice(2)).toEqual([HIGHLIGHT, BOX]);
    expect(boxOf({}, { found: ['m.off', 'm.on'] }).slice(2)).toEqual([HIGHLIGHT, BOX]);
    expect(boxOf({}, { selected: 'm.off', found: ['m.off'] }).slice(2)).toEqual([BOX]);
  });

  test('has a band with the pattern of its status', () => {
    expect(boxOf({}, { coverage: { 'm.on': 'covered' } }).slice(2)).toEqual([
      BOX,
      'rect.chart-band x=22 y=48 width=5 height=44 fill=url(#m-covered)',
    ]);
  });

  test.each<[string, Partial<ChartState>, Partial<DrawingProps>, number, string]>([
    ['at an even depth', {}, {}, 2, 'is-atomic.is-even'],
    ['that is active', {}, { active: ['m', 'm.on'] }, 1, 'is-atomic.is-active'],
    ['that is selected', {}, { selected: 'm.on' }, 1, 'is-atomic.is-selected'],
    ['that is not covered', {}, { coverage: { 'm.on': 'uncovered' } }, 1, 'is-atomic.is-uncovered'],
    ['that is found', {}, { found: ['m.on'] }, 1, 'is-atomic.is-found'],
    ['that is nothing of this', {}, { active: ['m'], selected: 'm', found: ['m'] }, 1, 'is-atomic'],
    [
      'of a parallel one, a region',
      { parent: 'p' },
      {
        model: {
          ...model,
          states: [stateWith('q', { type: 'parallel' }), stateWith('p', { type: 'parallel' })],
        },
      },
      1,
      'is-atomic.is-region',
    ],
    [
      'beside a parallel one, no region',
      {},
      { model: { ...model, states: [stateWith('p', { type: 'parallel' }), stateWith('m')] } },
      1,
      'is-atomic',
    ],
  ])('says which state it is: one %s', (_, changes, given, depth, names) => {
    expect(boxOf(changes, given, depth)[0]).toBe(`g.chart-state.${names} data-state=m.on`);
  });
});

describe('the text of a state', () => {
  const headOf = (changes: Partial<ChartState> = {}, given: Partial<DrawingProps> = {}, depth = 1) =>
    shapesIn(
      <StateHead
        state={stateWith('m.x', changes)}
        box={box}
        depth={depth}
        drawing={{ ...props, ...given }}
      />,
    );
  const TITLE = 'text.chart-title x=32 y=61 font-size=15 "x"';

  test('is its name', () => {
    expect(headOf()).toEqual(['g.chart-state-text data-state=m.x', TITLE]);
  });

  test.each([
    ['shallow', 'H'],
    ['deep', 'H*'],
  ] as const)('of a %s history state is %s', (history, text) => {
    expect(headOf({ type: 'history', history })).toEqual([
      `text.chart-history data-state=m.x x=60 y=75 font-size=15 "${text}"`,
    ]);
  });

  test('has a dot where the state is active, and the sign of its status', () => {
    expect(headOf({}, { active: ['m.x'], coverage: { 'm.x': 'covered' } })).toEqual([
      'g.chart-state-text.is-covered data-state=m.x',
      'circle.chart-active-dot cx=20 cy=58 r=6',
      'g.chart-coverage-sign.is-covered transform=translate(17 36) scale(0.8)',
      'circle cx=5 cy=5 r=8',
      'path d=M1 5.5l3 3L9 2',
      TITLE,
    ]);
  });

  test('has its tags one after the other', () => {
    expect(headOf({ key: 'on', tags: ['on', 'no'] }).slice(2)).toEqual([
      'g.chart-tag',
      'rect x=55 y=48 width=24 height=17 rx=8.5',
      'text x=61 y=60.5 font-size=11 "on"',
      'g.chart-tag',
      'rect x=85 y=48 width=24 height=17 rx=8.5',
      'text x=91 y=60.5 font-size=11 "no"',
    ]);
  });

  test('has its lines one under the other, those of transitions with what is said of them', () => {
    const coverage = { 'm.on · on': 'covered', 'm.on · on ? true': 'covered' } as const;
    const lines = headOf({ id: 'm.on', invokes: ['load'], entry: ['note'] }, { coverage }).slice(2);
    expect(lines).toEqual([
      'text.chart-row x=32 y=84 font-size=12 "invoke / load"',
      'g.chart-row.chart-transition.is-covered data-transition=m.on · on',
      'g.chart-coverage-sign.is-covered transform=translate(16 93) scale(0.8)',
      'circle cx=5 cy=5 r=8',
      'path d=M1 5.5l3 3L9 2',
      'text x=32 y=101 font-size=12 "on [isReady]"',
      'g.chart-guard-result.is-covered',
      'title "isReady, yes: covered"',
      'rect x=98 y=91 width=14 height=14 rx=3',
      'text x=105 y=102 font-size=11 "Y"',
    ]);
  });

  test.each<[string, Partial<DrawingProps>, string]>([
    ['just taken', { taken: 'm.on · on' }, '.is-taken'],
    ['selected', { selected: 'm.on · on' }, '.is-selected'],
    ['found', { found: ['m.on · on'] }, '.is-found'],
    ['nothing of this', { taken: 'm.on · off', selected: 'm.on', found: ['m.on'], coverage: {} }, ''],
  ])('says of a line that it is %s', (_, given, names) => {
    expect(headOf({ id: 'm.on' }, given).slice(2)).toEqual([
      `g.chart-row.chart-transition${names} data-transition=m.on · on`,
      'text x=32 y=84 font-size=12 "on [isReady]"',
    ]);
  });

  test('shows actions in detail', () => {
    expect(headOf({ entry: ['note'] }, { details: true }).at(-1)).toBe(
      'text.chart-row x=32 y=84 font-size=12 "entry / note"',
    );
  });

  describe('of a state with children', () => {
    const inner: ChartModel = {
      ...{ id: 'm', initialArrows: [], transitions: [] },
      states: [stateWith('m.x'), stateWith('m.x.y', { parent: 'm.x' })],
    };

    test('has a background over the lines behind it while it is open, and a sign that folds it', () => {
      const sign = ['g.chart-fold data-fold=m.x', 'title "Fold x"', 'circle cx=80 cy=56 r=11'];
      const open = { model: inner };
      expect(headOf({ invokes: ['load'] }, open, 2).slice(1)).toEqual([
        'text.chart-title.on-wash x=32 y=61 font-size=15 "x"',
        'text.chart-row.on-wash x=32 y=84 font-size=12 "invoke / load"',
        ...sign,
        'path d=M75 53l5 5l5 -5',
      ]);
      expect(headOf({}, open, 1)[1]).toBe('text.chart-title.on-paper x=32 y=61 font-size=15 "x"');
    });

    test('has the background behind its transitions too', () => {
      const transitions = [transitionWith('m.x · on', [])];
      expect(headOf({}, { model: { ...inner, transitions } }, 2)).toContain(
        'text.on-wash x=32 y=84 font-size=12 "on"',
      );
    });

    test('has a sign that unfolds it while it is folded', () => {
      expect(headOf({}, { model: inner, folded: ['m.x'] }).slice(1)).toEqual([
        TITLE,
        'text.chart-row x=32 y=84 font-size=12 "1 state inside"',
        ...['g.chart-fold data-fold=m.x', 'title "Unfold x"', 'circle cx=80 cy=56 r=11'],
        'path d=M77 51l5 5l-5 5',
      ]);
    });

    test('has no such sign for the machine itself', () => {
      expect(headOf({ parent: null }, { model: inner }, 0).slice(2)).toEqual([]);
    });
  });
});
