import { memo } from 'react';
import type { Arrow, Box } from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { headPath, linePath } from './arrowPaths.ts';
import { CoverageSign, GuardResultSigns, Patterns } from './CoverageSigns.tsx';
import { guardPosition, LABEL_HEIGHT, LABEL_INSET, LABEL_SIZE, labelLines } from './content.ts';
import { StateBox, StateHead } from './State.tsx';
import type { ChartState, ChartTransition, DrawingProps } from './types.ts';

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** The results of a guard at the end of its line in the label. */
function GuardSigns({
  transition,
  coverage,
  label,
}: { transition: ChartTransition; label: Box } & Pick<DrawingProps, 'coverage'>) {
  const { line, width } = guardPosition(transition);
  return (
    <GuardResultSigns
      transition={transition}
      coverage={coverage}
      x={label.x + LABEL_INSET + width}
      y={label.y + 4 + line * LABEL_HEIGHT}
    />
  );
}

function ArrowLabel({
  arrow,
  transition,
  drawing: { details, coverage },
}: {
  arrow: Arrow;
  transition: ChartTransition;
  drawing: DrawingProps;
}) {
  const { label } = arrow;
  if (!label) return null;
  const status = coverage?.[transition.id];
  return (
    <>
      <rect
        className="chart-label"
        x={label.x}
        y={label.y}
        width={label.width}
        height={label.height}
        rx={4}
      />
      <text className="chart-label-text" fontSize={LABEL_SIZE}>
        {labelLines(transition, details).map((line, index) => (
          <tspan
            key={line}
            className={index > 0 ? 'chart-label-more' : undefined}
            x={label.x + LABEL_INSET}
            y={label.y + 15 + index * LABEL_HEIGHT}
          >
            {line}
          </tspan>
        ))}
      </text>
      {status && <CoverageSign status={status} x={label.x} y={label.y + 1} />}
      {coverage && <GuardSigns transition={transition} coverage={coverage} label={label} />}
    </>
  );
}

function TransitionArrow({
  arrow,
  line,
  transition,
  drawing,
}: {
  arrow: Arrow;
  line: string;
  transition: ChartTransition;
  drawing: DrawingProps;
}) {
  const { id, source, targets } = transition;
  const { taken, selected, coverage, found } = drawing;
  const status = coverage?.[id];
  const isAdjacent = [source, ...targets].some((end) => end === selected);
  return (
    <g
      className={classes(
        'chart-transition',
        status && `is-${status}`,
        taken === id && 'is-taken',
        selected === id && 'is-selected',
        isAdjacent && 'is-adjacent',
        found?.includes(id) && 'is-found',
      )}
      data-transition={id}
    >
      <path className="chart-hit-area" d={line} />
      <path className="chart-arrow-line" d={line} />
      <path className="chart-arrow-head" d={headPath(arrow.points)} />
      <ArrowLabel arrow={arrow} transition={transition} drawing={drawing} />
    </g>
  );
}

function InitialArrow({ arrow, line }: { arrow: Arrow; line: string }) {
  return (
    <g className="chart-initial">
      <path className="chart-arrow-line" d={line} />
      <path className="chart-arrow-head" d={headPath(arrow.points)} />
    </g>
  );
}

const depthOf = (states: ReadonlyMap<string, ChartState>, { parent }: ChartState): number => {
  const above = parent === null ? undefined : states.get(parent);
  return above ? 1 + depthOf(states, above) : 0;
};

const byId = <Item extends { id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

/** Whether an arrow is drawn last, over the others: that of the taken or selected transition. */
const isDrawnLast = (arrow: Arrow, { taken, selected }: DrawingProps) =>
  arrow.edgeId === taken || arrow.edgeId === selected;

/** Compares two lists or records by their entries, because each render creates new ones. */
function isSame(one: object | undefined, other: object | undefined): boolean {
  if (!one || !other) return one === other;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(other, key)))
  );
}

const isSameDrawing = (before: DrawingProps, after: DrawingProps): boolean =>
  before.model === after.model &&
  before.layout === after.layout &&
  before.details === after.details &&
  before.taken === after.taken &&
  before.selected === after.selected &&
  isSame(before.active, after.active) &&
  isSame(before.folded, after.folded) &&
  isSame(before.found, after.found) &&
  isSame(before.coverage, after.coverage);

/** The drawing of a chart at scale 1, to be put into an SVG element. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { model, layout } = props;
  const states = byId(model.states);
  const transitions = byId(model.transitions);
  const drawn = model.states.flatMap((state) => {
    const box = layout.states[state.id];
    return box ? [{ state, box, depth: depthOf(states, state) }] : [];
  });
  const arrows = [...layout.arrows].sort(
    (one, other) => Number(isDrawnLast(one, props)) - Number(isDrawnLast(other, props)),
  );
  return (
    <g className="chart-drawing">
      <Patterns of={model.id} />
      {drawn.map(({ state, box, depth }) => (
        <StateBox key={state.id} state={state} box={box} depth={depth} drawing={props} />
      ))}
      {Object.entries(layout.dots).map(([id, box]) => (
        <circle
          key={id}
          className="chart-dot"
          cx={box.x + box.width / 2}
          cy={box.y + box.height / 2}
          r={box.width / 2}
        />
      ))}
      {arrows.map((arrow) => {
        const transition = transitions.get(arrow.edgeId);
        const line = linePath(arrow.points);
        const key = `${arrow.edgeId} ${line}`;
        return transition ? (
          <TransitionArrow key={key} arrow={arrow} line={line} transition={transition} drawing={props} />
        ) : (
          <InitialArrow key={key} arrow={arrow} line={line} />
        );
      })}
      {drawn.map(({ state, box, depth }) => (
        <StateHead key={state.id} state={state} box={box} depth={depth} drawing={props} />
      ))}
    </g>
  );
}, isSameDrawing);
