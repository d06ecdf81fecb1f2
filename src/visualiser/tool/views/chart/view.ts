import type { ChartModel } from '../../../../../machines/paths/index.ts';
import type { Place } from '../../../../../machines/visualiser/chartView/chartView.machine.ts';
import { SCALES } from '../../../../browser/panZoom.ts';
import { TEXT_SIZE, TITLE_SIZE } from './content.ts';
import type { Box, DrawnChart, Layout, Point, Size } from './layout.types.ts';

/** The position of a chart: its corner in pixels of the viewport, and the size of its unit in pixels. */
export type View = Point & { scale: number };

/** A chart with the layouts from which the one to draw is chosen. */
export type LaidOutChart = DrawnChart & { layouts: readonly Layout[] };

export type PlacedLayout = { layout: Layout; view: View };

/** The size in pixels below which no type is drawn, but the names of states where the whole chart is shown. */
const LEAST_TYPE = 9;
/** The least scales at which the labels can be read, and the names of states. */
export const LEAST_SCALE = { labels: LEAST_TYPE / TEXT_SIZE, names: LEAST_TYPE / TITLE_SIZE };
/** The scale at which a part of a chart is read. */
const READING_SCALE = 0.9;
const MAX_FIT_SCALE = 1.25;
/** The margin around a chart in pixels. */
const MARGIN = 8;
/** Pixels of a chart that stay in sight, wherever a person moves it. */
const KEPT_IN_SIGHT = 48;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

const boxOfSize = (size: Size): Box => ({ x: 0, y: 0, ...size });

const fitScale = (layout: Size, { width, height }: Size) =>
  Math.min((width - 2 * MARGIN) / layout.width, (height - 2 * MARGIN) / layout.height);

const largestLayout = (layouts: readonly Layout[], size: Size): Layout | undefined =>
  layouts.toSorted((one, other) => fitScale(other, size) - fitScale(one, size))[0];

/** The view moved as little as possible so that nothing but the chart is in sight, or all of it. */
function clampedView({ x, y, scale }: View, chart: Size, viewport: Size): View {
  const along = (at: number, length: number, available: number) => {
    const rest = available - length * scale;
    return rest > -2 * MARGIN ? rest / 2 : clamp(at, rest - MARGIN, MARGIN);
  };
  return { scale, x: along(x, chart.width, viewport.width), y: along(y, chart.height, viewport.height) };
}

/** The view moved as little as possible so that a part of the chart is in sight. */
function keptInSight({ x, y, scale }: View, chart: Size, viewport: Size): View {
  const along = (at: number, length: number, available: number) =>
    clamp(at, KEPT_IN_SIGHT - length * scale, available - KEPT_IN_SIGHT);
  return { scale, x: along(x, chart.width, viewport.width), y: along(y, chart.height, viewport.height) };
}

/** The state that is drawn for a state: itself, or the folded one around it. */
function drawnState(states: ChartModel['states'], layout: Layout, id: string): string | null {
  if (id in layout.states) return id;
  const parent = states.find((state) => state.id === id)?.parent ?? null;
  return parent === null ? null : drawnState(states, layout, parent);
}

/** The box of a state, of the label or middle of a transition's arrow, or of the folded state in its place. */
export function boxOf(model: ChartModel, layout: Layout, id: string): Box | undefined {
  const transition = model.transitions.find((each) => each.id === id);
  const arrow = layout.arrows.find(({ transitions }) => transitions.includes(id));
  const point = arrow?.points[Math.floor(arrow.points.length / 2)];
  if (arrow?.label) return arrow.label;
  if (point) return { ...point, width: 0, height: 0 };
  return layout.states[drawnState(model.states, layout, transition?.source ?? id) ?? ''];
}

/** The view in which the middle of a box stands at a point from the middle of the viewport. */
function viewAt(box: Box, at: Point, scale: number, { width, height }: Size): View {
  const middle = middleOf(box);
  return { scale, x: width / 2 + at.x - middle.x * scale, y: height / 2 + at.y - middle.y * scale };
}

/**
 * The whole chart in the layout that fits the viewport best. Around a state or transition it is large enough for
 * legible labels, unless the whole chart is legible.
 */
