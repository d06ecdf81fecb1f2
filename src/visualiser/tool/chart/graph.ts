import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import type {
  Arrow,
  Layout,
  Point,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { childrenOf, headSize, labelLines, labelSize, rowsOf } from './content.ts';
import type { ArrangedChart, ChartGraph } from './graph.types.ts';
import { graphInRows, joinRows } from './rows.ts';
import type { ChartState } from './types.ts';

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

/** For large charts, because the time that straight lines take grows faster than the chart. */
const quickOptions: LayoutOptions = {
  ...layoutOptions,
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.thoroughness': '1',
};

/** Charts with more arrows than this are laid out with the quick options. */
const MANY = 100;

/** Space between arrows that end at the same side of a state. */
const BETWEEN_ENDS = 13;
const DOT = 12;
const MARGIN = 14;
/** Space between the head of a state and its children. */
const GAP = 12;

/** Returns the ids of a state and its ancestors, the outermost first. */
function pathTo(states: ReadonlyMap<string, ChartState>, id: string): string[] {
  const parent = states.get(id)?.parent;
  return parent ? [...pathTo(states, parent), id] : [id];
}

/** Returns a test whether an arrow leads backwards in the order of the machine, the initial state first. */
function backwardTest({ states, initialArrows: initials }: ChartModel, pathOf: (id: string) => string[]) {
  const isInitial = ({ id, parent }: ChartState) =>
    initials.some(({ source: of, target }) => of === parent && pathOf(target).includes(id));
  const order = new Map(states.map((state, index) => [state.id, isInitial(state) ? -1 : index]));
  return (source: string, target: string): boolean => {
    const [from, to] = [pathOf(source), pathOf(target)];
    const depth = from.findIndex((id, index) => id !== to[index]);
    const [one, other] = [from[depth], to[depth]];
    // Where one state is in the other, neither comes first.
    if (one === undefined || other === undefined) return false;
    return (order.get(one) ?? 0) > (order.get(other) ?? 0);
  };
}

/** Returns functions that say which states of a chart are drawn. A folded state replaces the states in it. */
function visibilityOf({ model, folded }: ArrangedChart) {
  const states = new Map(model.states.map((state) => [state.id, state]));
  const pathOf = (id: string) => pathTo(states, id);
  const visibleState = (id: string) => pathOf(id).find((each) => folded.includes(each)) ?? id;
  /** Whether a state is drawn with its children. */
  const isOpen = (id: string) => visibleState(id) === id && !folded.includes(id);
  const isCompound = (id: string) => states.get(id)?.type === 'compound';
  return { pathOf, visibleState, isOpen, isCompound };
}

type Visibility = ReturnType<typeof visibilityOf>;

type Edges = { initial: ElkExtendedEdge[]; transitions: ElkExtendedEdge[]; reversed: ReadonlySet<string> };

/** Returns the edges of the initial arrows and of the transitions. An edge into a folded state ends at that state. */
function edgesOf({ model, details }: ArrangedChart, visibility: Visibility): Edges {
  const { pathOf, visibleState, isOpen, isCompound } = visibility;
  const isBackwards = backwardTest(model, pathOf);
  const reversed = new Set<string>();
  const edgeOf = (id: string, source: string, target: string): ElkExtendedEdge => {
    if (!isBackwards(source, target)) return { id, sources: [source], targets: [target] };
    reversed.add(id);
    return { id, sources: [target], targets: [source] };
  };
  const initial = model.initialArrows
    .filter(({ source: of }) => isOpen(of))
    .map(({ id, source: of, target }) =>
      isCompound(of)
        ? { id: edgeId(id, 0), sources: [id], targets: [visibleState(target)] }
        : edgeOf(edgeId(id, 0), of, visibleState(target)),
    );
  const transitions = model.transitions.flatMap((transition) => {
    const source = visibleState(transition.source);
    const size = labelSize(labelLines(transition, details));
    return transition.targets.flatMap((to, index): ElkExtendedEdge[] => {
      const target = visibleState(to);
      const isInside = source === target && transition.source !== to;
      if (isInside) return [];
      const edge = edgeOf(edgeId(transition.id, index), source, target);
      return [index === 0 ? { ...edge, labels: [{ text: transition.trigger, ...size }] } : edge];
    });
  });
  return { initial, transitions, reversed };
}

/** Returns the outermost nodes with their children. The children of folded states are left out. */
function nodesOf(
  { model, folded, details, arrangement }: ArrangedChart,
  edges: readonly ElkExtendedEdge[],
): ElkNode[] {
  const isDown = arrangement.direction === 'down';
  const ends = [edges.flatMap(({ sources }) => sources), edges.flatMap(({ targets }) => targets)];
  const minimumLength = (id: string) =>
    Math.max(...ends.map((ids) => ids.filter((end) => end === id).length)) * BETWEEN_ENDS;
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

/**
 * Returns the graph of a chart for ELK. The source and target of arrows that lead backwards are exchanged,
 * because ELK's own cycle breaking does not preserve the order of the machine.
 */
export function graphOf(request: ArrangedChart): ChartGraph {
  const { breaks } = request.arrangement;
  return breaks.length === 0 ? plainGraph(request) : graphInRows(plainGraph(request), breaks);
}

function plainGraph(request: ArrangedChart): ChartGraph {
  const visibility = visibilityOf(request);
  const { initial, transitions, reversed } = edgesOf(request, visibility);
  const edges = [...initial, ...transitions];
  return {
    root: { id: 'chart', children: nodesOf(request, edges), edges },
    layoutOptions: {
      ...(transitions.length > MANY ? quickOptions : layoutOptions),
      'elk.direction': request.arrangement.direction === 'down' ? 'DOWN' : 'RIGHT',
    },
    reversed,
  };
}

const edgeId = (of: string, index: number) => `${index} ${of}`;

const transitionOfEdge = (id: string) => id.slice(id.indexOf(' ') + 1);

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: ElkNode) => ({ x, y, width, height });

/** Returns the layout of a chart from the graph that ELK has laid out. */
export function layoutOf(
  { model: { initialArrows: initials }, arrangement }: ArrangedChart,
  result: ElkNode,
  reversed: ReadonlySet<string>,
): Layout {
  const laidOut = arrangement.breaks.length === 0 ? result : joinRows(result);
  const isDot = new Set(initials.map(({ id }) => id));
  const nodes = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
  const inside = (laidOut.children ?? []).flatMap(nodes);
  const boxes = (which: ElkNode[]) => Object.fromEntries(which.map((node) => [node.id, boxOf(node)]));
  const arrows = [laidOut, ...inside]
    .flatMap(({ edges = [] }) => edges)
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
    arrangement,
    width: laidOut.width ?? 0,
    height: laidOut.height ?? 0,
    states: boxes(inside.filter(({ id }) => !isDot.has(id))),
    dots: boxes(inside.filter(({ id }) => isDot.has(id))),
    arrows,
  };
}
