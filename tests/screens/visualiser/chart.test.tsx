import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chartViewportCases } from '../../../machines/chartViewport/chartViewport.cases.ts';
import type { Layout, LayoutRequest } from '../../../machines/chartViewport/chartViewport.types.ts';
import { Chart } from '../../../src/visualiser/chart/Chart.tsx';
import type { DrawnPicture } from '../../../src/visualiser/chart/types.ts';

/** The chart on the screen: what keys, pointers, the wheel and the toolbar do, and what of it is in sight. */

const layOut = vi.hoisted(() => vi.fn<(request: LayoutRequest) => Promise<readonly Layout[]>>());
vi.mock('../../../src/visualiser/chart/elk.ts', () => ({ layOut }));

const { model } = chartViewportCases.input;
const [layout] = chartViewportCases.outcomes.layOut['laid out'].output;
if (!layout) throw new Error('Nothing is laid out.');

/** The same layout ten times as large. */
const large: Layout = {
  ...layout,
  ...{ width: 4_000, height: 3_000 },
  states: {
    lamp: { x: 0, y: 0, width: 4_000, height: 3_000 },
    'lamp.off': { x: 500, y: 500, width: 100, height: 40 },
    'lamp.on': { x: 1_500, y: 1_500, width: 2_000, height: 1_200 },
    'lamp.on.bright': { x: 2_000, y: 2_000, width: 100, height: 40 },
  },
};

const size = { width: 800, height: 600 };
let resize = () => {};

beforeEach(() => {
  layOut.mockReset().mockResolvedValue([layout]);
  Object.assign(size, { width: 800, height: 600 });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 70, 800, 600));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Props = Partial<ComponentProps<typeof Chart>>;

const [onSelect, onFold] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()];
const common = { model, active: [], folded: [], details: false, onSelect, onFold };

async function show(props: Props = {}) {
  onSelect.mockReset();
  onFold.mockReset();
  const view = render(<Chart {...common} {...props} />);
  // What is laid out comes in a promise.
  await act(async () => {});
  return {
    ...view,
    change: async (changes: Props) => {
      view.rerender(<Chart {...common} {...props} {...changes} />);
      await act(async () => {});
    },
  };
}

const surface = () => screen.getByRole('application');
const position = () => surface().querySelector('svg > g')?.getAttribute('transform');
const partOf = (attribute: string, id: string) => {
  const part = surface().querySelector(`[data-${attribute}="${id}"]`);
  if (!part) throw new Error(`No ${attribute} "${id}" is drawn.`);
  return part;
};

/** The whole chart in the middle, as large as it is fitted. */
const FITTED = 'translate(150 112.5) scale(1.25)';

describe('the chart', () => {
  test('is drawn whole, and says that the outline says the same', async () => {
    const { container } = await show({
      active: ['lamp', 'lamp.on'],
      taken: 'lamp.off · pressed',
      selected: 'lamp.off',
    });
    expect(surface()).toHaveAccessibleName(
      'Chart of lamp. Arrow keys move it, plus and minus zoom, 0 fits it.',
    );
    expect(screen.getByRole('img')).toHaveAccessibleName('Chart of lamp; the outline says the same in text');
    expect(position()).toBe(FITTED);
    expect(partOf('state', 'lamp.on')).toHaveClass('is-active');
    expect(partOf('state', 'lamp.off')).toHaveClass('is-selected');
    expect(partOf('transition', 'lamp.off · pressed')).toHaveClass('is-taken');
    expect(container.firstElementChild).toHaveClass('chart');
    expect(container.firstElementChild).toHaveAttribute('data-flow', 'chartViewport');
    expect(layOut.mock.calls).toEqual([
      [{ model, folded: [], details: false, direction: null, arrangement: null }],
    ]);
  });

  test('shows coverage', async () => {
    await show({ coverage: { 'lamp.off': 'covered' } });
    expect(partOf('state', 'lamp.off')).toHaveClass('is-covered');
  });

  test('is not drawn while it has no room', async () => {
    Object.assign(size, { width: 0, height: 0 });
    await show();
    expect(surface().children).toHaveLength(0);
    Object.assign(size, { width: 800, height: 600 });
    await act(async () => resize());
    expect(position()).toBe(FITTED);
  });

  test('is laid out again where states are folded or details shown, and not for a list of the same states', async () => {
    const { change } = await show({ folded: ['lamp.on'] });
    await change({ folded: ['lamp.on'] });
    expect(layOut).toHaveBeenCalledTimes(1);
    await change({ folded: [] });
    await change({ folded: [], details: true });
    const kept = { model, direction: null, arrangement: layout.arrangement };
    expect(layOut.mock.calls.slice(1)).toEqual([
      [{ ...kept, folded: [], details: false }],
      [{ ...kept, folded: [], details: true }],
    ]);
  });

  test('is not drawn where it lost its room while it was laid out', async () => {
    let finish = (_: readonly Layout[]) => {};
    layOut.mockReturnValue(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    await show();
    Object.assign(size, { width: 0, height: 0 });
    await act(async () => resize());
    await act(async () => finish([layout]));
    expect(surface().children).toHaveLength(0);
    Object.assign(size, { width: 800, height: 600 });
    await act(async () => resize());
    expect(position()).toBe(FITTED);
  });

  test('of another machine begins anew', async () => {
    const { change } = await show();
    fireEvent.keyDown(surface(), { key: 'ArrowUp' });
    expect(position()).not.toBe(FITTED);
    await change({ model: { ...model, id: 'other' } });
    expect(position()).toBe(FITTED);
    expect(surface()).toHaveAccessibleName(/^Chart of other\./);
  });

  test('can be tried again where it could not be laid out', async () => {
    layOut.mockRejectedValueOnce(new Error('ELK'));
    await show();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The chart could not be laid out. The outline says the same in text. Try again',
    );
    expect(surface().querySelector('svg')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(async () => {});
    expect(screen.queryByRole('alert')).toBeNull();
    expect(position()).toBe(FITTED);
  });

  test('gives its exports what is drawn, with what is found', async () => {
    const drawnRef: { current: DrawnPicture | null } = { current: null };
    await show({ drawnRef });
    const drawn = { model, folded: [], details: false, layout };
    expect(drawnRef.current).toEqual({ ...drawn, found: [] });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'bright' } });
    expect(drawnRef.current).toEqual({ ...drawn, found: ['lamp.on.bright'] });
    expect(partOf('state', 'lamp.on.bright')).toHaveClass('is-found');
  });
});

