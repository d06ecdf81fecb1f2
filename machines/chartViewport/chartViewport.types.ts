import type { ChartModel } from '../paths/chart.ts';

/** In the unit of the chart, which is a pixel of the screen at scale 1. */
export type Point = { x: number; y: number };

export type Size = { width: number; height: number };

export type Box = Point & Size;

/** An arrow of a transition, or of an initial arrow, by its id. One with several targets has an arrow to each. */
export type Arrow = { edgeId: string; points: Point[]; label?: Box };

/** Where everything that is drawn of a chart stands. */
export type Layout = Size & {
  /** States that are drawn, by their id. */
  states: Record<string, Box>;
  /** Dots of the initial arrows, by their id. */
  dots: Record<string, Box>;
  arrows: Arrow[];
};

/** Where a chart goes from its initial state. */
export type Direction = 'down' | 'right';

/** What a layout is made for. */
export type LayoutRequest = {
  model: ChartModel;
  folded: readonly string[];
  details: boolean;
  direction: Direction;
};

/** What a viewport is opened with. */
export type ChartViewportInput = Omit<LayoutRequest, 'direction'> & {
  /** The id of a state that is in sight at first, however large the chart is. */
  start: string;
};

export type DrawnChart = LayoutRequest & { layout: Layout };

/** Where the chart lies: its corner in pixels of the viewport, and the size of its unit in pixels. */
export type View = Point & { scale: number };

/** A pointer that is down; what it was pressed on, and where it is now, in pixels of the viewport. */
export type Pointer = { id: number; on: Pressed; at: Point };

/** What of a chart can be pressed. */
export type Pressed = { kind: 'state' | 'transition' | 'fold'; id: string } | null;

export type ChartViewportContext = {
  /** What is to be drawn. */
  request: LayoutRequest;
  start: string;
  /** What is drawn: the last chart that could be laid out. */
  drawn: DrawnChart | null;
  /** The viewport, in pixels. */
  size: Size;
  view: View;
  pointers: Pointer[];
  query: string;
  /** Ids of what the search finds, in the order of the chart. */
  matches: string[];
  /** Which match was shown last; -1 for none. */
  match: number;
  /** The id of a state or transition that is to be in the middle as soon as it is drawn. */
  pendingReveal: string | null;
};

export type ChartViewportEvent =
  | { type: 'chartChanged'; folded: readonly string[]; details: boolean }
  | { type: 'resized'; size: Size }
  | { type: 'panned'; by: Point }
  /** Around a point of the viewport, or its middle. */
  | { type: 'zoomed'; by: number; around?: Point }
  | { type: 'fitRequested' }
  | { type: 'pointerPressed'; pointer: number; at: Point; on: Pressed }
  | { type: 'pointerMoved'; pointer: number; at: Point }
  | { type: 'pointerReleased'; pointer: number }
  /** The browser takes the pointer away, for a scroll or a dialog. */
  | { type: 'pointerLost'; pointer: number }
  | { type: 'searched'; query: string }
  | { type: 'nextMatchRequested' }
  | { type: 'previousMatchRequested' }
  /** A state or transition is to be brought to the middle. */
  | { type: 'revealRequested'; id: string }
  | { type: 'retried' };
