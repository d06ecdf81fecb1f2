import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Layout } from '../../../machines/chartViewport/chartViewport.types.ts';
import { CoverageSign, GuardResultSigns, Patterns } from '../../../src/visualiser/chart/CoverageSigns.tsx';
import { Drawing } from '../../../src/visualiser/chart/Drawing.tsx';
import { PathSteps } from '../../../src/visualiser/chart/PathSteps.tsx';
import type { DrawingProps } from '../../../src/visualiser/chart/types.ts';
import { drawnLayout as layout, drawnModel as model, transitionWith } from '../../support/drawnChart.ts';
import { renderInSvg, Svg, shapesIn } from '../../support/renderInSvg.tsx';
import { svgShapes } from '../../support/svgShapes.ts';

/** The drawing of a chart: its arrows, its signs of coverage, and the steps of a path on it. */

afterEach(cleanup);

const props: DrawingProps = { model, layout, active: [], folded: [], details: false };

describe('what is said of coverage and changes', () => {
  test.each([
    ['covered', 'M1 5.5l3 3L9 2'],
    ['uncovered', 'M1.5 1.5l7 7M8.5 1.5l-7 7'],
    ['added', 'M5 .5v9M.5 5h9'],
    ['removed', 'M.5 5h9'],
    ['altered', 'M0 6.5c1.5 -4 3.5 -4 5 -1.5s3.5 2.5 5 -1.5'],
  ] as const)('is a sign for %s around a point', (status, path) => {
    expect(shapesIn(<CoverageSign status={status} x={10} y={20} />)).toEqual([
      `g.chart-coverage-sign.is-${status} transform=translate(6 16) scale(0.8)`,
      'circle cx=5 cy=5 r=8',
      `path d=${path}`,
    ]);
  });

  test('has both results of a guard, one beside the other', () => {
    const guarded = transitionWith('m.on · on', [], { guard: 'isReady' });
    const coverage = { 'm.on · on ? true': 'covered', 'm.on · on ? false': 'uncovered' } as const;
    expect(shapesIn(<GuardResultSigns transition={guarded} coverage={coverage} x={10} y={20} />)).toEqual([
      'g.chart-guard-result.is-covered',
      'title "isReady, yes: covered"',
      'rect x=10 y=20 width=14 height=14 rx=3',
      'text x=17 y=31 font-size=11 "Y"',
      'g.chart-guard-result.is-uncovered',
      'title "isReady, no: uncovered"',
      'rect x=24 y=20 width=14 height=14 rx=3',
      'text x=31 y=31 font-size=11 "N"',
    ]);
  });

  test('has a pattern for each status', () => {
    const pattern = (status: string, rest = '') =>
      `pattern id=m-${status} width=6 height=6 patternUnits=userSpaceOnUse${rest}`;
    expect(shapesIn(<Patterns of="m" />)).toEqual([
      'defs',
      ...[pattern('covered'), 'rect.chart-covered width=6 height=6'],
      ...[pattern('uncovered', ' patternTransform=rotate(45)'), 'rect.chart-uncovered width=3 height=6'],
      ...[pattern('removed', ' patternTransform=rotate(45)'), 'rect.chart-removed width=3 height=6'],
      ...[pattern('altered', ' patternTransform=rotate(90)'), 'rect.chart-altered width=3 height=6'],
      ...[pattern('added'), 'rect.chart-added width=6 height=6'],
    ]);
  });
});

