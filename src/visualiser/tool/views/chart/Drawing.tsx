import { memo } from 'react';
import { transitionLabel } from '../../../../../machines/paths/index.ts';
import type { ChartState, ItemStatus } from '../../model/chart/types.ts';
import { classes } from '../../parts/classes.ts';
import { headPath, linePath } from './arrowPaths.ts';
import { CoverageSign, GUARD_RESULTS_WIDTH, GuardResultSigns, Patterns } from './CoverageSigns.tsx';
import { LABEL_HEIGHT, LABEL_INSET, type LabelLine, linesOf, TEXT_SIZE } from './content.ts';
import type { DrawingProps } from './drawing.types.ts';
import type { Arrow, Box } from './layout.types.ts';
import { StateBox, StateHead } from './State.tsx';

/** Whether marked parts are uncovered rather than covered, and changed rather than the same. */
const RANK: readonly ItemStatus[] = ['uncovered', 'removed', 'added', 'altered', 'covered'];

const statusOf = (ids: readonly string[], { coverage }: DrawingProps): ItemStatus | undefined =>
  RANK.find((status) => ids.some((id) => coverage?.[id] === status));

/** The transition that a press selects on an arrow or label of several: the next one each time. */
const pressedOf = (ids: readonly string[], { selected, taken }: DrawingProps): string | undefined => {
  const at = ids.indexOf(selected ?? '');
  return at < 0 ? (ids.find((id) => id === taken) ?? ids[0]) : ids[(at + 1) % ids.length];
};

const includes = (ids: readonly string[], id: string | undefined) => id !== undefined && ids.includes(id);

type LineProps = { line: LabelLine; label: Box; y: number; drawing: DrawingProps };

/** A line of a label, which is pressed to select its transition; the next one where it stands for several. */
function LabelText({ line, label, y, drawing }: LineProps) {
  const { x, width } = label;
  const { text, transitions, isFirst } = line;
  const { model, selected, taken, coverage } = drawing;
  const status = statusOf(transitions, drawing);
  const guarded = model.transitions.find(({ id, guard }) => transitions[0] === id && text === `[${guard}]`);
  return (
    <g
      className={classes(
        'chart-label-line',
        !isFirst && 'chart-label-more',
        status && `is-${status}`,
        includes(transitions, taken) && 'is-taken',
        includes(transitions, selected) && 'is-selected',
      )}
      data-transition={pressedOf(transitions, drawing)}
    >
      <rect x={x} y={y} width={width} height={LABEL_HEIGHT} />
      <text x={x + LABEL_INSET} y={y + 12} fontSize={TEXT_SIZE}>
        {text}
      </text>
      {status && isFirst && <CoverageSign status={status} x={x - 5} y={y + 7} />}
      {guarded && (
        <GuardResultSigns
          transition={guarded}
          coverage={coverage}
          x={label.x + label.width - GUARD_RESULTS_WIDTH}
          y={label.y - 11}
        />
      )}
    </g>
  );
}

function ArrowLabel({ arrow, label, drawing }: { arrow: Arrow; label: Box; drawing: DrawingProps }) {
  const { x, y, width, height } = label;
  return (
    <g className="chart-label-box">
      <rect className="chart-label" x={x} y={y} width={width} height={height} rx={4} />
      {linesOf(drawing.model, arrow, drawing.layout.hasActions).map((line, index) => (
        <LabelText
          key={`${line.transitions.join()} ${line.text}`}
          line={line}
          label={label}
          y={y + 3 + index * LABEL_HEIGHT}
          drawing={drawing}
        />
      ))}
    </g>
  );
}

/** Whether an arrow stands for a possible next step: a transition from an active state. */
const isNext = ({ transitions }: Arrow, { model, active }: DrawingProps): boolean =>
  model.transitions.some(({ id, source }) => transitions.includes(id) && active.includes(source));

/** Whether an arrow stands for a transition from or to the state, or for the transition, that is lit. */
const isLit = ({ source, target, transitions }: Arrow, { model, lit }: DrawingProps): boolean =>
  source === lit ||
  target === lit ||
  model.transitions.some(
    ({ id, source: from, targets }) =>
      transitions.includes(id) && (id === lit || from === lit || targets.some((to) => to === lit)),
  );

