import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import type { Arrangement } from '../../../machines/chartViewport/chartViewport.types.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import { graphOf, layoutOf } from '../../../src/visualiser/chart/graph.ts';
import { graphInRows, joinRows } from '../../../src/visualiser/chart/rows.ts';
import { chartFixtureMachine } from '../../support/chartFixture.ts';

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

const allNodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(allNodes)];
const nodeIn = (root: ElkNode, id: string) => allNodes(root).find((node) => node.id === id);

/** Returns each edge in a line, as it is given to ELK. */
const edgeLines = ({ edges = [] }: ElkNode) =>
  edges.map(({ id, sources, targets }) => `${id}: ${sources.join()} → ${targets.join()}`);

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

const section = (...points: [number, number][]) => {
  const [startPoint = { x: 0, y: 0 }, ...others] = points.map(([x, y]) => ({ x, y }));
  const endPoint = others.pop() ?? startPoint;
  return { id: 'section', startPoint, endPoint, ...(others.length > 0 && { bendPoints: others }) };
};

const edge = (id: string, ...sections: ReturnType<typeof section>[]): ElkExtendedEdge => ({
  ...{ id, sources: [], targets: [] },
  ...(sections.length > 0 && { sections }),
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
    expect(layoutOf(chart, { id: 'chart' }, new Set())).toMatchObject({ width: 0, height: 0, states: {} });
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

describe('a graph in rows', () => {
  const minimum = { 'elk.nodeSize.minimum': '(61,44)' };
  const options = { 'elk.algorithm': 'layered', 'elk.layered.spacing.edgeEdgeBetweenLayers': '7' };
  const inRows = (edges: ElkExtendedEdge[]) =>
    graphInRows(
      {
        root: {
          id: 'chart',
          children: [
            {
              id: 'm',
              layoutOptions: { ...minimum, 'elk.padding': 'p' },
              children: [
                { id: 'a', layoutOptions: minimum, children: [{ id: 'in', width: 9 }, { id: 'out' }] },
                { id: 'b' },
                { id: 'c', children: [{ id: 'deep', children: [{ id: 'deepest' }] }] },
                { id: 'd' },
              ],
            },
          ],
          edges,
        },
        layoutOptions: { ...options, 'elk.hierarchyHandling': 'INCLUDE_CHILDREN', 'elk.direction': 'RIGHT' },
        reversed: new Set(['turned']),
      },
      ['c', 'd'],
    );
  const edgeFrom = (source: string, target: string, labels?: ElkExtendedEdge['labels']) => ({
    ...{ id: `${source},${target}`, sources: [source], targets: [target] },
    ...(labels && { labels }),
  });
  const partsOf = (...edges: ElkExtendedEdge[]) =>
    allNodes(inRows(edges).root).flatMap((node) => edgeLines(node).map((line) => `in ${node.id}: ${line}`));

  test('has the children of the outermost state in rows, each of which begins where it is broken', () => {
    const { root, reversed, layoutOptions } = inRows([]);
    expect(root.children?.map(({ id }) => id)).toEqual(['m']);
    const rows = nodeIn(root, 'm')?.children ?? [];
    expect(rows.map(({ id, children = [] }) => [id, ...children.map((child) => child.id)])).toEqual([
      ['row 0', 'a', 'b'],
      ['row 1', 'c'],
      ['row 2', 'd'],
    ]);
    expect([...reversed]).toEqual(['turned']);
    expect(layoutOptions).toEqual(options);
    expect(nodeIn(root, 'in')).toEqual({ id: 'in', width: 9, children: [], ports: [], edges: [] });
    expect(root).toMatchObject({ ports: [], edges: [] });
  });

  test('has each state with children laid out by itself: the rows downwards, all else to the right', () => {
    const { root } = inRows([]);
    const optionsOf = (id: string) => nodeIn(root, id)?.layoutOptions;
    const toTheRight = { ...options, 'elk.direction': 'RIGHT' };
    expect(root.layoutOptions).toEqual(toTheRight);
    expect(optionsOf('m')).toEqual({
      ...options,
      'elk.direction': 'DOWN',
      'elk.padding': 'p',
      'elk.nodeSize.minimum': '(44,61)',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '5',
    });
    expect(optionsOf('a')).toEqual({ ...toTheRight, ...minimum });
    expect(optionsOf('c')).toEqual(toTheRight);
    expect(optionsOf('b')).toBeUndefined();
    const row = {
      ...toTheRight,
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      'elk.portConstraints': 'FIXED_SIDE',
    };
    expect(optionsOf('row 0')).toEqual(row);
    const further = { ...row, 'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS' };
    expect(optionsOf('row 1')).toEqual(further);
    expect(optionsOf('row 2')).toEqual(further);
  });

  test.each<[string, [string, string], string[]]>([
    ['is whole within its row', ['a', 'b'], ['in row 0: 0,0,a,b: a → b']],
    ['is whole backwards within its row', ['b', 'a'], ['in row 0: 0,0,b,a: b → a']],
    ['is whole where it leads from a state to itself', ['in', 'in'], ['in a: 0,0,in,in: in → in']],
    [
      'is cut at the border of its state',
      ['in', 'b'],
      ['in row 0: 0,0,in,b: source in,b a → b', 'in a: -100,0,in,b: in → source in,b a'],
    ],
    [
      'is cut at the borders of the rows, and drawn downwards',
      ['a', 'd'],
      [
        'in m: 0,0,a,d: source a,d row 0 → target a,d row 2',
        'in row 0: -100,0,a,d: a → source a,d row 0',
        'in row 2: 100,0,a,d: target a,d row 2 → d',
      ],
    ],
    [
      'is drawn from its end where it leads upwards',
      ['d', 'a'],
      [
        'in m: 0,1,d,a: target d,a row 0 → source d,a row 2',
        'in row 0: 100,0,d,a: target d,a row 0 → a',
        'in row 2: -100,0,d,a: d → source d,a row 2',
      ],
    ],
    [
      'is cut at every border around its end',
      ['b', 'deepest'],
      [
        'in m: 0,0,b,deepest: source b,deepest row 0 → target b,deepest row 1',
        'in row 0: -100,0,b,deepest: b → source b,deepest row 0',
        'in row 1: 98,0,b,deepest: target b,deepest row 1 → target b,deepest c',
        'in c: 99,0,b,deepest: target b,deepest c → target b,deepest deep',
        'in deep: 100,0,b,deepest: target b,deepest deep → deepest',
      ],
    ],
    [
      'begins at the port of a state that it does not leave',
      ['c', 'deepest'],
      [
        'in c: 0,0,c,deepest: source c,deepest c → target c,deepest deep',
        'in deep: 100,0,c,deepest: target c,deepest deep → deepest',
      ],
    ],
    [
      'ends at the port of a state that it does not leave',
      ['in', 'a'],
      ['in a: 0,0,in,a: in → target in,a a'],
    ],
    ['of an unknown state is left out', ['in', 'nowhere'], []],
  ])('an edge %s', (_, [source, target], parts) => {
    expect(partsOf(edgeFrom(source, target))).toEqual(parts);
  });

  test('an edge has its label where it is whole, or in the middle', () => {
    const labels = [{ text: 'next' }];
    const { root } = inRows([edgeFrom('a', 'd', labels), edgeFrom('a', 'b')]);
    const withLabels = allNodes(root).flatMap(({ edges = [] }) => edges.filter((part) => 'labels' in part));
    expect(withLabels).toEqual([
      { id: '0,0,a,d', sources: ['source a,d row 0'], targets: ['target a,d row 2'], labels },
    ]);
  });

  test('an edge leaves a row at its lower side and enters one at its upper side, the other way round upwards', () => {
    const portsOf = (id: string, ...edges: ElkExtendedEdge[]) => nodeIn(inRows(edges).root, id)?.ports;
    const side = (id: string, at: string) => ({ id, layoutOptions: { 'elk.port.side': at } });
    const both = [edgeFrom('in', 'd'), edgeFrom('d', 'a')];
    expect(portsOf('row 0', ...both)).toEqual([
      side('source in,d row 0', 'SOUTH'),
      side('target d,a row 0', 'SOUTH'),
    ]);
    expect(portsOf('row 2', ...both)).toEqual([
      side('target in,d row 2', 'NORTH'),
      side('source d,a row 2', 'NORTH'),
    ]);
    expect(portsOf('a', ...both)).toEqual([{ id: 'source in,d a' }]);
  });
});

describe('the drawn rows', () => {
  const row = (id: string, edges: ElkExtendedEdge[], ...children: ElkNode[]): ElkNode => ({
    ...{ id, x: 1, edges, children },
  });

  test('are joined to one chart with each edge in one piece', () => {
    const joined = joinRows({
      ...{ id: 'chart', width: 300 },
      children: [
        {
          id: 'm',
          children: [
            row('row 0', [edge('100,0,x,y', section([4, 4], [5, 5]))], { id: 'a', x: 2 }),
            row('row 1', [edge('-100,0,x,y', section([1, 1], [2, 2])), edge('0,0,z')], {
              ...{ id: 'c', children: [{ id: 'rowing' }] },
            }),
          ],
          edges: [
            {
              ...edge('0,1,x,y', section([4, 4.005], [3, 4], [3, 3], [2.02, 2])),
              labels: [{ text: 'x' }],
            },
          ],
        },
      ],
    });
    expect(joined).toEqual({
      ...{ id: 'chart', width: 300 },
      children: [
        {
          id: 'm',
          children: [
            { id: 'a', x: 2, children: [] },
            { id: 'c', children: [{ id: 'rowing', children: [] }] },
          ],
        },
      ],
      edges: [
        {
          ...{ id: 'x,y', sources: [], targets: [], labels: [{ text: 'x' }] },
          sections: [
            {
              id: 'x,y',
              startPoint: { x: 1, y: 1 },
              bendPoints: [
                { x: 2, y: 2 },
                { x: 2.02, y: 2 },
                { x: 3, y: 3 },
                { x: 3, y: 4 },
                { x: 4, y: 4.005 },
              ],
              endPoint: { x: 5, y: 5 },
            },
          ],
        },
        { id: 'z', sources: [], targets: [], labels: [] },
      ],
    });
  });

  test('have no line of a single point', () => {
    const { edges } = joinRows({ id: 'chart', edges: [edge('0,0,x', section([1, 1], [1, 1]))] });
    expect(edges).toEqual([{ id: 'x', sources: [], targets: [], labels: [] }]);
  });
});