export function fittedView(
  { model, layouts }: LaidOutChart,
  size: Size,
  around: string | null,
): PlacedLayout | null {
  const layout = largestLayout(layouts, size);
  if (!layout) return null;
  const whole = fitScale(layout, size);
  const isWhole = around === null || whole >= LEAST_SCALE.names;
  const scale = Math.min(isWhole ? whole : READING_SCALE, MAX_FIT_SCALE);
  const box = (around === null ? undefined : boxOf(model, layout, around)) ?? boxOfSize(layout);
  return { layout, view: clampedView(viewAt(box, { x: 0, y: 0 }, scale, size), layout, size) };
}

export function viewOfPlace(chart: LaidOutChart, size: Size, place: Place): PlacedLayout | null {
  const { model, layouts } = chart;
  const { anchor, at, drawn } = place;
  const layout = drawn && layouts.find((each) => each.direction === drawn.direction);
  if (!drawn || !layout) return fittedView(chart, size, anchor);
  const box = boxOf(model, layout, anchor) ?? boxOfSize(layout);
  return { layout, view: keptInSight(viewAt(box, at, drawn.scale, size), layout, size) };
}

/**
 * The place of a view, by the state or transition `anchor`, else by the state nearest to a point of the viewport.
 */
export function placeOf(
  { layout, view }: PlacedLayout,
  { width, height }: Size,
  near: { model: ChartModel; anchor: string } | Point = { x: width / 2, y: height / 2 },
): Place {
  const { scale } = view;
  const fromMiddle = (box: Box): Point => {
    const { x, y } = middleOf(box);
    return { x: view.x + x * scale - width / 2, y: view.y + y * scale - height / 2 };
  };
  const drawn = { scale, direction: layout.direction };
  if ('anchor' in near) {
    const box = boxOf(near.model, layout, near.anchor) ?? boxOfSize(layout);
    return { anchor: near.anchor, at: fromMiddle(box), drawn };
  }
  const distance = (at: Point) => Math.hypot(at.x + width / 2 - near.x, at.y + height / 2 - near.y);
  const [nearest] = Object.entries(layout.states)
    .map(([anchor, box]) => ({ anchor, at: fromMiddle(box) }))
    .sort((one, other) => distance(one.at) - distance(other.at));
  return { anchor: '', at: { x: 0, y: 0 }, ...nearest, drawn };
}

/** The view scaled by a factor around the middle of the viewport. */
export function zoomedView({ x, y, scale }: View, factor: number, { width, height }: Size): View {
  const by = clamp(scale * factor, ...SCALES) / scale;
  const [left, top] = [width / 2, height / 2];
  return { scale: scale * by, x: left - (left - x) * by, y: top - (top - y) * by };
}

/** Whether a state or transition is completely in sight. */
export function isInSight(
  model: ChartModel,
  { layout, view }: PlacedLayout,
  size: Size,
  id: string,
): boolean {
  const box = boxOf(model, layout, id);
  if (!box) return true;
  const [left, top] = [view.x + box.x * view.scale, view.y + box.y * view.scale];
  const [right, bottom] = [left + box.width * view.scale, top + box.height * view.scale];
  return left >= 0 && top >= 0 && right <= size.width && bottom <= size.height;
}

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest state on the side of an arrow key; undefined for other keys. */
export function stateBeside(
  { model, folded }: DrawnChart,
  layout: Layout,
  from: string,
  key: string,
): string | undefined {
  const side = DIRECTIONS[key];
  const start = layout.states[drawnState(model.states, layout, from) ?? ''];
  if (!side || !start) return undefined;
  const isOpen = (id: string) =>
    !folded.includes(id) &&
    model.states.some(({ id: child, parent }) => parent === id && child in layout.states);
  const origin = middleOf(start);
  const distances = Object.entries(layout.states).flatMap(([id, box]) => {
    const { x, y } = middleOf(box);
    const along = (x - origin.x) * side.x + (y - origin.y) * side.y;
    const across = Math.abs((x - origin.x) * side.y) + Math.abs((y - origin.y) * side.x);
    return isOpen(id) || along < 1 ? [] : [{ id, distance: along + 2 * across }];
  });
  return distances.sort((one, other) => one.distance - other.distance)[0]?.id;
}
