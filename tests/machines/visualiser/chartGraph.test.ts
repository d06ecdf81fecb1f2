import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import type { Arrangement } from '../../../machines/chartViewport/chartViewport.types.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import { graphOf, layoutOf } from '../../../src/visualiser/chart/graph.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';
import { allNodes, edge, edgeLines, nodeIn, section } from '../../support/elkNodes.ts';

/** The graph that ELK lays out for a chart, and the layout that is read from its result. */

const down: Arrangement = { direction: 'down', breaks: [] };
const right: Arrangement = { direction: 'right', breaks: [] };

const machine = createMachine({
  id: 'm',
  initial: 'b',
  states: {
    a: { on: { next: 'b', same: 'a', stay: { actions: 'note' } } },
    b: {
      initial: 'in',
      on: { back: 'a', enter: '.far' },
      states: {
        in: { on: { out: '#m.a', over: 'far', up: '#m.b' } },
        far: { on: { around: 'in' } },
        past: { type: 'history', target: 'far' },
      },
    },
    c: { on: { begin: 'a', jump: 'b.far' } },
  },
});

const graphFor = (of: AnyStateMachine, arrangement: Arrangement, folded: string[] = [], details = false) =>
  graphOf({ model: chartOf(of), folded, details, arrangement });

describe('the graph of a chart', () => {
  const { root, reversed, layoutOptions } = graphFor(machine, right);

  test('has each state in its parent, after the dots of the initial arrows', () => {
    const tree = ({ id, children }: ElkNode): unknown => (children ? { [id]: children.map(tree) } : id);
    expect(tree(root)).toEqual({
      chart: [
        {
          m: ['m · initial', 'm.a', { 'm.b': ['m.b · initial', 'm.b.in', 'm.b.far', 'm.b.past'] }, 'm.c'],
        },
      ],
    });
    expect(nodeIn(root, 'm · initial')).toEqual({ id: 'm · initial', width: 12, height: 12 });
  });

  test('exchanges the ends of the arrows that lead backwards in the order of the machine, the initial state first', () => {
    expect(edgeLines(root)).toEqual([
      '0 m · initial: m · initial → m.b',
      '0 m.b · initial: m.b · initial → m.b.in',
      '0 m.b.past · initial: m.b.far → m.b.past',
      '0 m.a · next: m.b → m.a',
      '0 m.a · same: m.a → m.a',
      '0 m.b · back: m.b → m.a',
      '0 m.b · enter: m.b → m.b.far',
      '0 m.b.in · out: m.b.in → m.a',
      '0 m.b.in · over: m.b.in → m.b.far',
      '0 m.b.in · up: m.b.in → m.b',
      '0 m.b.far · around: m.b.in → m.b.far',
      '0 m.c · begin: m.a → m.c',
      '0 m.c · jump: m.b.far → m.c',
    ]);
    expect([...reversed]).toEqual([
      '0 m.b.past · initial',
      '0 m.a · next',
      '0 m.b.far · around',
      '0 m.c · begin',
      '0 m.c · jump',
    ]);
  });

  test('has the label of a transition at its first arrow, with its actions only in detail', () => {
    const labelsOf = (details: boolean) =>
      graphFor(chartFixtureMachine, right, [], details).root.edges?.filter(({ id }) =>
        / fixture\.(idle · skipped|work · split)/.test(id),
      );
    expect(labelsOf(false)?.map(({ id, labels }) => [id, labels])).toEqual([
      ['0 fixture.idle · skipped', [{ text: 'skipped', width: 66, height: 38 }]],
      ['0 fixture.work · split', [{ text: 'split', width: 39, height: 22 }]],
      ['1 fixture.work · split', undefined],
    ]);
    expect(labelsOf(true)?.[0]?.labels).toEqual([{ text: 'skipped', width: 90, height: 54 }]);
  });

  test('has room for the ends of all arrows at the side of a state that has more of them', () => {
    const hub = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { on: { e1: 'b', e2: 'b', e3: 'b', e4: 'b' } },
        b: { on: { back: 'a' } },
        c: { on: { e5: 'b' } },
      },
    });
    const sizeOf = (id: string, arrangement: Arrangement) => nodeIn(graphFor(hub, arrangement).root, id);
    expect(sizeOf('m.a', right)).toEqual({ id: 'm.a', width: 32, height: 65 });
    expect(sizeOf('m.a', down)).toEqual({ id: 'm.a', width: 65, height: 32 });
    expect(sizeOf('m.b', right)).toEqual({ id: 'm.b', width: 33, height: 65 });
  });

  test('keeps the size of a state whose arrows take less room, and of a history state', () => {
    expect(nodeIn(root, 'm.c')).toEqual({ id: 'm.c', width: 31, height: 32 });
    expect(nodeIn(root, 'm.b.past')).toEqual({ id: 'm.b.past', width: 26, height: 26 });
  });

  test('has room above the children of a state for its head, which is as wide as its texts require', () => {
    const inB = {
      'elk.padding': '[top=44,left=14,bottom=14,right=14]',
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
    };
    expect(nodeIn(root, 'm.b')?.layoutOptions).toEqual({ ...inB, 'elk.nodeSize.minimum': '(57,44)' });
    expect(nodeIn(graphFor(machine, down).root, 'm.b')?.layoutOptions).toEqual({
      ...inB,
      'elk.nodeSize.minimum': '(44,57)',
    });
  });

  test('has a folded state in place of those in it, and no arrow between them', () => {
    const folded = graphFor(machine, right, ['m.b']);
    expect(nodeIn(folded.root, 'm.b')).toEqual({ id: 'm.b', width: 99, height: 55 });
    expect(edgeLines(folded.root)).toEqual([
      '0 m · initial: m · initial → m.b',
      '0 m.a · next: m.b → m.a',
      '0 m.a · same: m.a → m.a',
      '0 m.b · back: m.b → m.a',
      '0 m.b.in · out: m.b → m.a',
      '0 m.c · begin: m.a → m.c',
      '0 m.c · jump: m.b → m.c',
    ]);
  });

  test('has an arrow from a folded state to itself, and nothing of states folded in it', () => {
    const loop = createMachine({
      id: 'm',
      initial: 'b',
      states: {
        b: {
          initial: 'c',
          on: { again: { target: 'b', reenter: true } },
          states: { c: { initial: 'd', states: { d: { on: { out: '#m.e' } } } } },
        },
        e: {},
      },
    });
    const { root: both } = graphFor(loop, right, ['m.b.c', 'm.b']);
    expect(allNodes(both).map(({ id }) => id)).toEqual(['chart', 'm', 'm · initial', 'm.b', 'm.e']);
    expect(edgeLines(both)).toEqual([
      '0 m · initial: m · initial → m.b',
      '0 m.b · again: m.b → m.b',
      '0 m.b.c.d · out: m.b → m.e',
    ]);
  });

  test('keeps the size of a history state to which many arrows lead', () => {
    const on = { e1: 'past', e2: 'past', e3: 'past', e4: 'past' };
    const recalled = createMachine({
      ...{ id: 'm', initial: 'a', states: { a: { on }, past: { type: 'history', target: 'a' } } },
    });
    expect(nodeIn(graphFor(recalled, right).root, 'm.past')).toMatchObject({ width: 26, height: 26 });
  });

  test('has rows where its arrangement has breaks', () => {
    const { root: inRows } = graphFor(machine, { direction: 'right', breaks: ['m.b'] });
    expect(nodeIn(inRows, 'm')?.children?.map(({ id }) => id)).toEqual(['row 0', 'row 1']);
  });

  test('is laid out in layers, down or to the right', () => {
    expect(layoutOptions).toEqual({
      'elk.algorithm': 'layered',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.edgeLabels.inline': 'true',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
      'elk.layered.thoroughness': '2',
      'elk.spacing.nodeNode': '12',
      'elk.spacing.edgeNode': '8',
      'elk.spacing.edgeEdge': '7',
      'elk.spacing.labelLabel': '5',
      'elk.spacing.edgeLabel': '3',
      'elk.spacing.nodeSelfLoop': '10',
      'elk.layered.spacing.nodeNodeBetweenLayers': '12',
      'elk.layered.spacing.edgeNodeBetweenLayers': '9',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '7',
      'elk.direction': 'RIGHT',
    });
    expect(graphFor(machine, down).layoutOptions).toEqual({ ...layoutOptions, 'elk.direction': 'DOWN' });
  });

  test.each([
    [100, 'NETWORK_SIMPLEX', '2'],
    [101, 'BRANDES_KOEPF', '1'],
  ])('of %i arrows has its states placed by %s', (count, strategy, thoroughness) => {
    const on = Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${index}`, 'b']));
    const many = createMachine({ id: 'm', initial: 'a', states: { a: { on }, b: {} } });
    expect(graphFor(many, down).layoutOptions).toEqual({
      ...layoutOptions,
      'elk.direction': 'DOWN',
      'elk.layered.nodePlacement.strategy': strategy,
      'elk.layered.thoroughness': thoroughness,
    });
  });
});

describe('the layout of a chart', () => {
  const model = chartOf(machine);
  const chart = { model, folded: [], details: false, arrangement: right };

  test('has the boxes of states and dots, and the arrows from source to target', () => {
    const result: ElkNode = {
      ...{ id: 'chart', x: 0, y: 0, width: 300, height: 200 },
      children: [
        {
          ...{ id: 'm', x: 1, y: 2, width: 290, height: 190 },
          children: [{ id: 'm · initial', x: 5, y: 6, width: 12, height: 12 }, { id: 'm.a' }],
          edges: [edge('0 m · initial', section([17, 12], [30, 12]))],
        },
      ],
      edges: [
        {
          ...edge('0 m.a · next', section([1, 2], [3, 4], [5, 6])),
          labels: [{ text: 'next', x: 7, y: 8, width: 40, height: 22 }],
        },
        edge('1 m.a · next', section([1, 1], [2, 2], [3, 3]), section([3, 3], [4, 4])),
        edge('0 m.a · same'),
      ],
    };
    expect(layoutOf(chart, result, new Set(['0 m.a · next']))).toEqual({
      arrangement: right,
      ...{ width: 300, height: 200 },
      states: {
        m: { x: 1, y: 2, width: 290, height: 190 },
        'm.a': { x: 0, y: 0, width: 0, height: 0 },
      },
      dots: { 'm · initial': { x: 5, y: 6, width: 12, height: 12 } },
      arrows: [
        {
          edgeId: 'm.a · next',
          points: [
            { x: 5, y: 6 },
            { x: 3, y: 4 },
            { x: 1, y: 2 },
          ],
          label: { x: 7, y: 8, width: 40, height: 22 },
        },
        {
          edgeId: 'm.a · next',
          points: [
            { x: 1, y: 1 },
            { x: 2, y: 2 },
            { x: 3, y: 3 },
            { x: 3, y: 3 },
            { x: 4, y: 4 },
          ],
        },
        { edgeId: 'm.a · same', points: [] },
        {
          edgeId: 'm · initial',
          points: [
            { x: 17, y: 12 },
            { x: 30, y: 12 },
          ],
        },
      ],
    });
  });

  test('of nothing has no size', () => {
    expect(layoutOf(chart, { id: 'chart' }, new Set())).toEqual({
      ...{ arrangement: right, width: 0, height: 0, states: {}, dots: {}, arrows: [] },
    });
  });

  test('has no rows where the chart was laid out in rows', () => {
    const rows = {
      id: 'chart',
      children: [{ id: 'm', children: [{ id: 'row 0', children: [{ id: 'm.a' }] }] }],
    };
    const inRows = { ...chart, arrangement: { ...right, breaks: ['m.b'] } };
    expect(Object.keys(layoutOf(inRows, rows, new Set()).states)).toEqual(['m', 'm.a']);
    expect(Object.keys(layoutOf(chart, rows, new Set()).states)).toEqual(['m', 'row 0', 'm.a']);
  });
});
