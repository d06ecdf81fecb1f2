import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartModel } from '../../../../../machines/paths/index.ts';
import type { ChartState, ChartTransition } from '../../model/chart/types.ts';
import { childrenOf, headSize, isInitial, labelLines, labelSize, rowsOf } from './content.ts';
import type { ArrangedChart, Arrow, DrawnChart, Layout, Point } from './layout.types.ts';

/** Layers, with all levels of the hierarchy laid out together. */
const layoutOptions: LayoutOptions = {
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
};

/** Space between arrows that end at the same side of a state. */
const BETWEEN_ENDS = 13;
const DOT = 12;
const MARGIN = 14;
/** Space between the head of a state and its children. */
const GAP = 12;

/** The ids of a state and its ancestors, the outermost first. */
function pathTo(states: ReadonlyMap<string, ChartState>, id: string): string[] {
  const parent = states.get(id)?.parent;
  return parent ? [...pathTo(states, parent), id] : [id];
}

/** The outermost states on two paths that are not on both; none where a path ends before. */
function partingOf(from: readonly string[], to: readonly string[]): [string?, string?] {
  const depth = from.findIndex((id, index) => id !== to[index]);
  return [from[depth], to[depth]];
}

/** A test whether an arrow leads backwards in the order of the machine, the initial state first. */
function backwardTest(model: ChartModel, pathOf: (id: string) => string[]) {
  const order = new Map(model.states.map((state, index) => [state.id, isInitial(model, state) ? -1 : index]));
  return (source: string, target: string): boolean => {
    const [one, other] = partingOf(pathOf(source), pathOf(target));
    // Where one state is in the other, neither comes first.
    if (one === undefined || other === undefined) return false;
    return (order.get(one) ?? 0) > (order.get(other) ?? 0);
  };
}

/** Functions about the drawn states of a chart. A folded state replaces the states in it. */
function visibilityOf({ model, folded }: DrawnChart) {
  const states = new Map(model.states.map((state) => [state.id, state]));
  const pathOf = (id: string) => pathTo(states, id);
  const visibleState = (id: string) => pathOf(id).find((each) => folded.includes(each)) ?? id;
  /** Whether a state is drawn with its children. */
  const isOpen = (id: string) => visibleState(id) === id && !folded.includes(id);
  const isCompound = (id: string) => states.get(id)?.type === 'compound';
  return { pathOf, visibleState, isOpen, isCompound };
}

type Visibility = ReturnType<typeof visibilityOf>;

/** An arrow to lay out. `isReversed` says that ELK has it from target to source. */
type Edge = Omit<Arrow, 'points' | 'label'> & { labelled: ChartTransition[]; isReversed: boolean };

type ChartGraph = {
  root: ElkNode;
  /** The options for every element of the graph. */
  layoutOptions: LayoutOptions;
  edges: readonly Edge[];
};

/**
 * The edges of the initial arrows and of the transitions, one for all transitions from one drawn state to another.
 * An edge into a folded state ends at that state. The source and target of edges that lead backwards are exchanged
 * for ELK, because its own cycle breaking does not preserve the order of the machine.
 */
function edgesOf(
  { model, isExact }: ArrangedChart,
  { pathOf, visibleState, isOpen, isCompound }: Visibility,
): Edge[] {
  const isBackwards = backwardTest(model, pathOf);
  const initial = model.initialArrows
    .filter(({ source: of }) => isOpen(of))
    .map(({ id, source: of, target }): Edge => {
      const ends = { source: isCompound(of) ? id : of, target: visibleState(target) };
      return {
        id: `initial ${id}`,
        ...ends,
        transitions: [],
        labelled: [],
        isReversed: !isCompound(of) && isBackwards(ends.source, ends.target),
      };
    });
  /** The drawn states at the ends of an arrow; at the borders of open states, unless the chart is exact. */
  const endsOf = (from: string, to: string) => {
    const [source, target] = [visibleState(from), visibleState(to)];
    if (isExact || from === to) return { source, target };
    const [one, other] = partingOf(pathOf(source), pathOf(target));
    return { source: one ?? source, target: other ?? target };
  };
  const bundles = new Map<string, Edge & { transitions: string[] }>();
  for (const transition of model.transitions)
    for (const [index, to] of transition.targets.entries()) {
      const ends = endsOf(transition.source, to);
      const isInside = ends.source === ends.target && transition.source !== to;
      if (isInside) continue;
      const id = `${ends.source} → ${ends.target}`;
      const bundle = bundles.get(id) ?? {
        id,
        ...ends,
        transitions: [],
        labelled: [],
        isReversed: isBackwards(ends.source, ends.target),
      };
      bundle.transitions.push(transition.id);
      if (index === 0) bundle.labelled.push(transition);
      bundles.set(id, bundle);
    }
  return [...initial, ...bundles.values()];
}

