import type { ElkExtendedEdge, ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartGraph } from './graph.types.ts';

/**
 * Arranges the states of a chart in rows, one under the other. ELK lays out each row, and each state with children,
 * by itself; an arrow that crosses their borders is cut there and put together again after the layout.
 */

const ROW = 'row ';
const isRow = ({ id }: { id: string }) => id.startsWith(ROW);

/** Many arrows run from row to row. */
const betweenRows: LayoutOptions = { 'elk.layered.spacing.edgeEdgeBetweenLayers': '5' };

type Node = Omit<ElkNode, 'children'> & { children: Node[]; ports: ElkPort[]; edges: ElkExtendedEdge[] };

const nodeOf = (node: ElkNode): Node => ({
  ...node,
  ports: [],
  edges: [],
  children: (node.children ?? []).map(nodeOf),
});

/** Returns the node with its children in rows. `breaks` are the ids of the children that begin the further rows. */
function inRows(node: Node, breaks: readonly string[]): Node {
  const rows: Node[][] = [[]];
  for (const child of node.children) {
    if (breaks.includes(child.id)) rows.push([]);
    rows.at(-1)?.push(child);
  }
  return {
    ...node,
    children: rows.map((children, index) => ({
      id: `${ROW}${index}`,
      layoutOptions: {
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.portConstraints': 'FIXED_SIDE',
        // The arrows from above come in at the side of a state: straight ones would push it down.
        ...(index > 0 && { 'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS' }),
      },
      children,
      ports: [],
      edges: [],
    })),
  };
}

/** Puts into each node with children the options of a layout of its own. */
function withOptions(node: Node, options: LayoutOptions): Node {
  if (node.children.length === 0) return node;
  const minimum = node.layoutOptions?.['elk.nodeSize.minimum'];
  const hasRows = node.children.some(isRow);
  return {
    ...node,
    layoutOptions: {
      ...options,
      ...node.layoutOptions,
      ...(hasRows && betweenRows),
      'elk.direction': hasRows ? 'DOWN' : 'RIGHT',
      ...(minimum !== undefined && hasRows && { 'elk.nodeSize.minimum': swapped(minimum) }),
    },
    children: node.children.map((child) => withOptions(child, options)),
  };
}

/** To draw downwards ELK turns the drawing on its side, but not the least size. */
const swapped = (size: string) => size.replace(/\((\S+),(\S+)\)/, '($2,$1)');

/** Returns the nodes from a node to the outermost one around it, by id. */
function pathsIn(node: Node, around: readonly Node[] = []): Map<string, readonly Node[]> {
  const path = [node, ...around];
  return new Map([[node.id, path], ...node.children.flatMap((child) => [...pathsIn(child, path)])]);
}

/** The id of a part of an edge: its place from source to target, whether it is drawn from its end, and the edge. */
const partId = (place: number, isTurned: boolean, edge: string) => `${place},${isTurned ? 1 : 0},${edge}`;

function readPartId(id: string): { place: number; isTurned: boolean; edge: string } {
  const [place, isTurned, ...edge] = id.split(',');
  return { place: Number(place), isTurned: isTurned === '1', edge: edge.join(',') };
}

/** Cuts an edge at the borders that it crosses, and puts each part into the node in which it is drawn. */
function cut(
  { id, sources: [source = ''], targets: [target = ''], labels }: ElkExtendedEdge,
  paths: ReadonlyMap<string, readonly Node[]>,
): void {
  const [from, to] = [paths.get(source) ?? [], paths.get(target) ?? []];
  const around = source === target ? from[1] : from.find((node) => to.includes(node));
  if (!around) return;
  const rowAt = (path: readonly Node[]) => around.children.findIndex((child) => path.includes(child));
  const isUpwards = around.children.some(isRow) && rowAt(from) > rowAt(to);
  const portOf = (node: Node, end: 'source' | 'target'): string => {
    const isUpper = (end === 'source') !== isUpwards;
    const port = { id: `${end} ${id} ${node.id}` };
    node.ports.push(
      isRow(node) ? { ...port, layoutOptions: { 'elk.port.side': isUpper ? 'SOUTH' : 'NORTH' } } : port,
    );
    return port.id;
  };
  const put = (into: Node, place: number, [start, end]: [string, string], isTurned = false) =>
    into.edges.push({
      id: partId(place, isTurned, id),
      sources: [isTurned ? end : start],
      targets: [isTurned ? start : end],
      ...(into === around && labels && { labels }),
    });
  /** Leads from a state to the border of the outermost node around it that the edge crosses. */
  const lift = (path: readonly Node[], end: 'source' | 'target', first: string): string => {
    const crossed = path.slice(0, path.indexOf(around));
    if (crossed.length === 0) return portOf(around, end);
    return crossed.slice(1).reduce((inner, node, depth) => {
      const port = portOf(node, end);
      if (end === 'source') put(node, depth - MIDDLE, [inner, port]);
      else put(node, MIDDLE - depth, [port, inner]);
      return port;
    }, first);
  };
  put(around, 0, [lift(from, 'source', source), lift(to, 'target', target)], isUpwards);
}

/** Greater than the depth of any chart. */
const MIDDLE = 100;

/** Returns the graph of a chart with the outermost state's children in rows. */
export function graphInRows(graph: ChartGraph, breaks: readonly string[]): ChartGraph {
  const { 'elk.hierarchyHandling': _, 'elk.direction': __, ...options } = graph.layoutOptions;
  const { edges = [], ...rest } = graph.root;
  const outer = nodeOf(rest);
  const root = withOptions(
    { ...outer, children: outer.children.map((child) => inRows(child, breaks)) },
    options,
  );
  const paths = pathsIn(root);
  for (const edge of edges) cut(edge, paths);
  return { ...graph, root, layoutOptions: options };
}

type Point = { x: number; y: number };

const pointsOf = ({ sections = [] }: ElkExtendedEdge): Point[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);

/** Returns the drawn edges of a chart in rows, each in one piece, and its nodes without the rows. */
export function joinRows(root: ElkNode): ElkNode {
  const nodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
  const parts = nodes(root)
    .flatMap(({ edges = [] }) => edges)
    .map((part) => ({ ...readPartId(part.id), part }))
    .sort((one, other) => one.place - other.place);
  const edges = [...new Set(parts.map(({ edge }) => edge))].map((id): ElkExtendedEdge => {
    const own = parts.filter(({ edge }) => edge === id);
    const points = own.flatMap(({ part, isTurned }) =>
      isTurned ? pointsOf(part).toReversed() : pointsOf(part),
    );
    const [startPoint, ...others] = points.filter(({ x, y }, index) => {
      const before = points[index - 1];
      return !before || Math.hypot(x - before.x, y - before.y) > 0.01;
    });
    const endPoint = others.pop();
    return {
      id,
      sources: [],
      targets: [],
      labels: own.flatMap(({ part }) => part.labels ?? []),
      ...(startPoint && endPoint && { sections: [{ id, startPoint, bendPoints: others, endPoint }] }),
    };
  });
  const withoutRows = ({ children = [], edges: _, ...node }: ElkNode): ElkNode => ({
    ...node,
    children: children.flatMap((child) => (isRow(child) ? (child.children ?? []) : [child])).map(withoutRows),
  });
  return { ...withoutRows(root), edges };
}