/** The ids of the states that are dimmed, because they do not touch the item under the pointer or the focus. */
function dimmedStates(props: DrawingProps): string[] {
  const { model, layout, lit } = props;
  if (!lit) return [];
  const near = layout.arrows
    .filter((arrow) => isLit(arrow, props))
    .flatMap(({ source, target }) => [source, target]);
  const isNear = (id: string) => [lit, ...near].some((each) => isInside(id, each) || isInside(each, id));
  return model.states.map(({ id }) => id).filter((id) => !isNear(id));
}

const isInside = (id: string, around: string) => id === around || id.startsWith(`${around}.`);

function TransitionArrow({ arrow, line, drawing }: { arrow: Arrow; line: string; drawing: DrawingProps }) {
  const { source, target, transitions: ids, label } = arrow;
  const { model, taken, selected } = drawing;
  const status = statusOf(ids, drawing);
  const own = model.transitions.filter(({ id }) => ids.includes(id));
  return (
    <g
      className={classes(
        'chart-transition',
        status && `is-${status}`,
        includes(ids, taken) && 'is-taken',
        includes(ids, selected) && 'is-selected',
        (source === selected || target === selected) && 'is-adjacent',
        isNext(arrow, drawing) && 'is-next',
        Boolean(drawing.lit) && isLit(arrow, drawing) && 'is-lit',
        Boolean(drawing.lit) && !isLit(arrow, drawing) && !includes(ids, taken) && 'is-dimmed',
      )}
      data-arrow={arrow.id}
      data-transition={pressedOf(ids, drawing)}
    >
      <title>{own.map(transitionLabel).join('\n')}</title>
      <path className="chart-hit-area" d={line} />
      <path className="chart-arrow-line" d={line} />
      <path className="chart-arrow-head" d={headPath(arrow.points)} />
      {label && <ArrowLabel arrow={arrow} label={label} drawing={drawing} />}
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
const isDrawnLast = ({ transitions }: Arrow, { taken, selected }: DrawingProps) =>
  includes(transitions, taken) || includes(transitions, selected);

/** Compares two values, lists and records by their entries, because each render creates new ones. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(other, key)))
  );
}

const isSameDrawing = (before: DrawingProps, after: DrawingProps): boolean =>
  Object.entries(after).every(([key, value]) => isSame(Reflect.get(before, key), value));

/** The drawing of a chart at scale 1, to be put into an SVG element. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { model, layout, active } = props;
  const states = byId(model.states);
  const dimmed = dimmedStates(props);
  const drawn = model.states.flatMap((state) => {
    const box = layout.states[state.id];
    const isDimmed = dimmed.includes(state.id);
    return box ? [{ state, box, depth: depthOf(states, state), isDimmed, drawing: props }] : [];
  });
  const arrows = [...layout.arrows].sort(
    (one, other) => Number(isDrawnLast(one, props)) - Number(isDrawnLast(other, props)),
  );
  const drawHead = (each: (typeof drawn)[number]) => <StateHead key={each.state.id} {...each} />;
  const drawArrow = (arrow: Arrow) => {
    const line = linePath(arrow.points);
    return arrow.transitions.length > 0 ? (
      <TransitionArrow key={arrow.id} arrow={arrow} line={line} drawing={props} />
    ) : (
      <InitialArrow key={arrow.id} arrow={arrow} line={line} />
    );
  };
  return (
    <g className="chart-drawing">
      <Patterns of={model.id} />
      {drawn.map((each) => (
        <StateBox key={each.state.id} {...each} />
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
      {arrows.filter((arrow) => !isNext(arrow, props)).map(drawArrow)}
      {drawn.filter(({ state }) => !active.includes(state.id)).map(drawHead)}
      {arrows.filter((arrow) => isNext(arrow, props)).map(drawArrow)}
      {drawn.filter(({ state }) => active.includes(state.id)).map(drawHead)}
    </g>
  );
}, isSameDrawing);