function elkEdge(
  { id, source, target, labelled, isReversed }: Edge,
  { hasActions }: ArrangedChart,
): ElkExtendedEdge {
  const lines = labelLines(labelled, hasActions);
  return {
    id,
    sources: [isReversed ? target : source],
    targets: [isReversed ? source : target],
    ...(lines.length > 0 && { labels: [{ text: id, ...labelSize(lines) }] }),
  };
}

/** The outermost nodes with their children. The children of folded states are left out. */
function nodesOf({ model, folded, hasActions, direction }: ArrangedChart, edges: readonly Edge[]): ElkNode[] {
  const isDown = direction === 'down';
  const minimumLength = (id: string) =>
    Math.max(
      edges.filter(({ source }) => source === id).length,
      edges.filter(({ target }) => target === id).length,
    ) * BETWEEN_ENDS;
  const nodeOf = (state: ChartState): ElkNode => {
    const { id } = state;
    const children = childrenOf(model, id);
    const isFolded = folded.includes(id);
    const size = headSize(state, rowsOf(model, state, isFolded, hasActions), children.length > 0);
    if (children.length === 0 || isFolded) {
      if (state.type === 'history') return { id, ...size };
      return isDown
        ? { id, ...size, width: Math.max(size.width, minimumLength(id)) }
        : { id, ...size, height: Math.max(size.height, minimumLength(id)) };
    }
    const least = { width: size.width, height: size.height + GAP };
    return {
      id,
      layoutOptions: {
        'elk.padding': `[top=${size.height + GAP},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        // To draw downwards ELK turns the drawing on its side, but not this size.
        'elk.nodeSize.minimum': isDown
          ? `(${least.height},${least.width})`
          : `(${least.width},${least.height})`,
      },
      children: [
        ...model.initialArrows
          .filter(({ source: of }) => of === id)
          .map((dot) => ({ id: dot.id, width: DOT, height: DOT })),
        ...children.map(nodeOf),
      ],
    };
  };
  return childrenOf(model, null).map(nodeOf);
}

/** The most states side by side that no arrow touches. */
const LONE_IN_A_ROW = 4;

/** Edges, not to be drawn, that arrange the states of an open state that no arrow touches in rows. */
function edgesOfLoneStates(nodes: readonly ElkNode[], edges: readonly Edge[]): ElkExtendedEdge[] {
  const isTouched = (id: string) => edges.some(({ source, target }) => source === id || target === id);
  return nodes.flatMap(({ children = [] }) => {
    const lone = children.filter(({ id, children: inside }) => !inside && !isTouched(id));
    const below = lone.slice(LONE_IN_A_ROW).map(({ id }, index): ElkExtendedEdge => {
      return { id: `lone ${id}`, sources: [lone[index]?.id ?? id], targets: [id] };
    });
    return [...below, ...edgesOfLoneStates(children, edges)];
  });
}

export function graphOf(chart: ArrangedChart): ChartGraph {
  const edges = edgesOf(chart, visibilityOf(chart));
  const children = nodesOf(chart, edges);
  return {
    root: {
      id: 'chart',
      children,
      edges: [...edges.map((edge) => elkEdge(edge, chart)), ...edgesOfLoneStates(children, edges)],
    },
    layoutOptions: { ...layoutOptions, 'elk.direction': chart.direction === 'down' ? 'DOWN' : 'RIGHT' },
    edges,
  };
}

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Layout['states'][string]>) => ({
  x,
  y,
  width,
  height,
});

export function layoutOf(chart: ArrangedChart, { edges }: ChartGraph, laidOut: ElkNode): Layout {
  const { model, direction, hasActions } = chart;
  const isDot = new Set(model.initialArrows.map(({ id }) => id));
  const nodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
  const inside = (laidOut.children ?? []).flatMap(nodes);
  const boxes = (which: ElkNode[]) => Object.fromEntries(which.map((node) => [node.id, boxOf(node)]));
  const drawn = new Map(
    [laidOut, ...inside].flatMap((node) => node.edges ?? []).map((edge) => [edge.id, edge]),
  );
  const arrows = edges.map(({ labelled: _, isReversed, ...edge }): Arrow => {
    const { sections = [], labels: [label] = [] } = drawn.get(edge.id) ?? {};
    const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }): Point[] => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    return {
      ...edge,
      points: isReversed ? points.reverse() : points,
      ...(label && { label: boxOf(label) }),
    };
  });
  return {
    direction,
    hasActions,
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    states: boxes(inside.filter(({ id }) => !isDot.has(id))),
    dots: boxes(inside.filter(({ id }) => isDot.has(id))),
    arrows,
  };
}
