import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

type Point = { x: number; y: number };

/** Pixels of a line, for wheels that report lines. */
const LINE_HEIGHT_PX = 16;

/** Returns the position of a pointer, in pixels from the upper left corner of an element. */
export function pointRelativeTo(
  element: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Returns the value of a data attribute of the closest element in a container that has it; null where none has. */
export function closestDataAttribute(
  target: EventTarget,
  container: Element,
  attribute: string,
): string | null {
  const closest = target instanceof Element ? target.closest(`[data-${attribute}]`) : null;
  return container.contains(closest) ? (closest?.getAttribute(`data-${attribute}`) ?? null) : null;
}

type Wheel = { by: Point; at: Point; isZoom: boolean };

/** Returns the movement of a wheel in pixels. With Control or Meta, as in a pinch on a touchpad, the wheel zooms. */
function wheelMovement(element: Element, event: WheelEvent): Wheel {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT_PX : 1;
  const isSideways = event.shiftKey && event.deltaX === 0;
  const by = isSideways ? { x: event.deltaY, y: 0 } : { x: event.deltaX, y: event.deltaY };
  return {
    by: { x: -by.x * unit, y: -by.y * unit },
    at: pointRelativeTo(element, event),
    isZoom: event.ctrlKey || event.metaKey,
  };
}

/**
 * Returns a ref to a focusable element that is panned and zoomed. Calls `onResize` with its size in pixels whenever
 * that changes, and `onWheel` in place of scrolling the page.
 */
export function usePanZoom<Target extends HTMLElement>({
  onResize,
  onWheel,
}: {
  onResize: (size: { width: number; height: number }) => void;
  onWheel: (wheel: Wheel) => void;
}): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const reportSize = useEffectEvent(onResize);
  const reportWheel = useEffectEvent(onWheel);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    element.tabIndex = 0;
    let last = '';
    const report = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      if (JSON.stringify(size) === last) return;
      last = JSON.stringify(size);
      reportSize(size);
    };
    // The observer reports the first size a frame later.
    report();
    const observer = new ResizeObserver(report);
    observer.observe(element);
    const onWheelEvent = (event: WheelEvent) => {
      event.preventDefault();
      reportWheel(wheelMovement(element, event));
    };
    // React's listener is passive and cannot prevent the page from scrolling.
    element.addEventListener('wheel', onWheelEvent, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheelEvent);
    };
  }, []);
  return target;
}
