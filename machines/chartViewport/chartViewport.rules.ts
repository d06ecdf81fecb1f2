import { type ChartModel, transitionLabel } from '../paths/chart.ts';
import type {
  Box,
  ChartViewportContext,
  Direction,
  DrawnChart,
  Point,
  Size,
  View,
} from './chartViewport.types.ts';

const MIN_SCALE = 0.08;
const MAX_SCALE = 4;
const MAX_FIT_SCALE = 1.25;
/** The smallest scale at which a chart can be read. */
const MIN_READABLE_SCALE = 0.7;
/** The ratio of width to height above which a chart is laid out to the right. */
const WIDE_RATIO = 1.5;
/** The margin around a fitted chart in pixels. */
const FIT_MARGIN = 20;
/** The least part of a chart that stays visible when it is moved, in pixels. */
const MIN_VISIBLE = 60;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export const centreOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

export const hasArea = ({ width, height }: Size): boolean => width > 0 && height > 0;

/** Returns the view that shows the whole chart, centred. */
export function fitView(chart: Size, viewport: Size): View {
  const most = Math.min(
    (viewport.width - 2 * FIT_MARGIN) / chart.width,
    (viewport.height - 2 * FIT_MARGIN) / chart.height,
  );
  const scale = clamp(most, MIN_SCALE, MAX_FIT_SCALE);
  return {
    scale,
    x: (viewport.width - chart.width * scale) / 2,
    y: (viewport.height - chart.height * scale) / 2,
  };
}

/** Returns the direction in which a chart is laid out for a viewport. */
export const directionFor = ({ width, height }: Size): Direction =>
  width > height * WIDE_RATIO ? 'right' : 'down';

/** Returns the first view of a chart: the whole chart, or, where it could not be read, the part around the state `start`. */
export function initialView(drawn: DrawnChart, viewport: Size, start: string): View {
  const wholeChart = fitView(drawn.layout, viewport);
  const box = boxOf(drawn, foldedAncestorsOf(drawn.model, start, drawn.folded).at(-1) ?? start);
  if (wholeChart.scale >= MIN_READABLE_SCALE || !box) return wholeChart;
  const near = centreView({ ...wholeChart, scale: MIN_READABLE_SCALE }, box, viewport);
  const positionAlong = (at: number, length: number, available: number) => {
    const rest = available - length * near.scale;
    return rest > 2 * FIT_MARGIN ? rest / 2 : clamp(at, rest - FIT_MARGIN, FIT_MARGIN);
  };
  return {
    scale: near.scale,
    x: positionAlong(near.x, drawn.layout.width, viewport.width),
    y: positionAlong(near.y, drawn.layout.height, viewport.height),
  };
}

/** Returns the view moved by pixels, but never so far that the chart is no longer visible. */
export function clampedMove({ x, y, scale }: View, by: Point, chart: Size, viewport: Size): View {
  const keepVisible = (start: number, length: number, available: number) =>
    clamp(start, Math.min(MIN_VISIBLE - length * scale, 0), Math.max(available - MIN_VISIBLE, 0));
  return {
    scale,
    x: keepVisible(x + by.x, chart.width, viewport.width),
    y: keepVisible(y + by.y, chart.height, viewport.height),
  };
}

/** Returns the view scaled by a factor around a point of the viewport, which stays in place. */
export function zoomView(view: View, by: number, around: Point): View {
  const scale = clamp(view.scale * by, MIN_SCALE, MAX_SCALE);
  const change = scale / view.scale;
  return {
    scale,
    x: around.x - (around.x - view.x) * change,
    y: around.y - (around.y - view.y) * change,
  };
}

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the box of a state, or of the label of a transition; for a transition without an arrow, the box of its state. */
export function boxOf({ model, layout }: DrawnChart, id: string): Box | undefined {
  const arrow = layout.arrows.find(({ edgeId, label }) => edgeId === id && label);
  const source = model.transitions.find((transition) => transition.id === id)?.source;
  return layout.states[id] ?? arrow?.label ?? layout.states[source ?? ''];
}

/** Returns the view centred on a box, at a scale at which it can be read. */
export function centreView({ scale }: View, box: Box, viewport: Size): View {
  const readable = Math.max(scale, MIN_READABLE_SCALE);
  const middle = centreOf(viewport);
  return {
    scale: readable,
    x: middle.x - (box.x + box.width / 2) * readable,
    y: middle.y - (box.y + box.height / 2) * readable,
  };
}

/** Returns the state that keeps its position after a new layout: the one folded or unfolded, else the one nearest to the centre. */
function anchorOf(before: DrawnChart, after: DrawnChart, view: View, viewport: Size): string | undefined {
  const toggled = [...before.folded, ...after.folded].filter(
    (id) => before.folded.includes(id) !== after.folded.includes(id),
  );
  const middle = centreOf(viewport);
  const distanceFromCentre = (id: string): number => {
    const box = before.layout.states[id];
    if (!box) return Number.POSITIVE_INFINITY;
    return distance(middle, { x: view.x + box.x * view.scale, y: view.y + box.y * view.scale });
  };
  const isInBoth = (id: string) => id in before.layout.states && id in after.layout.states;
  const [nearest] = Object.keys(after.layout.states)
    .filter(isInBoth)
    .sort((one, other) => distanceFromCentre(one) - distanceFromCentre(other));
  return toggled.find(isInBoth) ?? nearest;
}

