import { type KeyboardEvent, type PointerEvent, useDeferredValue, useMemo } from 'react';
import type { ChartModel } from '../../../../machines/paths/index.ts';
import type {
  ChartViewportEvent,
  Pressed,
} from '../../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { closestDataAttribute, pointRelativeTo, usePanZoom } from '../../../browser/panZoom.ts';
import { useOnChange } from '../../../browser/useOnChange.ts';
import { useFlow } from '../../../flows/useFlow.ts';
import { Drawing } from './Drawing.tsx';
import { Minimap } from './Minimap.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { ChartProps } from './types.ts';
import { chartViewport } from './viewport.ts';
import './chart.css';

const STEP = 60;
const ZOOM = 1.25;

const panKeys: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

const keys: Record<string, ChartViewportEvent> = {
  '+': { type: 'zoomed', by: ZOOM },
  '=': { type: 'zoomed', by: ZOOM },
  '-': { type: 'zoomed', by: 1 / ZOOM },
  '0': { type: 'fitRequested' },
};

/** Returns the element of the chart on which a pointer was pressed in the viewport, which has a flow around it. */
function pressedOn(target: EventTarget, viewport: Element): Pressed {
  for (const kind of ['fold', 'transition', 'state'] as const) {
    const id = closestDataAttribute(target, viewport, kind);
    if (id !== null) return { kind, id };
  }
  return null;
}

/** Returns the id of the innermost initial state of a machine, along its first initial arrows. */
function initialStateOf(
  { id, initialArrows: initials }: Pick<ChartModel, 'id' | 'initialArrows'>,
  of = id,
): string {
  const initial = initials.find((each) => each.source === of);
  return initial ? initialStateOf({ id, initialArrows: initials }, initial.target) : of;
}

/** The drawn chart of a machine with its toolbar. The selection and the folded states belong to the caller. */
export function Chart(props: ChartProps) {
  // The key gives each machine its own viewport.
  return <Viewport key={props.model.id} {...props} />;
}

/** Returns the event handlers that translate keys and pointers into events of the viewport. */
const surfaceHandlers = (send: (event: ChartViewportEvent) => void) => ({
  onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = panKeys[event.key];
    const known = by ? ({ type: 'panned', by } as const) : keys[event.key];
    if (!known) return;
    event.preventDefault();
    send(known);
  },
  onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = pointRelativeTo(event.currentTarget, event);
    send({
      type: 'pointerPressed',
      pointer: event.pointerId,
      at,
      on: pressedOn(event.target, event.currentTarget),
    });
  },
  onPointerMove(event: PointerEvent<HTMLDivElement>) {
    send({ type: 'pointerMoved', pointer: event.pointerId, at: pointRelativeTo(event.currentTarget, event) });
  },
  onPointerUp({ pointerId }: PointerEvent<HTMLDivElement>) {
    send({ type: 'pointerReleased', pointer: pointerId });
  },
  onPointerCancel({ pointerId }: PointerEvent<HTMLDivElement>) {
    send({ type: 'pointerLost', pointer: pointerId });
  },
});

function Viewport(props: ChartProps) {
  const { model, active, taken, selected, folded, coverage, details, drawnRef, onSelect, onFold } = props;
  const innermost = model.states.findLast(({ id }) => active.includes(id))?.id ?? null;
  const flow = useMemo(() => chartViewport({ onSelect, onFold }), [onSelect, onFold]);
  const { snapshot, send, rootProps } = useFlow(flow, {
    model,
    folded,
    details,
    start: initialStateOf(model),
    link: selected ?? null,
    active: innermost,
  });
  useOnChange(innermost, (state) => send({ type: 'activeChanged', active: state }));
  useOnChange(JSON.stringify([folded, details]), () => send({ type: 'chartChanged', folded, details }));
  const viewportRef = usePanZoom<HTMLDivElement>({
    onResize: (size) => send({ type: 'resized', size }),
    onWheel: ({ by, at, isZoom }) =>
      send(isZoom ? { type: 'zoomed', by: 1.002 ** by.y, around: at } : { type: 'panned', by }),
  });
  const { drawn, view, size, matches, isFollowing } = snapshot.context;
  // The chart is on the screen before its small copy is rendered.
  const mapped = useDeferredValue(drawn, null);
  const settledSize = useDeferredValue(size);
  const isSettled = mapped === drawn && settledSize === size;
  useOnChange(
    drawn && JSON.stringify([drawn.layout.arrangement, drawn.folded, drawn.details, matches]),
    () => {
      if (drawnRef) drawnRef.current = drawn && { ...drawn, found: matches };
    },
  );
  const isPlaced = snapshot.matches({ view: 'placed' });
  const classes = [
    'chart-viewport',
    snapshot.matches({ gesture: 'dragging' }) && 'is-dragging',
    // A new layout, or a viewport of another size, is in place at once.
    isFollowing && isSettled && 'is-smooth',
  ];
  return (
    <div className="chart" {...rootProps}>
      <Toolbar snapshot={snapshot} send={send} />
      <div
        ref={viewportRef}
        className={classes.filter(Boolean).join(' ')}
        role="application"
        aria-label={`Chart of ${model.id}. Arrow keys move it, plus and minus zoom, 0 fits it.`}
        {...surfaceHandlers(send)}
      >
        {drawn && isPlaced && (
          <svg role="img" aria-label={`Chart of ${model.id}; the outline says the same in text`}>
            <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <Drawing
                {...drawn}
                active={active}
                taken={taken}
                selected={selected}
                coverage={coverage}
                found={matches}
              />
            </g>
          </svg>
        )}
        {mapped && isPlaced && (
          <Minimap
            drawn={mapped}
            view={view}
            size={size}
            active={innermost}
            onMove={(by) => send({ type: 'panned', by })}
          />
        )}
        {snapshot.matches({ chart: 'failed' }) && (
          <p className="chart-failure" role="alert">
            The chart could not be laid out. The outline says the same in text.{' '}
            <button type="button" onClick={() => send({ type: 'retried' })}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