describe('the part in sight', () => {
  beforeEach(() => {
    layOut.mockResolvedValue([large]);
  });

  /** A view whose middle is the middle of a state, at the smallest scale at which it can be read. */
  const around = (id: string) => {
    const { x, y, width, height } = large.states[id] ?? { x: 0, y: 0, width: 0, height: 0 };
    return `translate(${400 - (x + width / 2) * 0.7} ${300 - (y + height / 2) * 0.7}) scale(0.7)`;
  };
  const nested = [
    { id: 'lamp.on · initial', source: 'lamp.on', target: 'lamp.on.bright' },
    { id: 'lamp · initial', source: 'lamp', target: 'lamp.on' },
  ];

  test.each<[string, Props, string]>([
    ['the initial state', {}, 'lamp.off'],
    ['the innermost initial state', { model: { ...model, initialArrows: nested } }, 'lamp.on.bright'],
    ['the innermost active state', { active: ['lamp', 'lamp.on', 'lamp.on.bright'] }, 'lamp.on.bright'],
    ['what is selected', { active: ['lamp', 'lamp.off'], selected: 'lamp.on.bright' }, 'lamp.on.bright'],
  ])('has %s in its middle at first', async (_, props, id) => {
    await show(props);
    expect(position()).toBe({ 'lamp.off': 'translate(4 -64) scale(0.7)' }[id] ?? around(id));
  });

  test('follows the active state smoothly, until a person moves the chart', async () => {
    const { change } = await show();
    expect(surface()).toHaveClass('chart-surface is-smooth', { exact: true });
    await change({ active: ['lamp', 'lamp.on', 'lamp.on.bright'] });
    expect(position()).toBe(around('lamp.on.bright'));
    fireEvent.keyDown(surface(), { key: 'ArrowUp' });
    expect(surface()).toHaveClass('chart-surface', { exact: true });
    const moved = position();
    await change({ active: ['lamp', 'lamp.off'] });
    expect(position()).toBe(moved);
  });

  test('is shown in a small copy of the chart, which moves it', async () => {
    await show({ active: ['lamp', 'lamp.on', 'lamp.on.bright'] });
    const map = surface().querySelector('.minimap');
    if (!map) throw new Error('There is no small copy.');
    expect(map.querySelectorAll('.is-active')).toHaveLength(1);
    const before = position();
    // At 0.04 pixels to the unit this is the middle of the chart.
    fireEvent.pointerDown(map, { clientX: 30 + 2_000 * 0.04, clientY: 70 + 1_500 * 0.04, pointerId: 1 });
    expect(position()).not.toBe(before);
    expect(position()).toBe('translate(-1000 -750) scale(0.7)');
  });

  test.each<[string, (change: (changes: Props) => Promise<void>) => Promise<void>]>([
    [
      'in a viewport of another size',
      async () => {
        Object.assign(size, { width: 700, height: 600 });
        await act(async () => resize());
      },
    ],
    ['in another layout', (change) => change({ folded: ['lamp.on'] })],
  ])('is in place at once %s', async (_, alter) => {
    const { change } = await show();
    const names: (string | null)[] = [];
    const observer = new MutationObserver((changes) => {
      names.push(...changes.map(({ oldValue }) => oldValue));
    });
    observer.observe(surface(), { attributes: true, attributeFilter: ['class'], attributeOldValue: true });
    await alter(change);
    await vi.waitFor(() => expect(names).toEqual(['chart-surface is-smooth', 'chart-surface']));
    expect(surface()).toHaveClass('is-smooth');
  });
});

