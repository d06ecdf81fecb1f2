import type { Box } from '../../../machines/chartViewport/chartViewport.types.ts';
import type { ChartState } from '../../../machines/paths/chart.ts';
import {
  childrenOf,
  INSET,
  ROW_HEIGHT,
  ROW_SIZE,
  rowsOf,
  TAG_SIZE,
  TITLE_HEIGHT,
  TITLE_SIZE,
  tagWidth,
  titleWidth,
} from './content.ts';
import type { DrawingProps } from './Drawing.tsx';
import { AnswerSigns, bandFill, MarkSign } from './Marks.tsx';
import { widthOf } from './widths.ts';

const RADIUS = 8;

type StateProps = { state: ChartState; box: Box; depth: number; drawing: DrawingProps };

function classOf({ id, type, parent }: ChartState, depth: number, props: DrawingProps): string {
  const { model, active, selected, marks, found } = props;
  const isRegion = model.states.some((other) => other.id === parent && other.type === 'parallel');
  const mark = marks?.[id];
  return [
    'chart-state',
    `is-${type}`,
    isRegion ? 'is-region' : '',
    depth % 2 === 0 ? 'is-even' : '',
    active.includes(id) ? 'is-active' : '',
    selected === id ? 'is-selected' : '',
    mark ? `is-${mark}` : '',
    found?.includes(id) ? 'is-found' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The box of a state: double where it is final, dashed where it is parallel or one of the regions. */
export function StateBox({ state, box, depth, drawing }: StateProps) {
  const { x, y, width, height } = box;
  const mark = drawing.marks?.[state.id];
  if (state.type === 'history')
    return (
      <g className={classOf(state, depth, drawing)} data-state={state.id}>
        <circle className="chart-box" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
      </g>
    );
  return (
    <g className={classOf(state, depth, drawing)} data-state={state.id}>
      <title>{state.description ?? state.key}</title>
      <rect
        className="chart-ring"
        x={x - 4}
        y={y - 4}
        width={width + 8}
        height={height + 8}
        rx={RADIUS + 4}
      />
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
      {mark && (
        <rect
          className="chart-band"
          x={x + 2}
          y={y + RADIUS}
          width={5}
          height={height - 2 * RADIUS}
          fill={bandFill(drawing.model.id, mark)}
        />
      )}
    </g>
  );
}

/** The ground that a text in an open state stands on: lines that pass under it leave room. */
const groundOf = (depth: number, isOpen: boolean) => {
  if (!isOpen) return '';
  return depth % 2 === 0 ? 'on-wash' : 'on-paper';
};

function FoldSign({ state, box, isFolded }: { state: ChartState; box: Box; isFolded: boolean }) {
  const [x, y] = [box.x + box.width - 20, box.y + 16];
  return (
    <g className="chart-fold" data-fold={state.id}>
      <title>{isFolded ? `Unfold ${state.key}` : `Fold ${state.key}`}</title>
      <circle cx={x} cy={y} r={11} />
      <path d={isFolded ? `M${x - 3} ${y - 5}l5 5l-5 5` : `M${x - 5} ${y - 3}l5 5l5 -5`} />
    </g>
  );
}

function Tags({ tags, x, y }: { tags: readonly string[]; x: number; y: number }) {
  const places = tags.map((_, index) =>
    tags.slice(0, index).reduce((place, tag) => place + tagWidth(tag) + 6, x),
  );
  return tags.map((tag, index) => (
    <g key={tag} className="chart-tag">
      <rect x={places[index]} y={y} width={tagWidth(tag)} height={17} rx={8.5} />
      <text x={(places[index] ?? x) + 6} y={y + 12.5} fontSize={TAG_SIZE}>
        {tag}
      </text>
    </g>
  ));
}

/** What is written in a state: its name, its tags, and the lines under them. */
export function StateHead({ state, box, depth, drawing }: StateProps) {
  const { model, folded, details, active, marks, selected, taken } = drawing;
  const { x, y } = box;
  const isFolded = folded.includes(state.id);
  const isCompound = childrenOf(model, state.id).length > 0;
  const mark = marks?.[state.id];
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
  const ground = groundOf(depth, isCompound && !isFolded);
  return (
    <g className="chart-words" data-state={state.id}>
      {active.includes(state.id) && <circle className="chart-here" cx={x} cy={y + 18} r={6} />}
      {mark && <MarkSign mark={mark} x={x + 1} y={y} />}
      <text className={`chart-title ${ground}`} x={left} y={y + 21} fontSize={TITLE_SIZE}>
        {state.key}
      </text>
      <Tags tags={state.tags} x={left + titleWidth(state) + 6} y={y + 8} />
      {rowsOf(model, state, isFolded, details).map(({ text, transition }, index) => {
        const top = y + TITLE_HEIGHT + 12 + index * ROW_HEIGHT;
        if (transition === undefined)
          return (
            <text key={text} className={`chart-row ${ground}`} x={left} y={top} fontSize={ROW_SIZE}>
              {text}
            </text>
          );
        const sign = marks?.[transition];
        const guarded = model.transitions.find(({ id }) => id === transition);
        const names = [
          'chart-row',
          'chart-transition',
          sign && `is-${sign}`,
          taken === transition && 'is-taken',
          selected === transition && 'is-selected',
          drawing.found?.includes(transition) && 'is-found',
        ];
        return (
          <g key={transition} className={names.filter(Boolean).join(' ')} data-transition={transition}>
            {sign && <MarkSign mark={sign} x={x} y={top - 4} />}
            <text className={ground} x={left} y={top} fontSize={ROW_SIZE}>
              {text}
            </text>
            {guarded && (
              <AnswerSigns
                transition={guarded}
                marks={marks}
                x={left + widthOf(text, ROW_SIZE) + 2}
                y={top - 10}
              />
            )}
          </g>
        );
      })}
      {isCompound && state.parent !== null && <FoldSign state={state} box={box} isFolded={isFolded} />}
    </g>
  );
}
