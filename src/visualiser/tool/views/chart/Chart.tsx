import { type KeyboardEvent, Suspense, use, useDeferredValue } from 'react';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { ChartModel } from '../../../../../machines/paths/index.ts';
import { chartViewMachine } from '../../../../../machines/visualiser/chartView/chartView.machine.ts';
import { closestDataAttribute, usePanZoom } from '../../../../browser/panZoom.ts';
import { useOnChange } from '../../../../browser/useOnChange.ts';
import { useFlow } from '../../../../flows/useFlow.ts';
import { foldingOf } from '../../model/chart/folding.ts';
import type { ChartProps } from '../../model/chart/types.ts';
import { ErrorBoundary } from '../../parts/ErrorBoundary.tsx';
import { Drawing } from './Drawing.tsx';
import { forgetLayouts, layoutsOf } from './elk.ts';
import type { Point, Size } from './layout.types.ts';
import { remarksOf } from './outline.ts';
import { ChartBar } from './Toolbar.tsx';
import {
  fittedView,
  isInSight,
  type LaidOutChart,
  LEAST_SCALE,
  type PlacedLayout,
  placeOf,
  stateBeside,
  type View,
  viewOfPlace,
  zoomedView,
} from './view.ts';
import './chart.css';

const ZOOMS: Record<string, number> = { '+': 1.25, '=': 1.25, '-': 0.8 };

/**
 * The fold sign, transition or state of the chart at the target of an event. The viewport has a flow around it.
 */
function partAt(target: EventTarget, viewport: Element) {
  for (const kind of ['fold', 'transition', 'state'] as const) {
    const id = closestDataAttribute(target, viewport, kind);
    if (id !== null) return { kind, id };
  }
  return null;
}

/** The id of the innermost initial state of a machine, along its first initial arrows. */
function initialStateOf(
  { id, initialArrows: initials }: Pick<ChartModel, 'id' | 'initialArrows'>,
  of = id,
): string {
  const initial = initials.find((each) => each.source === of);
  return initial ? initialStateOf({ id, initialArrows: initials }, initial.target) : of;
}

