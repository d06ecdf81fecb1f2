import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Point = { x: number; y: number };

type View = Point & { scale: number };

/** Pixels of a line, for wheels that report lines. */
const LINE_HEIGHT_PX = 16;

/** The least and the greatest scale. */
export const SCALES: [number, number] = [0.15, 3];

/** How much a pixel of a wheel zooms, as an exponent of 2. */
const WHEEL_ZOOM = 0.003;

/** The farthest that a pointer moves between press and release of a click, in pixels. */
const CLICK_DISTANCE_PX = 5;

/** The value of a data attribute of the closest element in a container that has it; null where none has. */
export function closestDataAttribute(
  target: EventTarget,
  container: Element,
  attribute: string,
): string | null {
  const closest = target instanceof Element ? target.closest(`[data-${attribute}]`) : null;
  return container.contains(closest) ? (closest?.getAttribute(`data-${attribute}`) ?? null) : null;
}

/** The position of a pointer in an element; undefined for an event without a pointer. */
function pointerIn(element: Element, event: unknown): Point | undefined {
  if (!(event instanceof MouseEvent)) return undefined;
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const pixelsOf = ({ deltaMode }: WheelEvent, delta: number) =>
  delta * (deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT_PX : 1);

/** In pixels. */
function wheelMovement(event: WheelEvent): Point {
  const isSideways = event.shiftKey && event.deltaX === 0;
  const by = isSideways ? { x: event.deltaY, y: 0 } : { x: event.deltaX, y: event.deltaY };
  return { x: -pixelsOf(event, by.x), y: -pixelsOf(event, by.y) };
}

/** With Control or Meta, as in a pinch on a touchpad, the wheel zooms. */
const isZoom = (event: WheelEvent) => event.ctrlKey || event.metaKey;

/**
 * A ref to a focusable element that shows something at `view` and can be panned and zoomed. Calls `onResize` with
 * the size of the element in pixels whenever that changes, and `onMove` with the new view of a gesture and the
 * position of its pointer.
 */
export function usePanZoom<Target extends HTMLElement>({
  view,
  onResize,
  onMove,
}: {
  view: View | undefined;
  onResize: (size: { width: number; height: number }) => void;
  onMove: (view: View, at?: Point) => void;
}): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const reportSize = useEffectEvent(onResize);
  const reportMove = useEffectEvent(onMove);
  useLayoutEffect(() => {
    if (target.current && view)
      select(target.current).property('__zoom', zoomIdentity.translate(view.x, view.y).scale(view.scale));
  }, [view]);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    element.tabIndex = 0;
    const report = () => reportSize({ width: element.clientWidth, height: element.clientHeight });
    // The observer reports the first size a frame later.
    report();
    const observer = new ResizeObserver(report);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const behaviour = zoom<Target, unknown>()
      .filter((event) => (event instanceof WheelEvent ? isZoom(event) : !event.button))
      .wheelDelta((event) => -pixelsOf(event, event.deltaY) * WHEEL_ZOOM)
      .scaleExtent(SCALES)
      .clickDistance(CLICK_DISTANCE_PX)
      .duration(0)
      .on('zoom', ({ transform: { x, y, k }, sourceEvent }: D3ZoomEvent<Target, unknown>) => {
        reportMove({ x, y, scale: k }, pointerIn(element, sourceEvent));
      });
    const selection = select<Target, unknown>(element).call(behaviour);
    selection.on('wheel.pan', (event) => {
      if (!(event instanceof WheelEvent) || isZoom(event)) return;
      event.preventDefault();
      const { x, y } = wheelMovement(event);
      const { k: scale } = zoomTransform(element);
      behaviour.translateBy(selection, x / scale, y / scale);
    });
    return () => {
      selection.on('.zoom', null).on('.pan', null);
    };
  }, []);
  return target;
}
