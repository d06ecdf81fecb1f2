import type { ChartModel } from '../../../../../machines/paths/index.ts';

/** A point in the unit of the chart, which is a pixel of the screen at scale 1, or in pixels of the viewport. */
export type Point = { x: number; y: number };

export type Size = { width: number; height: number };

export type Box = Point & Size;

type Direction = 'down' | 'right';

/** The parts of a chart that are drawn: all except the content of folded states. */
export type DrawnChart = {
  model: ChartModel;
  folded: readonly string[];
  /** Whether arrows run from state to state; else those that cross the border of an open state end there. */
  isExact: boolean;
};

/** A chart with the direction of its layout; `hasActions` where the texts contain the actions. */
export type ArrangedChart = DrawnChart & { direction: Direction; hasActions: boolean };

/**
 * A drawn arrow: of all transitions from one state to another, or an initial arrow, which has none. A transition with
 * several targets is in the arrow to each.
 */
export type Arrow = {
  id: string;
  source: string;
  target: string;
  transitions: readonly string[];
  points: Point[];
  label?: Box;
};

/** The positions of everything drawn in a chart. */
export type Layout = Size & {
  direction: Direction;
  hasActions: boolean;
  /** Boxes of the drawn states by id. */
  states: Record<string, Box>;
  /** Dots of the initial arrows by id. */
  dots: Record<string, Box>;
  arrows: Arrow[];
};
