import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

type Point = { x: number; y: number };

/** Pixels of a line, for wheels that count lines. */
const LINE_HEIGHT_PX = 16;

/** Where a pointer is, in pixels from the corner of an element. */
export function pointRelativeTo(
  element: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** The nearest element around a target that has a data attribute, and the attribute's value. */
export function closestDataAttribute(target: EventTarget, attribute: string): string | null {
  return target instanceof Element
    ? (target.closest(`[data-${attribute}]`)?.getAttribute(`data-${attribute}`) ?? null)
    : null;
}

/**
 * A surface that is panned and zoomed: it can be focused, and tells its size whenever that changes, and the wheel,
 * which then does not scroll the page. With Control, and for a pinch on a touchpad, the wheel zooms.
 */
export function usePanZoomSurface<Target extends HTMLElement>({
  onResize,
  onWheel,
}: {
  onResize: (size: { width: number; height: number }) => void;
  onWheel: (wheel: { by: Point; at: Point; isZoom: boolean }) => void;
}): RefObject<Target | null> {
  const surface = useRef<Target>(null);
  const resizeNow = useEffectEvent(onResize);
  const wheelNow = useEffectEvent(onWheel);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    element.tabIndex = 0;
    const observer = new ResizeObserver(() =>
      resizeNow({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    const onWheelEvent = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT_PX : 1;
      const isSideways = event.shiftKey && event.deltaX === 0;
      const by = isSideways ? { x: event.deltaY, y: 0 } : { x: event.deltaX, y: event.deltaY };
      wheelNow({
        by: { x: -by.x * unit, y: -by.y * unit },
        at: pointRelativeTo(element, event),
        isZoom: event.ctrlKey || event.metaKey,
      });
    };
    // React listens passively, and could not keep the page from scrolling.
    element.addEventListener('wheel', onWheelEvent, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheelEvent);
    };
  }, []);
  return surface;
}