/** The drawn chart of a machine with its toolbar. The selection and the opened states belong to the caller. */
export function Chart(props: ChartProps) {
  const place = props.selected ? { anchor: props.selected, at: { x: 0, y: 0 }, drawn: null } : null;
  const { snapshot, send, rootProps } = useFlow({ id: 'chartView', machine: chartViewMachine }, { place });
  return (
    <div className="chart" {...rootProps}>
      <ChartBar
        {...props}
        zoom={
          <>
            <button
              type="button"
              aria-pressed={snapshot.matches('fitted')}
              title="Shows the whole chart"
              onClick={() => send({ type: 'fitRequested' })}
            >
              Fit
            </button>
            <button
              type="button"
              aria-pressed={snapshot.matches('following')}
              title="Keeps the active state in sight"
              onClick={() => send({ type: 'followRequested' })}
            >
              Follow
            </button>
          </>
        }
      />
      <ErrorBoundary
        fallback={(_, retry) => (
          <p className="chart-failure" role="alert">
            The chart could not be laid out. The outline says the same in text.{' '}
            <button
              type="button"
              onClick={() => {
                forgetLayouts(props.model);
                retry();
              }}
            >
              Try again
            </button>
          </p>
        )}
      >
        <Suspense>
          <Viewport {...props} snapshot={snapshot} send={send} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

type Snapshot = SnapshotFrom<typeof chartViewMachine>;

/** The drawn layout and its view; null as long as the viewport has no size. */
function placedLayout(chart: LaidOutChart, snapshot: Snapshot, active: string): PlacedLayout | null {
  const { size, place } = snapshot.context;
  if (size.width === 0 || size.height === 0) return null;
  if (snapshot.matches('placed') && place) return viewOfPlace(chart, size, place);
  return fittedView(chart, size, snapshot.matches('fitted') ? null : active);
}

type ViewportProps = ChartProps & {
  snapshot: Snapshot;
  send: (event: EventFromLogic<typeof chartViewMachine>) => void;
};

function nameOf(props: ChartProps, id: string): string {
  const state = props.model.states.find((each) => each.id === id);
  return state ? [state.key, ...remarksOf(state, props)].join(', ') : id;
}

function Viewport({ snapshot, send, ...props }: ViewportProps) {
  const { active, taken, selected, opened, coverage, details, onSelect, onFold } = props;
  const { folded, fixed } = foldingOf(props);
  // The old drawing stays until the new one is laid out.
  const chart = use(
    useDeferredValue(layoutsOf({ model: props.model, folded, isExact: opened === 'all' }, details)),
  );
  const { model } = chart;
  // The first of parallel regions is the subject of the flow.
  const isInnermost = (id: string) =>
    active.includes(id) && !active.some((inside) => inside.startsWith(`${id}.`));
  const innermost = model.states.find(({ id }) => isInnermost(id))?.id ?? initialStateOf(model);
  const { size, lit } = snapshot.context;
  const placed = placedLayout(chart, snapshot, innermost);
  const scale = placed?.view.scale ?? 1;
  const move = (view: View, at?: Point) =>
    placed && send({ type: 'moved', place: placeOf({ ...placed, view }, size, at) });
  const viewportRef = usePanZoom<HTMLDivElement>({
    view: placed?.view,
    onResize: (next: Size) => send({ type: 'resized', size: next }),
    onMove: move,
  });
  useOnChange(selected, (id) => {
    if (id === undefined || !placed) return;
    const isDrawn =
      id in placed.layout.states || placed.layout.arrows.some((each) => each.transitions.includes(id));
    if (isDrawn && isInSight(model, placed, size, id)) return;
    send({ type: 'moved', place: { ...placeOf(placed, size), anchor: id, at: { x: 0, y: 0 } } });
  });
  const fold = (id: string) => {
    // The state that is opened or folded stays where it is.
    if (placed && snapshot.matches('placed'))
      send({ type: 'moved', place: placeOf(placed, size, { model, anchor: id }) });
    onFold(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !placed) return;
    const { key } = event;
    const zoom = ZOOMS[key];
    const beside = stateBeside(chart, placed.layout, selected ?? innermost, key);
    const isPressed = (key === 'Enter' || key === ' ') && selected !== undefined;
    if (zoom !== undefined) move(zoomedView(placed.view, zoom, size));
    else if (beside !== undefined) {
      onSelect(beside);
      send({ type: 'lit', id: beside });
    } else if (isPressed && (folded.includes(selected) || !fixed.includes(selected))) fold(selected);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={viewportRef}
      className="chart-viewport"
      role="application"
      aria-label={`Chart of ${model.id}. Arrow keys go from state to state, Enter opens one, plus and minus zoom, 0 fits it.`}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => {
        const part = partAt(target, currentTarget);
        if (part?.kind === 'fold') fold(part.id);
        else if (part) onSelect(part.id);
      }}
      onPointerOver={({ target, currentTarget, pointerType }) => {
        const id = partAt(target, currentTarget)?.id ?? null;
        if (pointerType !== 'touch' && id !== lit) send({ type: 'lit', id: id === model.id ? null : id });
      }}
      onPointerLeave={() => send({ type: 'lit', id: null })}
      onBlur={() => send({ type: 'lit', id: null })}
    >
      {placed && (
        <svg
          role="img"
          aria-label={`Chart of ${model.id}; the outline says the same in text`}
          className={scale < LEAST_SCALE.labels ? 'is-far' : undefined}
          style={{
            '--label-zoom': Math.max(1, LEAST_SCALE.labels / scale),
            '--name-zoom': Math.max(1, LEAST_SCALE.names / scale),
          }}
        >
          <g transform={`translate(${placed.view.x} ${placed.view.y}) scale(${placed.view.scale})`}>
            <Drawing
              model={model}
              layout={placed.layout}
              folded={chart.folded}
              fixed={fixed}
              active={active}
              taken={taken}
              selected={selected}
              coverage={coverage}
              lit={lit}
            />
          </g>
        </svg>
      )}
      <p className="visually-hidden" aria-live="polite">
        {selected !== undefined && nameOf(props, selected)}
      </p>
    </div>
  );
}
