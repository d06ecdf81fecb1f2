import type { ChartModel } from '../../../../machines/paths/index.ts';
import type {
  Box,
  Layout,
  Point,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { linePath } from './arrowPaths.ts';
import type { ExportOptions } from './types.ts';

const RADIUS = 9;

/** Shortens numbers in a row: `1`, `1, 4`, `1, 4, 6 …`. */
const numbersText = (numbers: readonly number[]) =>
  `${numbers.slice(0, 3).join(', ')}${numbers.length > 3 ? ' …' : ''}`;

const widthOf = (numbers: readonly number[]) => 2 * RADIUS + (numbersText(numbers).length - 1) * 6;

/** Returns the middle of the numbers before the label of an arrow, or on an arrow without one. */
function atArrow(points: readonly Point[], label: Box | undefined, width: number): Point {
  if (label) return { x: label.x - width / 2 + 3, y: label.y + label.height / 2 };
  return points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
}

function Numbers({ transition, numbers, at }: { transition: string; numbers: readonly number[]; at: Point }) {
  const width = widthOf(numbers);
  return (
    <g data-path-step={transition}>
      <rect
        className="chart-path-number"
        x={at.x - width / 2}
        y={at.y - RADIUS}
        width={width}
        height={2 * RADIUS}
        rx={RADIUS}
      />
      <text className="chart-path-text" x={at.x} y={at.y + 4}>
        {numbersText(numbers)}
      </text>
    </g>
  );
}

type Props = { model: ChartModel; steps: NonNullable<ExportOptions['path']>; layout: Layout };

/**
 * Marks the transitions of steps over the drawing of a chart, with the numbers of the steps. Those of a transition that
 * leads nowhere stand at its state.
 */
export function PathSteps({ model, steps, layout }: Props) {
  const taken = model.transitions.flatMap((transition) => {
    const numbers = steps.flatMap(({ number, transitions }) =>
      transitions.includes(transition.id) ? [number] : [],
    );
    return numbers.length > 0 ? [{ transition, numbers }] : [];
  });
  const onArrows = taken.flatMap(({ transition: { id }, numbers }) =>
    layout.arrows
      .filter(({ edgeId }) => edgeId === id)
      .map(({ points, label }) => ({
        id,
        numbers,
        line: linePath(points),
        at: atArrow(points, label, widthOf(numbers)),
      })),
  );
  const staying = taken.filter(({ transition }) => transition.targets.length === 0);
  const states = [...new Set(staying.map(({ transition }) => transition.source))];
  return (
    <g className="chart-path">
      {onArrows.map(({ line }) => (
        <path key={line} className="chart-path-line" d={line} />
      ))}
      {onArrows.map(({ id, line, numbers, at }) => (
        <Numbers key={line} transition={id} numbers={numbers} at={at} />
      ))}
      {states.map((source) => {
        const box = layout.states[source];
        const numbers = staying
          .flatMap((stay) => (stay.transition.source === source ? stay.numbers : []))
          .sort((one, other) => one - other);
        const at = box && { x: box.x + box.width - widthOf(numbers) / 2 + 6, y: box.y };
        return at && <Numbers key={source} transition={source} numbers={numbers} at={at} />;
      })}
    </g>
  );
}
