import type { ChartModel } from '../../../../machines/paths/index.ts';
import { linePath } from './arrowPaths.ts';
import { LABEL_HEIGHT, linesOf } from './content.ts';
import type { Arrow, Layout, Point } from './layout.types.ts';
import type { ExportOptions } from './types.ts';

const RADIUS = 9;

/** Shortens numbers in a row: `1`, `1, 4`, `1, 4, 6 …`. */
const numbersText = (numbers: readonly number[]) =>
  `${numbers.slice(0, 3).join(', ')}${numbers.length > 3 ? ' …' : ''}`;

const widthOf = (numbers: readonly number[]) => 2 * RADIUS + (numbersText(numbers).length - 1) * 6;

/** Returns the middle of the numbers before the line of a transition in the label of an arrow, or on an arrow without one. */
function atArrow(
  model: ChartModel,
  { detail }: Layout,
  arrow: Arrow,
  transition: string,
  width: number,
): Point {
  const { label, points } = arrow;
  if (!label) return points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
  const line = linesOf(model, arrow, detail).findIndex(({ transitions }) => transitions.includes(transition));
  return { x: label.x - width / 2 + 3, y: label.y + 3 + (Math.max(line, 0) + 0.5) * LABEL_HEIGHT };
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
      .filter(({ transitions }) => transitions.includes(id))
      .map((arrow) => ({
        id,
        numbers,
        key: `${id} ${arrow.id}`,
        line: linePath(arrow.points),
        at: atArrow(model, layout, arrow, id, widthOf(numbers)),
      })),
  );
  const staying = taken.filter(({ transition }) => transition.targets.length === 0);
  const states = [...new Set(staying.map(({ transition }) => transition.source))];
  return (
    <g className="chart-path">
      {[...new Set(onArrows.map(({ line }) => line))].map((line) => (
        <path key={line} className="chart-path-line" d={line} />
      ))}
      {onArrows.map(({ id, key, numbers, at }) => (
        <Numbers key={key} transition={id} numbers={numbers} at={at} />
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
