import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type {
  Arrow,
  Layout,
  LayoutRequest,
  Point,
} from '../../../machines/chartViewport/chartViewport.types.ts';
import type { ChartModel, ChartState } from '../../../machines/paths/chart.ts';
import { childrenOf, headSize, labelLines, labelSize, rowsOf } from './content.ts';

/** In layers, all levels at once. */
const layoutOptions: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.inline': 'true',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '2',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.labelLabel': '10',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** Straight lines cost time that grows faster than the chart. */
const quickOptions: LayoutOptions = {
  ...layoutOptions,
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

/** More arrows than this are laid out quickly rather than well. */
const MANY = 100;

/** Between arrows that end at the same side of a state. */
const BETWEEN_ENDS = 13;
const DOT = 12;
const MARGIN = 18;
/** Between the head of a state and what is in it. */
const GAP = 18;

/** A chart as ELK takes it. */
export type ChartGraph = {
  root: ElkNode;
  /** For every element of it. */
  layoutOptions: LayoutOptions;
  /** The edges that are given the other way round. */
  reversed: ReadonlySet<string>;
};

/** Ids of a state and the states around it, the outermost first. */
function pathTo(states: ReadonlyMap<string, ChartState>, id: string): string[] {
  const parent = states.get(id)?.parent;
  return parent ? [...pathTo(states, parent), id] : [id];
}

/** Says whether an arrow leads back: against the order of the machine, where the initial state comes first. */
function backwardTest({ states, initialArrows: initials }: ChartModel, pathOf: (id: string) => string[]) {
  const order = new Map(states.map(({ id }, index) => [id, index]));
  for (const { source: of, target } of initials) {
    const path = pathOf(target);
    const first = path[path.indexOf(of) + 1];
    if (first !== undefined && path.includes(of)) order.set(first, -1);
  }
  return (source: string, target: string): boolean => {
    const [from, to] = [pathOf(source), pathOf(target)];
    const firstDifference = from.findIndex((id, depth) => id !== to[depth]);
    const [sourceIndex, targetIndex] = [
      order.get(from[firstDifference] ?? ''),
      order.get(to[firstDifference] ?? ''),
    ];
    return sourceIndex !== undefined && targetIndex !== undefined && sourceIndex > targetIndex;
  };
}

/**
 * The graph that ELK lays out. What is in a folded state is left out, and arrows that lead into it end at it.
 * Arrows that lead back are given the other way round: ELK's own ways of breaking cycles do not keep the order.
 */
export function graphOf({ model, folded, details, direction }: LayoutRequest): ChartGraph {
  const isDown = direction === 'down';
  const states = new Map(model.states.map((state) => [state.id, state]));
  const pathOf = (id: string) => pathTo(states, id);
  const visibleState = (id: string) => {
    const path = pathOf(id);
    return path.find((each) => folded.includes(each)) ?? id;
  };
  const isVisible = (id: string) => visibleState(id) === id;
  const isBackwards = backwardTest(model, pathOf);
  const initialDots = model.initialArrows.filter(
    ({ source: of }) => states.get(of)?.type === 'compound' && isVisible(of) && !folded.includes(of),
  );

  const reversed = new Set<string>();
  const edgeOf = (id: string, source: string, target: string): ElkExtendedEdge => {
    if (!isBackwards(source, target)) return { id, sources: [source], targets: [target] };
    reversed.add(id);
    return { id, sources: [target], targets: [source] };
  };
  const initialEdges = model.initialArrows
    .filter(({ source: of, target }) => isVisible(of) && !folded.includes(of) && visibleState(target) !== of)
    .map(({ id, source: of, target }) =>
      states.get(of)?.type === 'compound'
        ? { id: edgeId(id, 0), sources: [id], targets: [visibleState(target)] }
        : edgeOf(edgeId(id, 0), of, visibleState(target)),
    );
  const edges = model.transitions.flatMap((transition) => {
    const source = visibleState(transition.source);
    const size = labelSize(labelLines(transition, details));
    return transition.targets.flatMap((to, index): ElkExtendedEdge[] => {
      const target = visibleState(to);
      const isInside = source === target && folded.includes(source) && transition.source !== to;
      if (isInside) return [];
      const edge = edgeOf(edgeId(transition.id, index), source, target);
      return [index === 0 ? { ...edge, labels: [{ text: transition.trigger, ...size }] } : edge];
    });
  });
  const all = [...initialEdges, ...edges];
  const minimumLength = (id: string) => {
    const sides = [all.flatMap(({ sources }) => sources), all.flatMap(({ targets }) => targets)];
    return Math.max(...sides.map((ends) => ends.filter((end) => end === id).length)) * BETWEEN_ENDS;
  };
  const nodeOf = (state: ChartState): ElkNode => {
    const { id } = state;
    const children = childrenOf(model, id);
    const isFolded = folded.includes(id);
    const size = headSize(state, rowsOf(model, state, isFolded, details), children.length > 0);
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
        // ELK turns the drawing on its side to draw it downwards, and forgets to turn this.
        'elk.nodeSize.minimum': isDown
          ? `(${least.height},${least.width})`
          : `(${least.width},${least.height})`,
      },
      children: [
        ...initialDots
          .filter(({ source: of }) => of === id)
          .map((dot) => ({ id: dot.id, width: DOT, height: DOT })),
        ...children.map(nodeOf),
      ],
    };
  };

  return {
    root: { id: 'chart', children: childrenOf(model, null).map(nodeOf), edges: all },
    layoutOptions: {
      ...(edges.length > MANY ? quickOptions : layoutOptions),
      'elk.direction': isDown ? 'DOWN' : 'RIGHT',
    },
    reversed,
  };
}

const edgeId = (of: string, index: number) => `${index} ${of}`;

const transitionOfEdge = (id: string) => id.slice(id.indexOf(' ') + 1);

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: ElkNode) => ({ x, y, width, height });

/** What ELK made of a graph, as the chart draws it. */
export function layoutOf(
  { initialArrows: initials }: ChartModel,
  laidOut: ElkNode,
  reversed: ReadonlySet<string>,
): Layout {
  const isDot = new Set(initials.map(({ id }) => id));
  const nodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
  const [root, ...all] = nodes(laidOut);
  const boxes = (which: ElkNode[]) => Object.fromEntries(which.map((node) => [node.id, boxOf(node)]));
  const arrows = [root, ...all]
    .flatMap((node) => node?.edges ?? [])
    .flatMap(({ id, sections = [], labels = [] }): Arrow[] => {
      const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }): Point[] => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]);
      const [label] = labels;
      return [
        {
          edgeId: transitionOfEdge(id),
          points: reversed.has(id) ? points.reverse() : points,
          ...(label && { label: boxOf({ id, ...label }) }),
        },
      ];
    });
  return {
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    states: boxes(all.filter(({ id }) => !isDot.has(id))),
    dots: boxes(all.filter(({ id }) => isDot.has(id))),
    arrows,
  };
}
