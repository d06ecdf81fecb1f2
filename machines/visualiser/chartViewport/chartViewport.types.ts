import type { ChartModel } from '../../paths/index.ts';

/** A point in the unit of the chart, which is a pixel of the screen at scale 1, or in pixels of the viewport. */
export type Point = { x: number; y: number };

export type Size = { width: number; height: number };

export type Box = Point & Size;

/** The drawn arrow of a transition or of an initial arrow. A transition with several targets has one arrow for each. */
export type Arrow = { edgeId: string; points: Point[]; label?: Box };

/** The positions of everything drawn in a chart. */
export type Layout = Size & {
  arrangement: Arrangement;
  /** Boxes of the drawn states by id. */
  states: Record<string, Box>;
  /** Dots of the initial arrows by id. */
  dots: Record<string, Box>;
  arrows: Arrow[];
};

/** The direction in which a chart is laid out from its initial state. */
export type Direction = 'down' | 'right';

/** How a chart is laid out. `breaks` are the ids of the outermost states that begin a further row. */
export type Arrangement = { direction: Direction; breaks: readonly string[] };

/** A chart that is to be drawn. `details` says whether actions are drawn. */
type RequestedChart = { model: ChartModel; folded: readonly string[]; details: boolean };

export type LayoutRequest = RequestedChart & {
  /** The direction that was chosen; null for what fits best. */
  direction: Direction | null;
  /** The arrangement to keep; null for all that fit some viewport best. */
  arrangement: Arrangement | null;
};

export type ChartViewportInput = RequestedChart & {
  /** The id of a state that is visible at first, however large the chart is. */
  start: string;
  /** The id of the state or transition that the address names; it is visible at first in place of `start`. */
  link: string | null;
  active: string | null;
};

export type DrawnChart = RequestedChart & { layout: Layout };

/** The position of the chart: its corner in pixels of the viewport, and the size of its unit in pixels. */
export type View = Point & { scale: number };

/** A pointer that is down: the element it was pressed on, and its current position in pixels of the viewport. */
export type Pointer = { id: number; on: Pressed; at: Point };

/** An element of a chart that can be pressed; null for the background. */
export type Pressed = { kind: 'state' | 'transition' | 'fold'; id: string } | null;

export type ChartViewportContext = {
  /** The chart that is to be drawn. */
  request: LayoutRequest;
  start: string;
  link: string | null;
  /** The last chart that was laid out; null before the first. */
  drawn: DrawnChart | null;
  /** The layouts of the drawn chart from which one is chosen. */
  layouts: readonly Layout[];
  /** The id of the innermost active state; null where the machine does not run. */
  active: string | null;
  /** Whether the active state is kept in sight: until a person moves the chart, and again when they ask. */
  isFollowing: boolean;
  /** Whether the whole chart is shown, as large as the viewport allows. */
  isFitted: boolean;
  /** The size of the viewport in pixels. */
  size: Size;
  view: View;
  pointers: Pointer[];
  query: string;
  /** Ids of the states and transitions found by the search, in the order of the chart. */
  matches: string[];
  /** Index of the match shown last; -1 for none. */
  match: number;
  /** The id of a state or transition on which the view is centred as soon as it is drawn. */
  pendingReveal: string | null;
};

export type ChartViewportEvent =
  | { type: 'chartChanged'; folded: readonly string[]; details: boolean }
  | { type: 'resized'; size: Size }
  | { type: 'panned'; by: Point }
  /** Zooms around a point of the viewport, or its centre. */
  | { type: 'zoomed'; by: number; around?: Point }
  | { type: 'fitRequested' }
  | { type: 'activeChanged'; active: string | null }
  /** The active state is to be kept in sight, or no longer. */
  | { type: 'followToggled' }
  /** Null chooses the direction that fits best. */
  | { type: 'directionChosen'; direction: Direction | null }
  | { type: 'pointerPressed'; pointer: number; at: Point; on: Pressed }
  | { type: 'pointerMoved'; pointer: number; at: Point }
  | { type: 'pointerReleased'; pointer: number }
  /** The browser cancelled the pointer, for a scroll or a dialog. */
  | { type: 'pointerLost'; pointer: number }
  | { type: 'searched'; query: string }
  | { type: 'nextMatchRequested' }
  | { type: 'previousMatchRequested' }
  /** The view is to be centred on a state or transition. */
  | { type: 'revealRequested'; id: string }
  | { type: 'retried' };
