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
/** Below it a chart cannot be read. */
const MIN_READABLE_SCALE = 0.7;
/** Rooms that are wider than high by this hold a chart that goes to the right. */
const WIDE_RATIO = 1.5;
/** Pixels around a chart that is fitted. */
const FIT_MARGIN = 20;
/** Pixels of a chart that stay in sight, however far it is moved. */
const MIN_VISIBLE = 60;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

export const centreOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

export const hasArea = ({ width, height }: Size): boolean => width > 0 && height > 0;

/** The view of the whole chart, in the middle. */
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

/** The way a chart goes in a viewport. */
export const directionFor = ({ width, height }: Size): Direction =>
  width > height * WIDE_RATIO ? 'right' : 'down';

/** The first view of a chart: the whole of it, or as much as can be read around a state. */
export function initialView(drawn: DrawnChart, viewport: Size, start: string): View {
  const wholeChart = fitView(drawn.layout, viewport);
  const box = boxOf(drawn, foldedAncestorsOf(drawn.model, start, drawn.folded).at(-1) ?? start);
  if (wholeChart.scale >= MIN_READABLE_SCALE || !box) return wholeChart;
  const near = centreView({ ...wholeChart, scale: MIN_READABLE_SCALE }, box, viewport);
  const placeAlong = (at: number, length: number, room: number) => {
    const rest = room - length * near.scale;
    return rest > 2 * FIT_MARGIN ? rest / 2 : clamp(at, rest - FIT_MARGIN, FIT_MARGIN);
  };
  return {
    scale: near.scale,
    x: placeAlong(near.x, drawn.layout.width, viewport.width),
    y: placeAlong(near.y, drawn.layout.height, viewport.height),
  };
}

/** The view moved, but never so far that the chart is out of sight. Pixels. */
export function clampedMove({ x, y, scale }: View, by: Point, chart: Size, viewport: Size): View {
  const keepVisible = (start: number, length: number, room: number) =>
    clamp(start, Math.min(MIN_VISIBLE - length * scale, 0), Math.max(room - MIN_VISIBLE, 0));
  return {
    scale,
    x: keepVisible(x + by.x, chart.width, viewport.width),
    y: keepVisible(y + by.y, chart.height, viewport.height),
  };
}

/** The view at another scale, with one point of the viewport staying where it is. */
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

/** The box of a state, or of the label of a transition; of a transition without an arrow, that of its state. */
export function boxOf({ model, layout }: DrawnChart, id: string): Box | undefined {
  const arrow = layout.arrows.find(({ edgeId: of, label }) => of === id && label);
  const source = model.transitions.find((transition) => transition.id === id)?.source;
  return layout.states[id] ?? arrow?.label ?? layout.states[source ?? ''];
}

/** The view with a box in its middle, at a scale at which it can be read. */
export function centreView({ scale }: View, box: Box, viewport: Size): View {
  const readable = Math.max(scale, MIN_READABLE_SCALE);
  const middle = centreOf(viewport);
  return {
    scale: readable,
    x: middle.x - (box.x + box.width / 2) * readable,
    y: middle.y - (box.y + box.height / 2) * readable,
  };
}

/** The state that stays where it is when a chart is laid out anew: the one that was folded, else the one in the middle. */
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

/** The view of a chart that is laid out anew, so that what a person looks at does not jump. */
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

/** Ids of the states and transitions whose words contain what is looked for, whatever its case. */
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

/** The folded states that hide a state or transition, the innermost first. */
export function foldedAncestorsOf(
  { states, transitions }: ChartModel,
  id: string,
  folded: readonly string[],
): string[] {
  const parentOf = (of: string) => states.find((state) => state.id === of)?.parent ?? null;
  const ancestorsOf = (of: string | null): string[] =>
    of === null ? [] : [of, ...ancestorsOf(parentOf(of))];
  const source = transitions.find((transition) => transition.id === id)?.source;
  return ancestorsOf(source ?? parentOf(id)).filter((each) => folded.includes(each));
}

/** Whether something lies, whole, in the viewport. */
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

/** The folded states that hide something now. */
export const currentFoldedAncestorsOf = (
  { request: wanted }: ChartViewportContext,
  id: string | undefined,
): string[] => (id === undefined ? [] : foldedAncestorsOf(wanted.model, id, wanted.folded));

/** The view moved by pixels, with the chart in sight. */
export const moveView = ({ drawn, size }: ChartViewportContext, view: View, by: Point): View =>
  drawn ? clampedMove(view, by, drawn.layout, size) : view;

/** The view with something in its middle; where it is not drawn yet, it is sought until it is. */
export function revealUpdate(context: ChartViewportContext, id: string): Partial<ChartViewportContext> {
  const { drawn, request: wanted, view, size } = context;
  const isDrawn = drawn?.folded === wanted.folded && currentFoldedAncestorsOf(context, id).length === 0;
  const box = isDrawn && hasArea(size) ? boxOf(drawn, id) : undefined;
  return box ? { view: centreView(view, box, size), pendingReveal: null } : { pendingReveal: id };
}

/** The place of the match after or before the one that was shown last, round and round. */
export const neighbouringMatch = ({ matches, match }: ChartViewportContext, by: 1 | -1): number =>
  (Math.max(match, by === 1 ? -1 : 0) + by + matches.length) % matches.length;

/** One or two pointers as one: where they are together, and how far apart. */
function pinchOf(points: Point[]): { at: Point; apart: number } {
  const [one = { x: 0, y: 0 }, other = one] = points;
  return { at: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, apart: distance(one, other) };
}

/** What becomes of the view when one of the pointers that hold the chart has moved. */
export function movePointer(
  context: ChartViewportContext,
  { pointer, at }: { pointer: number; at: Point },
): Pick<ChartViewportContext, 'pointers' | 'view'> {
  const pointers = context.pointers.map((current) => (current.id === pointer ? { ...current, at } : current));
  const before = pinchOf(context.pointers.map((current) => current.at));
  const after = pinchOf(pointers.map((current) => current.at));
  const isPinch = before.apart > 0 && after.apart > 0;
  const view = isPinch ? zoomView(context.view, after.apart / before.apart, before.at) : context.view;
  const by = { x: after.at.x - before.at.x, y: after.at.y - before.at.y };
  return { pointers, view: moveView(context, view, by) };
}
