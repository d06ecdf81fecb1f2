import type { Point } from './layout.types.ts';

const CORNER = 7;
const ARROW_HEAD = { length: 9, half: 4.5 };

const pointTowards = (from: Point, to: Point, distance: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(distance, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

const coordinates = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** The line of an arrow with round corners, as the data of an SVG path. */
export function linePath(points: readonly Point[]): string {
  const parts = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (!before) return `M${coordinates(point)}`;
    if (!after) return `L${coordinates(point)}`;
    const [start, end] = [pointTowards(point, before, CORNER), pointTowards(point, after, CORNER)];
    return `L${coordinates(start)}Q${coordinates(point)} ${coordinates(end)}`;
  });
  return parts.join('');
}

/** The head of an arrow as the data of an SVG path. */
export function headPath(points: readonly Point[]): string {
  const [tip, before] = [points.at(-1), points.at(-2)];
  if (!tip || !before) return '';
  const back = Math.atan2(before.y - tip.y, before.x - tip.x);
  const side = (sign: number): Point => ({
    x: tip.x + ARROW_HEAD.length * Math.cos(back) - sign * ARROW_HEAD.half * Math.sin(back),
    y: tip.y + ARROW_HEAD.length * Math.sin(back) + sign * ARROW_HEAD.half * Math.cos(back),
  });
  return `M${coordinates(tip)}L${coordinates(side(1))}L${coordinates(side(-1))}Z`;
}
