import type { ChartState } from '../../model/chart/types.ts';
import { classes } from '../../parts/classes.ts';
import { bandFill, CoverageSign, GuardResultSigns } from './CoverageSigns.tsx';
import {
  childrenOf,
  INSET,
  ROW_HEIGHT,
  type Row,
  rowsOf,
  TEXT_SIZE,
  TITLE_HEIGHT,
  TITLE_SIZE,
  tagWidth,
  titleWidth,
} from './content.ts';
import type { DrawingProps } from './drawing.types.ts';
import type { Box } from './layout.types.ts';
import { textWidth } from './textWidths.ts';

const RADIUS = 8;

type StateProps = {
  state: ChartState;
  box: Box;
  depth: number;
  isDimmed: boolean;
  drawing: DrawingProps;
};

function classOf({ state: { id, type, parent }, depth, isDimmed, drawing: props }: StateProps): string {
  const { model, active, selected, coverage } = props;
  const isRegion = model.states.some((other) => other.id === parent && other.type === 'parallel');
  const status = coverage?.[id];
  return classes(
    'chart-state',
    `is-${type}`,
    isRegion && 'is-region',
    depth % 2 === 0 && 'is-even',
    active.includes(id) && 'is-active',
    isDimmed && 'is-dimmed',
    selected === id && 'is-selected',
    status && `is-${status}`,
  );
}

/** The box of a state: double where it is final, dashed where it is parallel or one of the regions. */
export function StateBox(props: StateProps) {
  const { state, box, drawing } = props;
  const { x, y, width, height } = box;
  const { coverage, selected, model } = drawing;
  const status = coverage?.[state.id];
  if (state.type === 'history')
    return (
      <g className={classOf(props)} data-state={state.id}>
        <circle className="chart-box" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
      </g>
    );
  return (
    <g className={classOf(props)} data-state={state.id}>
      <title>{state.description ?? state.key}</title>
      {selected === state.id && (
        <rect
          className="chart-highlight"
          x={x - 4}
          y={y - 4}
          width={width + 8}
          height={height + 8}
          rx={RADIUS + 4}
        />
      )}
      <rect className="chart-box" x={x} y={y} width={width} height={height} rx={RADIUS} />
      {state.type === 'final' && (
        <rect
          className="chart-inner-box"
          x={x + 3.5}
          y={y + 3.5}
          width={width - 7}
          height={height - 7}
          rx={RADIUS - 3}
        />
      )}
      {status && (
        <rect
          x={x + 2}
          y={y + RADIUS}
          width={5}
          height={height - 2 * RADIUS}
          fill={bandFill(model.id, status)}
        />
      )}
    </g>
  );
}

/** The class that gives a text in an open state a background, which interrupts the lines behind it. */
const backgroundOf = (depth: number, isOpen: boolean) => {
  if (!isOpen) return '';
  return depth % 2 === 0 ? 'on-wash' : 'on-paper';
};

function FoldSign({ state, box, isFolded }: { state: ChartState; box: Box; isFolded: boolean }) {
  const [x, y] = [box.x + box.width - 20, box.y + 16];
  return (
    <g className="chart-fold" data-fold={state.id}>
      <title>{isFolded ? `Open ${state.key}` : `Fold ${state.key}`}</title>
      <circle cx={x} cy={y} r={11} />
      <path d={isFolded ? `M${x - 3} ${y - 5}l5 5l-5 5` : `M${x - 5} ${y - 3}l5 5l5 -5`} />
    </g>
  );
}

function Tags({ tags, x, y }: { tags: readonly string[]; x: number; y: number }) {
  return tags.map((tag, index) => {
    const left = tags.slice(0, index).reduce((end, before) => end + tagWidth(before) + 6, x);
    return (
      <g key={tag} className="chart-tag">
        <rect x={left} y={y} width={tagWidth(tag)} height={17} rx={8.5} />
        <text x={left + 6} y={y + 12.5} fontSize={TEXT_SIZE}>
          {tag}
        </text>
      </g>
    );
  });
}

type RowProps = { row: Row; background: string; x: number; y: number; drawing: DrawingProps };

function StateRow({ row: { text, transition: id }, background, x, y, drawing }: RowProps) {
  const { model, coverage, taken, selected } = drawing;
  const left = x + INSET;
  if (id === undefined)
    return (
      <text className={`chart-row ${background}`} x={left} y={y} fontSize={TEXT_SIZE}>
        {text}
      </text>
    );
  const status = coverage?.[id];
  const transition = model.transitions.find((known) => known.id === id);
  const names = classes(
    'chart-row',
    'chart-transition',
    status && `is-${status}`,
    taken === id && 'is-taken',
    selected === id && 'is-selected',
  );
  return (
    <g className={names} data-transition={id}>
      {status && <CoverageSign status={status} x={x} y={y - 4} />}
      <text className={background} x={left} y={y} fontSize={TEXT_SIZE}>
        {text}
      </text>
      {transition && (
        <GuardResultSigns
          transition={transition}
          coverage={coverage}
          x={left + textWidth(text, TEXT_SIZE) + 2}
          y={y - 10}
        />
      )}
    </g>
  );
}

/** The text of a state: its name, its tags, and the lines under them. */
export function StateHead({ state, box, depth, isDimmed, drawing }: StateProps) {
  const { model, layout, folded, fixed, active, coverage } = drawing;
  const { hasActions } = layout;
  const { x, y } = box;
  const isFolded = folded.includes(state.id);
  const isCompound = childrenOf(model, state.id).length > 0;
  const status = coverage?.[state.id];
  if (state.type === 'history')
    return (
      <text
        className="chart-history"
        data-state={state.id}
        x={x + box.width / 2}
        y={y + box.height / 2 + 5}
        fontSize={TITLE_SIZE}
      >
        {state.history === 'deep' ? 'H*' : 'H'}
      </text>
    );
  const left = x + INSET;
  const background = backgroundOf(depth, isCompound && !isFolded);
  return (
    <g
      className={classes('chart-state-text', status && `is-${status}`, isDimmed && 'is-dimmed')}
      data-state={state.id}
    >
      {active.includes(state.id) && <circle className="chart-active-dot" cx={x} cy={y + 18} r={6} />}
      {status && <CoverageSign status={status} x={x + 1} y={y} />}
      <text
        className={classes('chart-title', background, active.includes(state.id) && 'is-active')}
        x={left}
        y={y + 21}
        fontSize={TITLE_SIZE}
        style={{ '--room': (box.width - INSET) / titleWidth(state) }}
      >
        {state.key}
      </text>
      <Tags tags={state.tags} x={left + titleWidth(state) + 6} y={y + 8} />
      {rowsOf(model, state, isFolded, hasActions).map((row, index) => (
        <StateRow
          key={row.transition ?? row.text}
          row={row}
          background={background}
          x={x}
          drawing={drawing}
          y={y + TITLE_HEIGHT + 12 + index * ROW_HEIGHT}
        />
      ))}
      {isCompound && state.parent !== null && !fixed.includes(state.id) && (
        <FoldSign state={state} box={box} isFolded={isFolded} />
      )}
    </g>
  );
}