describe('an arrow', () => {
  const arrowOf = (id: string, given: Partial<DrawingProps> = {}) => {
    const arrow = renderInSvg(<Drawing {...props} {...given} />).querySelector(`g[data-transition="${id}"]`);
    if (!arrow) throw new Error(`There is no arrow of ${id}.`);
    return [String(arrow.getAttribute('class')), ...svgShapes(arrow)];
  };
  const LINE = ['path.chart-hit-area d=M100 100L200 100', 'path.chart-arrow-line d=M100 100L200 100'];
  const HEAD = 'path.chart-arrow-head d=M200 100L191 95.5L191 104.5Z';
  const LABEL = [
    'rect.chart-label x=110 y=70 width=66 height=38 rx=4',
    'text.chart-label-text font-size=13',
    'tspan x=117 y=85 "off"',
    'tspan.chart-label-more x=117 y=101 "[isReady]"',
  ];

  test('has a line, a head and a label', () => {
    expect(arrowOf('m.on · off')).toEqual(['chart-transition', ...LINE, HEAD, ...LABEL]);
  });

  test('has its actions in detail', () => {
    expect(arrowOf('m.on · off', { details: true }).at(-1)).toBe(
      'tspan.chart-label-more x=117 y=117 "/ note"',
    );
  });

  test('has the signs of its status and of the results of its guard at its label', () => {
    const coverage = { 'm.on · off': 'uncovered', 'm.on · off ? false': 'covered' } as const;
    expect(arrowOf('m.on · off', { coverage })).toEqual([
      'chart-transition is-uncovered',
      ...[...LINE, HEAD, ...LABEL],
      'g.chart-coverage-sign.is-uncovered transform=translate(106 67) scale(0.8)',
      'circle cx=5 cy=5 r=8',
      'path d=M1.5 1.5l7 7M8.5 1.5l-7 7',
      'g.chart-guard-result.is-covered',
      'title "isReady, no: covered"',
      'rect x=169 y=90 width=14 height=14 rx=3',
      'text x=176 y=101 font-size=11 "N"',
    ]);
    expect(arrowOf('m.on · again', { coverage: { 'm.on · again': 'covered' } })).toHaveLength(4);
  });

  test.each<[string, Partial<DrawingProps>, string]>([
    ['just taken', { taken: 'm.on · off' }, 'chart-transition is-taken'],
    ['selected', { selected: 'm.on · off' }, 'chart-transition is-selected'],
    ['one that leaves the selected state', { selected: 'm.on' }, 'chart-transition is-adjacent'],
    ['one that leads to the selected state', { selected: 'm.off' }, 'chart-transition is-adjacent'],
    ['found', { found: ['m.on · off'] }, 'chart-transition is-found'],
    ['nothing of this', { taken: 'x', selected: 'm', found: ['m'], coverage: {} }, 'chart-transition'],
  ])('says that it is %s', (_, given, names) => {
    expect(arrowOf('m.on · off', given)[0]).toBe(names);
  });

  test.each<[string, Partial<DrawingProps>, string[]]>([
    ['in their order', {}, ['m.on · off', 'm.on · again']],
    ['that of the selected transition last', { selected: 'm.on · off' }, ['m.on · again', 'm.on · off']],
    ['that of the transition just taken last', { taken: 'm.on · off' }, ['m.on · again', 'm.on · off']],
  ])('is one of several, drawn %s', (_, given, ids) => {
    const arrows = renderInSvg(<Drawing {...props} {...given} />).querySelectorAll(
      'g.chart-transition:has(path)',
    );
    expect([...arrows].map((arrow) => arrow.getAttribute('data-transition'))).toEqual(ids);
  });
});

describe('a drawing', () => {
  test('has boxes, dots, arrows and texts of what has a place in the layout, one over the other', () => {
    const { 'm.off': _, ...states } = layout.states;
    const arrows = layout.arrows.filter(({ edgeId }) => edgeId === 'm · initial');
    const shapes = shapesIn(<Drawing {...props} layout={{ ...layout, states, arrows }} />);
    expect(shapes[0]).toBe('g.chart-drawing');
    expect(
      shapes.filter((shape) => /^(g\.chart-state|circle\.chart-dot|g\.chart-initial)/.test(shape)),
    ).toEqual([
      'g.chart-state.is-compound.is-even data-state=m',
      'g.chart-state.is-atomic data-state=m.on',
      'circle.chart-dot cx=16 cy=24 r=6',
      'g.chart-initial',
      'g.chart-state-text data-state=m',
      'g.chart-state-text data-state=m.on',
    ]);
    expect(shapes).toContain('path.chart-arrow-line d=M22 24L22 40');
    expect(shapes).toContain('path.chart-arrow-head d=M22 40L26.5 31L17.5 31Z');
    expect(shapes).toContain('pattern id=m-covered width=6 height=6 patternUnits=userSpaceOnUse');
  });

  /** Draws once, and again with changes. Returns how often it was rendered. */
  function renderings(first: Partial<DrawingProps>, changes: Partial<DrawingProps>): number {
    let count = 0;
    const counted: Layout = {
      ...layout,
      get dots() {
        count += 1;
        return {};
      },
    };
    const drawing = { ...props, layout: counted, ...first };
    const { rerender } = render(
      <Svg>
        <Drawing {...drawing} />
      </Svg>,
    );
    rerender(
      <Svg>
        <Drawing {...drawing} {...changes} />
      </Svg>,
    );
    return count;
  }

  const coverage = { m: 'covered', 'm.on': 'covered' } as const;

  test.each<[string, Partial<DrawingProps>, Partial<DrawingProps>]>([
    ['nothing', {}, {}],
    [
      'nothing but the lists themselves',
      { active: ['m'], folded: ['m'], found: ['m'], coverage },
      { active: ['m'], folded: ['m'], found: ['m'], coverage: { ...coverage } },
    ],
  ])('is not rendered again where %s has changed', (_, first, changes) => {
    expect(renderings(first, changes)).toBe(1);
  });

  test.each<[string, Partial<DrawingProps>, Partial<DrawingProps>]>([
    ['the model', {}, { model: { ...model } }],
    ['details', {}, { details: true }],
    ['the transition just taken', {}, { taken: 'm.on · off' }],
    ['the selection', {}, { selected: 'm.on' }],
    ['an active state', { active: ['m', 'm.on'] }, { active: ['m', 'm.off'] }],
    ['the number of active states', { active: ['m'] }, { active: ['m', 'm.off'] }],
    ['the number of active states, to fewer', { active: ['m', 'm.off'] }, { active: ['m'] }],
    ['a folded state', {}, { folded: ['m.on'] }],
    ['what is found', { found: ['m'] }, { found: ['m.on'] }],
    ['whether there is a search', {}, { found: [] }],
    ['a status', { coverage }, { coverage: { ...coverage, m: 'uncovered' } }],
    ['what has a status', { coverage }, { coverage: { m: 'covered', 'm.off': 'covered' } }],
    ['whether coverage is shown', { coverage: {} }, { coverage: undefined }],
  ])('is rendered again where %s has changed', (_, first, changes) => {
    expect(renderings(first, changes)).toBe(2);
  });

  test('is rendered again in another layout', () => {
    const { container, rerender } = render(
      <Svg>
        <Drawing {...props} />
      </Svg>,
    );
    expect(svgShapes(container)).toContain('circle.chart-dot cx=16 cy=24 r=6');
    const moved = { 'm · initial': { x: 30, y: 40, width: 12, height: 12 } };
    rerender(
      <Svg>
        <Drawing {...props} layout={{ ...layout, dots: moved }} />
      </Svg>,
    );
    expect(svgShapes(container)).toContain('circle.chart-dot cx=36 cy=46 r=6');
  });
});

