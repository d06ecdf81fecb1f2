import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import { describe, expect, test } from 'vitest';
import { graphInRows, joinRows } from '../../../src/visualiser/chart/rows.ts';
import { allNodes, edge, edgeLines, nodeIn, section } from '../../support/elkNodes.ts';

/** How the states of a chart are arranged in rows, and its edges cut at their borders and joined again. */

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

  test('needs no least size', () => {
    const children = [{ id: 'm', children: [{ id: 'a' }, { id: 'b' }] }];
    const { root } = graphInRows(
      { root: { id: 'chart', children }, layoutOptions: {}, reversed: new Set() },
      ['b'],
    );
    expect(nodeIn(root, 'm')?.layoutOptions).toEqual({
      ...{ 'elk.direction': 'DOWN', 'elk.layered.spacing.edgeEdgeBetweenLayers': '5' },
    });
    expect(edgeLines(root)).toEqual([]);
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
