import type { Layout, Point } from '../../../machines/chartViewport/chartViewport.types.ts';
import { linePath } from './arrowPaths.ts';
import type { ExportOptions } from './types.ts';

const RADIUS = 9;

/** Returns where the numbers of an arrow stand: at the corner of its label, else in its middle. */
function numberPosition(points: readonly Point[], label: Point | undefined): Point {
  if (label) return { x: label.x, y: label.y };
  return points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
}

/** Shortens numbers in a row: `1`, `1, 4`, `1, 4, 6 …`. */
const numbersText = (numbers: readonly number[]) =>
  `${numbers.slice(0, 3).join(', ')}${numbers.length > 3 ? ' …' : ''}`;

type Props = { steps: NonNullable<ExportOptions['way']>; layout: Layout };

/** Marks the transitions of steps over the drawing of a chart, with the numbers of the steps. */
export function Way({ steps, layout }: Props) {
  const numbersOf = (transition: string) =>
    steps.flatMap(({ number, transitions }) => (transitions.includes(transition) ? [number] : []));
  const taken = layout.arrows.flatMap((arrow) => {
    const numbers = numbersOf(arrow.edgeId);
    return numbers.length > 0 ? [{ ...arrow, numbers }] : [];
  });
  return (
    <g className="chart-way">
      {taken.map(({ edgeId, points }) => (
        <path key={`${edgeId} ${linePath(points)}`} className="chart-way-line" d={linePath(points)} />
      ))}
      {taken.map(({ edgeId, points, label, numbers }) => {
        const { x, y } = numberPosition(points, label);
        const text = numbersText(numbers);
        const width = 2 * RADIUS + (text.length - 1) * 6;
        return (
          <g key={`${edgeId} ${linePath(points)}`} data-way={edgeId}>
            <rect
              className="chart-way-number"
              x={x - width / 2}
              y={y - RADIUS}
              width={width}
              height={2 * RADIUS}
              rx={RADIUS}
            />
            <text className="chart-way-text" x={x} y={y + 4}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
