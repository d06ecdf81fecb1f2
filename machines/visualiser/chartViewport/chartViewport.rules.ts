import { type ChartModel, transitionLabel } from '../../paths/index.ts';
import type {
  Arrangement,
  Box,
  ChartViewportContext,
  DrawnChart,
  Layout,
  Point,
  Size,
  View,
} from './chartViewport.types.ts';

const MIN_SCALE = 0.08;
const MAX_SCALE = 4;
const MAX_FIT_SCALE = 1.25;
/** The smallest scale at which a chart can be read. */
const MIN_READABLE_SCALE = 0.7;
/** How much larger another layout must make a chart to replace the drawn one when the viewport changes. */
const MIN_GAIN = 1.15;
/** The margin around a fitted chart in pixels. */
const FIT_MARGIN = 4;
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

/** Returns the layout in which the whole chart is largest in a viewport. */
export function bestLayout(layouts: readonly Layout[], viewport: Size): Layout | undefined {
  const [best] = layouts.toSorted(
    (one, other) => fitView(other, viewport).scale - fitView(one, viewport).scale,
  );
  return best;
}

const isSameArrangement = (one: Arrangement, other: Arrangement) =>
  one.direction === other.direction && one.breaks.join() === other.breaks.join();

/** Returns the layout to draw: in the requested arrangement, else the layout that fits the viewport best. */
export const layoutToDraw = ({ request, size }: ChartViewportContext, layouts: readonly Layout[]) =>
  layouts.find(
    ({ arrangement }) => request.arrangement && isSameArrangement(arrangement, request.arrangement),
  ) ?? bestLayout(layouts, size);

/** Returns the chart fitted into the viewport, in another of its layouts where that makes it much larger. */
export function fitUpdate(context: ChartViewportContext): Partial<ChartViewportContext> {
  const { drawn, layouts, size } = context;
  if (!drawn) return {};
  const best = bestLayout(layouts, size) ?? drawn.layout;
  const isBetter = fitView(best, size).scale > fitView(drawn.layout, size).scale * MIN_GAIN;
  const layout = isBetter ? best : drawn.layout;
  return { drawn: { ...drawn, layout }, view: fitView(layout, size), isFitted: true };
}

/** Returns the id of the drawn state that shows that a state is active: itself, or the folded state that hides it. */
const shownState = ({ drawn }: ChartViewportContext, id: string): string | undefined =>
  drawn ? (foldedAncestorsOf(drawn.model, id, drawn.folded).at(-1) ?? id) : undefined;

/** Returns the view with the active state in its middle, unless it is in sight or the viewport has no area. */
export function followUpdate(context: ChartViewportContext): Partial<ChartViewportContext> {
  const { drawn, active, view, size } = context;
  if (!hasArea(size)) return {};
  const id = active === null ? undefined : shownState(context, active);
  const box = drawn && id !== undefined ? boxOf(drawn, id) : undefined;
  if (!drawn || id === undefined || !box || isFullyVisible(drawn, id, view, size)) return {};
  return { view: centreView(view, box, size), isFitted: false };
}

/** Returns the view after another state became active. The first one does not hide what the address names. */
export function activeUpdate(
  context: ChartViewportContext,
  active: string | null,
): Partial<ChartViewportContext> {
  const isFirst = context.active === null && context.link !== null;
  return { active, ...(context.isFollowing && !isFirst && followUpdate({ ...context, active })) };
}

/** Whether the active state is drawn and not completely in sight. */
export const isActiveOutOfSight = (context: ChartViewportContext): boolean => 'view' in followUpdate(context);

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

/** Returns the first view: of the chart around what the address names, the active state or the state `start`. */
export function initialUpdate(context: ChartViewportContext): Partial<ChartViewportContext> {
  const { drawn, layouts, size, start, link, active } = context;
  const layout = bestLayout(layouts, size);
  if (!drawn || !layout) return {};
  const best = { ...drawn, layout };
  const view = initialView(best, size, link ?? active ?? start);
  return { drawn: best, view, isFitted: view.scale === fitView(layout, size).scale };
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

/** Returns the state that keeps its position after a new layout: the state that was folded or unfolded, else the state nearest to the centre. */
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
  const moved = { isFollowing: false, isFitted: false };
  return box
    ? { ...moved, view: centreView(view, box, size), pendingReveal: null }
    : { ...moved, pendingReveal: id };
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
): Pick<ChartViewportContext, 'pointers' | 'view' | 'isFollowing' | 'isFitted'> {
  const pointers = context.pointers.map((current) => (current.id === pointer ? { ...current, at } : current));
  const before = pinchOf(context.pointers.map((current) => current.at));
  const after = pinchOf(pointers.map((current) => current.at));
  const isPinch = before.gap > 0 && after.gap > 0;
  const view = isPinch ? zoomView(context.view, after.gap / before.gap, before.at) : context.view;
  const by = { x: after.at.x - before.at.x, y: after.at.y - before.at.y };
  return { pointers, view: moveView(context, view, by), isFollowing: false, isFitted: false };
}