/** Returns the view after a new layout in which the anchor keeps its position on the screen. */
export function viewKeepingAnchor(before: DrawnChart, after: DrawnChart, view: View, viewport: Size): View {
  const anchor = anchorOf(before, after, view, viewport) ?? '';
  const [from, to] = [before.layout.states[anchor], after.layout.states[anchor]];
  if (!from || !to) return view;
  return {
    ...view,
    x: view.x + (from.x - to.x) * view.scale,
    y: view.y + (from.y - to.y) * view.scale,
  };
}

/** Returns the ids of the states and transitions whose texts contain the query; case is ignored. */
export function matchesOf({ states, transitions }: ChartModel, query: string): string[] {
  const words = query.trim().toLowerCase();
  if (words === '') return [];
  const has = (...texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase().includes(words));
  return states.flatMap((state) => [
    ...(has(state.key, state.description, ...state.tags, ...state.entry, ...state.exit, ...state.invokes)
      ? [state.id]
      : []),
    ...transitions
      .filter((transition) => transition.source === state.id && has(transitionLabel(transition)))
      .map(({ id }) => id),
  ]);
}

/** Returns the folded states that hide a state or transition, the innermost first. */
export function foldedAncestorsOf(
  { states, transitions }: ChartModel,
  id: string,
  folded: readonly string[],
): string[] {
  const parentOf = (child: string) => states.find((state) => state.id === child)?.parent ?? null;
  const ancestorsOf = (state: string | null): string[] =>
    state === null ? [] : [state, ...ancestorsOf(parentOf(state))];
  const source = transitions.find((transition) => transition.id === id)?.source;
  return ancestorsOf(source ?? parentOf(id)).filter((ancestor) => folded.includes(ancestor));
}

/** Whether the box of a state or transition lies completely in the viewport. */
export function isFullyVisible(drawn: DrawnChart, id: string, view: View, viewport: Size): boolean {
  const box = boxOf(drawn, id);
  if (!box) return false;
  const [left, top] = [view.x + box.x * view.scale, view.y + box.y * view.scale];
  return (
    left >= 0 &&
    top >= 0 &&
    left + box.width * view.scale <= viewport.width &&
    top + box.height * view.scale <= viewport.height
  );
}

/** Returns the requested folded states that hide a state or transition, the innermost first. */
export const currentFoldedAncestorsOf = (
  { request }: ChartViewportContext,
  id: string | undefined,
): string[] => (id === undefined ? [] : foldedAncestorsOf(request.model, id, request.folded));

/** Returns the view moved by pixels; a drawn chart stays visible. */
export const moveView = ({ drawn, size }: ChartViewportContext, view: View, by: Point): View =>
  drawn ? clampedMove(view, by, drawn.layout, size) : view;

/** Returns the view centred on a state or transition; while that is not drawn, it becomes the pending reveal. */
export function revealUpdate(context: ChartViewportContext, id: string): Partial<ChartViewportContext> {
  const { drawn, request, view, size } = context;
  const isDrawn = drawn?.folded === request.folded && currentFoldedAncestorsOf(context, id).length === 0;
  const box = isDrawn && hasArea(size) ? boxOf(drawn, id) : undefined;
  return box ? { view: centreView(view, box, size), pendingReveal: null } : { pendingReveal: id };
}

/** Returns the index of the match after or before the current one; the first follows the last. */
export const neighbouringMatch = ({ matches, match }: ChartViewportContext, by: 1 | -1): number =>
  (Math.max(match, by === 1 ? -1 : 0) + by + matches.length) % matches.length;

/** Returns the point between one or two pointers, and their distance. */
function pinchOf(points: Point[]): { at: Point; gap: number } {
  const [one = { x: 0, y: 0 }, other = one] = points;
  return { at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, gap: distance(one, other) };
}

/** Returns pointers and view after one of the pointers has moved: the chart is dragged, with two pointers also zoomed. */
export function movePointer(
  context: ChartViewportContext,
  { pointer, at }: { pointer: number; at: Point },
): Pick<ChartViewportContext, 'pointers' | 'view'> {
  const pointers = context.pointers.map((current) => (current.id === pointer ? { ...current, at } : current));
  const before = pinchOf(context.pointers.map((current) => current.at));
  const after = pinchOf(pointers.map((current) => current.at));
  const isPinch = before.gap > 0 && after.gap > 0;
  const view = isPinch ? zoomView(context.view, after.gap / before.gap, before.at) : context.view;
  const by = { x: after.at.x - before.at.x, y: after.at.y - before.at.y };
  return { pointers, view: moveView(context, view, by) };
}