describe('keys', () => {
  test.each([
    ['ArrowLeft', 'translate(210 112.5) scale(1.25)'],
    ['ArrowRight', 'translate(90 112.5) scale(1.25)'],
    ['ArrowUp', 'translate(150 172.5) scale(1.25)'],
    ['ArrowDown', 'translate(150 52.5) scale(1.25)'],
    ['+', 'translate(87.5 65.625) scale(1.5625)'],
    ['=', 'translate(87.5 65.625) scale(1.5625)'],
    ['-', 'translate(200 150) scale(1)'],
  ])('move and zoom the chart: %s', async (key, moved) => {
    await show();
    expect(fireEvent.keyDown(surface(), { key }), 'nothing else is done').toBe(false);
    expect(position()).toBe(moved);
    expect(fireEvent.keyDown(surface(), { key: '0' })).toBe(false);
    expect(position()).toBe(FITTED);
  });

  test.each([
    [{ key: 'a' }],
    [{ key: '+', ctrlKey: true }],
    [{ key: '+', metaKey: true }],
    [{ key: 'ArrowLeft', altKey: true }],
  ])('of something else are left alone: %j', async (pressed) => {
    await show();
    expect(fireEvent.keyDown(surface(), pressed)).toBe(true);
    expect(position()).toBe(FITTED);
  });
});

describe('pointers and the wheel', () => {
  const capture = vi.fn<(pointer: number) => void>();

  beforeEach(() => {
    capture.mockReset();
    vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(capture);
  });

  const press = (target: Element, button = 0) => {
    fireEvent.pointerDown(target, { pointerId: 7, button, clientX: 100, clientY: 100 });
    fireEvent.pointerUp(target, { pointerId: 7 });
  };

  test('select the state or the transition that is pressed', async () => {
    await show();
    press(partOf('state', 'lamp.off'));
    expect(onSelect.mock.calls).toEqual([['lamp.off']]);
    press(partOf('transition', 'lamp.off · pressed'));
    expect(onSelect.mock.calls).toEqual([['lamp.off'], ['lamp.off · pressed']]);
    expect(capture.mock.calls).toEqual([[7], [7]]);
    expect(onFold).not.toHaveBeenCalled();
  });

  test('tell whoever draws the chart now', async () => {
    const { change } = await show();
    const [newest, folding] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()];
    await change({ onSelect: newest, onFold: folding });
    press(partOf('state', 'lamp.off'));
    press(partOf('fold', 'lamp.on'));
    expect([newest.mock.calls, folding.mock.calls]).toEqual([[['lamp.off']], [['lamp.on']]]);
    expect([onSelect.mock.calls, onFold.mock.calls]).toEqual([[], []]);
  });

  test('fold the state whose sign is pressed', async () => {
    await show();
    press(partOf('fold', 'lamp.on'));
    expect(onFold.mock.calls).toEqual([['lamp.on']]);
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('select nothing on the background, nor with another button', async () => {
    await show();
    press(surface());
    press(partOf('state', 'lamp.off'), 2);
    expect(capture).toHaveBeenCalledTimes(1);
    expect([onSelect.mock.calls, onFold.mock.calls]).toEqual([[], []]);
  });

  test('drag the chart', async () => {
    await show();
    const state = partOf('state', 'lamp.off');
    fireEvent.pointerDown(state, { pointerId: 7, button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(state, { pointerId: 7, clientX: 160, clientY: 140 });
    expect(position()).toBe('translate(210 152.5) scale(1.25)');
    expect(surface()).toHaveClass('chart-surface is-dragging', { exact: true });
    fireEvent.pointerUp(state, { pointerId: 7 });
    expect(surface()).not.toHaveClass('is-dragging');
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('select nothing where the browser takes the pointer away', async () => {
    await show();
    const state = partOf('state', 'lamp.off');
    fireEvent.pointerDown(state, { pointerId: 7, button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerCancel(state, { pointerId: 7 });
    fireEvent.pointerUp(state, { pointerId: 7 });
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('move the chart by the wheel, and zoom it at the pointer with Control', async () => {
    await show();
    const wheel = (init: WheelEventInit) => {
      const event = new WheelEvent('wheel', { cancelable: true, ...init });
      // happy-dom does not know that a wheel is a mouse.
      const mouse = new MouseEvent('mousemove', init);
      for (const name of ['clientX', 'clientY', 'ctrlKey', 'metaKey', 'shiftKey'] as const)
        Object.defineProperty(event, name, { value: mouse[name] });
      fireEvent(surface(), event);
    };
    wheel({ deltaX: 10, deltaY: 20 });
    expect(position()).toBe('translate(140 92.5) scale(1.25)');
    fireEvent.keyDown(surface(), { key: '0' });
    // A hundred pixels are 22 %.
    wheel({ deltaY: -100, ctrlKey: true, clientX: 180, clientY: 182.5 });
    expect(position()).toMatch(/^translate\(150 112\.5\) scale\(1\.526\d+\)$/);
  });
});