describe('the steps of a path', () => {
  const stepsOf = (...steps: [number, ...string[]][]) =>
    shapesIn(
      <PathSteps
        model={model}
        layout={layout}
        steps={steps.map(([number, ...transitions]) => ({ number, transitions }))}
      />,
    );

  test('stand before the label of their arrow', () => {
    expect(stepsOf([1, 'm.on · off'])).toEqual([
      'g.chart-path',
      'path.chart-path-line d=M100 100L200 100',
      'g data-path-step=m.on · off',
      'rect.chart-path-number x=95 y=80 width=18 height=18 rx=9',
      'text.chart-path-text x=104 y=93 "1"',
    ]);
  });

  test('stand on an arrow without a label', () => {
    expect(stepsOf([2, 'm.on · again', 'm.on · off']).slice(-3)).toEqual([
      'g data-path-step=m.on · again',
      'rect.chart-path-number x=111 y=51 width=18 height=18 rx=9',
      'text.chart-path-text x=120 y=64 "2"',
    ]);
  });

  test('stand at the state of transitions that lead nowhere, in their order', () => {
    const transitions = [...model.transitions, transitionWith('m.on · no', [])];
    const shapes = shapesIn(
      <PathSteps
        model={{ ...model, transitions }}
        layout={layout}
        steps={[
          { number: 1, transitions: ['m.on · no'] },
          { number: 4, transitions: ['m.on · on'] },
        ]}
      />,
    );
    expect(shapes).toEqual([
      'g.chart-path',
      'g data-path-step=m.on',
      'rect.chart-path-number x=70 y=31 width=36 height=18 rx=9',
      'text.chart-path-text x=88 y=44 "1, 4"',
    ]);
  });

  test.each([
    [[1, 4, 6], '1, 4, 6', 54],
    [[1, 4, 6, 9], '1, 4, 6 …', 66],
  ])('%j are told as %s', (numbers, text, width) => {
    const shapes = stepsOf(...numbers.map((number): [number, string] => [number, 'm.on · again']));
    expect(shapes.at(-2)).toContain(`width=${width} `);
    expect(shapes.at(-1)).toContain(`"${text}"`);
  });

  test('of a state that is folded away are left out', () => {
    const { 'm.on': _, ...states } = layout.states;
    const steps = [{ number: 1, transitions: ['m.on · on'] }];
    expect(shapesIn(<PathSteps model={model} layout={layout} steps={steps} />)).toHaveLength(4);
    expect(shapesIn(<PathSteps model={model} layout={{ ...layout, states }} steps={steps} />)).toEqual([
      'g.chart-path',
    ]);
  });
});
