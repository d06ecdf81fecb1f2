import { cleanup, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closestDataAttribute,
  pointRelativeTo,
  usePanZoomSurface,
} from '../../src/browser/panZoomSurface.ts';
import { element, show } from './page.ts';

/** A surface that is panned and zoomed: its size, and what a wheel does on it. */

const [onResize, onWheel, observe, disconnect] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
let resize = () => {};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const mock of [onResize, onWheel, observe, disconnect] as const) mock.mockReset();
  document.body.replaceChildren();
});

test('a point is one of the element, whatever was scrolled', () => {
  show('<div id="box"></div>');
  vi.spyOn(element('box'), 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 70, 200, 100));
  expect(pointRelativeTo(element('box'), { clientX: 100, clientY: 90 })).toEqual({ x: 70, y: 20 });
});

test('a data attribute is that of the closest element in a container that has it', () => {
  show('<div id="outer" data-state="a"><p id="inner" data-event="b"><b id="text"></b></p></div>');
  const at = (id: string, container = 'outer') =>
    ['state', 'event', 'none'].map((name) => closestDataAttribute(element(id), element(container), name));
  expect([at('text'), at('inner'), at('outer')]).toEqual([
    ['a', 'b', null],
    ['a', 'b', null],
    ['a', null, null],
  ]);
  expect(at('text', 'inner')).toEqual([null, 'b', null]);
  expect(closestDataAttribute(window, element('outer'), 'state')).toBeNull();
});

describe('usePanZoomSurface', () => {
  const size = { width: 300, height: 200 };

  function Surface({ resized = onResize, wheeled = onWheel }) {
    return (
      <div id="surface" ref={usePanZoomSurface<HTMLDivElement>({ onResize: resized, onWheel: wheeled })} />
    );
  }

  function renderSurface() {
    Object.assign(size, { width: 300, height: 200 });
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20));
    return render(<Surface />);
  }

  test('its size is reported at once, and whenever it is another one', () => {
    const { rerender } = renderSurface();
    const surface = element('surface');
    expect(surface.getAttribute('tabindex')).toBe('0');
    expect(observe).toHaveBeenCalledExactlyOnceWith(surface);
    resize();
    expect(onResize.mock.calls).toEqual([[{ width: 300, height: 200 }]]);
    size.height = 250;
    resize();
    resize();
    const newest = vi.fn();
    rerender(<Surface resized={newest} />);
    size.width = 400;
    resize();
    expect(onResize.mock.calls.slice(1)).toEqual([[{ width: 300, height: 250 }]]);
    expect(newest.mock.calls).toEqual([[{ width: 400, height: 250 }]]);
  });

  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent('wheel', { cancelable: true, ...init });
    // happy-dom does not know that a wheel is a mouse.
    const mouse = new MouseEvent('mousemove', { clientX: 60, clientY: 100, ...init });
    for (const name of ['clientX', 'clientY', 'ctrlKey', 'metaKey', 'shiftKey'] as const)
      Object.defineProperty(event, name, { value: mouse[name] });
    element('surface').dispatchEvent(event);
    return event;
  };

  test.each<[string, WheelEventInit, object]>([
    ['pans by pixels', { deltaX: 5, deltaY: 7 }, { by: { x: -5, y: -7 } }],
    ['pans by lines', { deltaX: 1, deltaY: 2, deltaMode: 1 }, { by: { x: -16, y: -32 } }],
    ['pans sideways with Shift', { deltaY: 7, shiftKey: true }, { by: { x: -7, y: -0 } }],
    [
      'pans as it says, where it goes sideways itself',
      { deltaX: 5, deltaY: 7, shiftKey: true },
      { by: { x: -5, y: -7 } },
    ],
    ['zooms with Control', { deltaY: 7, ctrlKey: true }, { by: { x: -0, y: -7 }, isZoom: true }],
    ['zooms with Meta', { deltaY: 7, metaKey: true }, { by: { x: -0, y: -7 }, isZoom: true }],
  ])('a wheel %s, and the page does not scroll', (_, init, expected) => {
    renderSurface();
    expect(wheel(init).defaultPrevented).toBe(true);
    expect(onWheel).toHaveBeenCalledExactlyOnceWith({ at: { x: 50, y: 80 }, isZoom: false, ...expected });
  });

  test('the listener may prevent scrolling, and ends with the surface', () => {
    const adding = vi.spyOn(HTMLElement.prototype, 'addEventListener');
    const { rerender, unmount } = renderSurface();
    const surface = element('surface');
    const own = adding.mock.calls.filter((_, index) => adding.mock.contexts[index] === surface);
    expect(own.map(([type, , options]) => [type, options])).toEqual([['wheel', { passive: false }]]);
    const newest = vi.fn();
    rerender(<Surface wheeled={newest} />);
    wheel({ deltaY: 7 });
    expect(newest).toHaveBeenCalledOnce();
    expect(disconnect).not.toHaveBeenCalled();
    unmount();
    expect(disconnect).toHaveBeenCalledOnce();
    surface.dispatchEvent(new WheelEvent('wheel'));
    expect(newest).toHaveBeenCalledOnce();
    expect(onWheel).not.toHaveBeenCalled();
  });

  test('without an element nothing is observed', () => {
    renderHook(() => usePanZoomSurface({ onResize, onWheel }));
    expect(observe).not.toHaveBeenCalled();
    expect(onResize).not.toHaveBeenCalled();
  });
});
