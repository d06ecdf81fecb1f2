import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { chartViewportCases } from '../../../machines/chartViewport/chartViewport.cases.ts';
import type { Layout, LayoutRequest, Pressed } from '../../../machines/chartViewport/chartViewport.types.ts';
import { useFlow } from '../../../src/flows/useFlow.ts';
import { Minimap } from '../../../src/visualiser/chart/Minimap.tsx';
import { Toolbar } from '../../../src/visualiser/chart/Toolbar.tsx';
import { chartViewport } from '../../../src/visualiser/chart/viewport.ts';
import { svgShapes } from '../../support/svgShapes.ts';

/** The toolbar of a chart, and the small copy of it. */

const layOut = vi.hoisted(() => vi.fn<(request: LayoutRequest) => Promise<readonly Layout[]>>());
vi.mock('../../../src/visualiser/chart/elk.ts', () => ({ layOut }));

const { model } = chartViewportCases.input;
const [layout] = chartViewportCases.outcomes.layOut['laid out'].output;
if (!layout) throw new Error('Nothing is laid out.');

beforeEach(() => {
  layOut.mockReset().mockResolvedValue([layout]);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(30, 70, 800, 600));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the toolbar', () => {
  const sent = vi.fn();

  function Bar({ active }: { active: string | null }) {
    const flow = chartViewport({ onSelect: () => {}, onFold: () => {} });
    const { snapshot, send } = useFlow(
      { id: 'chartViewport', machine: flow.machine },
      { ...chartViewportCases.input, active },
    );
    return (
      <>
        <Toolbar
          snapshot={snapshot}
          send={(event) => {
            sent(event);
            send(event);
          }}
        />
        <button type="button" onClick={() => send({ type: 'resized', size: { width: 800, height: 600 } })}>
          Resize
        </button>
        <button type="button" onClick={() => send({ type: 'panned', by: { x: -300, y: -300 } })}>
          Pan
        </button>
      </>
    );
  }

  async function showBar(active: string | null = null) {
    sent.mockReset();
    const { container } = render(<Bar active={active} />);
    fireEvent.click(screen.getByRole('button', { name: 'Resize' }));
    await act(async () => {});
    return container;
  }

  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const result = (container: Element) => container.querySelector('.chart-result')?.textContent;

  test('finds states and transitions, and goes from one to the other', async () => {
    const container = await showBar();
    const [previous, next] = ['Previous', 'Next'].map((name) => screen.getByRole('button', { name }));
    expect(result(container)).toBe('');
    expect([previous, next].map((button) => button?.hasAttribute('disabled'))).toEqual([true, true]);
    const field = screen.getByRole('searchbox', { name: 'Find a state or transition' });
    expect(field).toHaveAttribute('placeholder', 'Find');
    expect(field).toHaveAttribute('autocomplete', 'off');
    fireEvent.change(field, { target: { value: 'o' } });
    expect(field).toHaveValue('o');
    expect(result(container)).toBe('2 found');
    expect([previous, next].map((button) => button?.hasAttribute('disabled'))).toEqual([false, false]);
    press('Next');
    expect(result(container)).toBe('1 of 2');
    press('Previous');
    expect(result(container)).toBe('2 of 2');
    fireEvent.change(field, { target: { value: 'nothing' } });
    expect(result(container)).toBe('Nothing found');
    expect(sent.mock.calls.map(([event]) => event)).toEqual([
      { type: 'searched', query: 'o' },
      { type: 'nextMatchRequested' },
      { type: 'previousMatchRequested' },
      { type: 'searched', query: 'nothing' },
    ]);
  });

  test('goes to the next match with Enter, and submits no form', async () => {
    const container = await showBar();
    const form = container.querySelector('form');
    expect(form && fireEvent.submit(form)).toBe(false);
    expect(sent.mock.calls).toEqual([[{ type: 'nextMatchRequested' }]]);
  });

  test.each([
    ['Zoom in', { type: 'zoomed', by: 1.25 }, '156 %'],
    ['Zoom out', { type: 'zoomed', by: 0.8 }, '100 %'],
    ['Fit', { type: 'fitRequested' }, '125 %'],
  ])('changes the scale: %s', async (name, event, scale) => {
    await showBar();
    expect(screen.getByRole('status', { name: 'Scale' })).toHaveTextContent('125 %');
    press(name);
    expect(sent.mock.calls).toEqual([[event]]);
    expect(screen.getByRole('status', { name: 'Scale' })).toHaveTextContent(scale);
  });

  test('chooses the direction', async () => {
    await showBar();
    const field = screen.getByRole('combobox', { name: 'Direction' });
    expect(field).toHaveValue('best');
    const directions = ['down', 'right', 'best'].map((value) => {
      fireEvent.change(field, { target: { value } });
      expect(field).toHaveValue(value);
      return sent.mock.lastCall?.[0];
    });
    expect(directions).toEqual(
      ['down', 'right', null].map((direction) => ({ type: 'directionChosen', direction })),
    );
    await act(async () => {});
  });

  test('says whether the active state is kept in sight, and when it is not there', async () => {
    await showBar('lamp.off');
    const follow = screen.getByRole('button', { name: 'Follow' });
    expect(follow).toHaveAttribute('aria-pressed', 'true');
    expect(follow).toHaveAttribute('title', 'Keeps the active state in sight');
    expect(follow).not.toHaveAttribute('class');
    press('Pan');
    expect(follow).toHaveTextContent('Follow (out of sight)');
    expect(follow).toHaveClass('is-out-of-sight');
    expect(follow).toHaveAttribute('aria-pressed', 'false');
    fireEvent.click(follow);
    expect(sent.mock.calls).toEqual([[{ type: 'followToggled' }]]);
    expect(follow).toHaveTextContent('Follow');
    expect(follow).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('the small copy of a chart', () => {
  const onMove = vi.fn();
  const drawn = { model, folded: [], details: false, layout };
  const view = { x: -100, y: -60, scale: 2 };
  const room = { width: 800, height: 600 };

  const mapOf = (props: Partial<ComponentProps<typeof Minimap>> = {}) => {
    onMove.mockReset();
    const shown = { drawn, view, size: room, active: 'lamp.off', onMove };
    return render(<Minimap {...shown} {...props} />).container.querySelector('svg');
  };

  test('has each state, the active one, and the part in sight', () => {
    const map = mapOf();
    expect(map?.getAttribute('class')).toBe('minimap');
    expect(map).toHaveAttribute('aria-hidden', 'true');
    expect(map).toHaveAttribute('viewBox', '0 0 400 300');
    expect(map && svgShapes(map)).toEqual([
      'rect x=0 y=0 width=400 height=300',
      'rect.is-active x=50 y=50 width=100 height=40',
      'rect x=50 y=150 width=200 height=120',
      'rect x=80 y=200 width=100 height=40',
      'rect.minimap-view x=50 y=30 width=400 height=300',
    ]);
  });

  test.each<[string, { width: number; height: number }, { width: number; height: number }, [number, number]]>(
    [
      ['as high as the largest', room, { width: 400, height: 300 }, [160, 120]],
      ['as wide as the largest', room, { width: 800, height: 300 }, [180, 67.5]],
      [
        'a quarter of a narrow viewport',
        { width: 400, height: 600 },
        { width: 800, height: 300 },
        [100, 37.5],
      ],
      ['a quarter of a low viewport', { width: 800, height: 240 }, { width: 400, height: 300 }, [80, 60]],
    ],
  )('is %s', (_, viewport, chart, shown) => {
    const map = mapOf({ size: viewport, drawn: { ...drawn, layout: { ...layout, ...chart } } });
    expect([Number(map?.getAttribute('width')), Number(map?.getAttribute('height'))]).toEqual(shown);
  });

  test.each<[string, Partial<ComponentProps<typeof Minimap>>, boolean]>([
    ['a chart that is whole in sight', { view: { x: -1, y: -1, scale: 1 } }, false],
    ['one that ends at the borders', { view: { x: 1, y: 1, scale: 2 } }, false],
    ['one that is cut off on the left', { view: { x: -2, y: 0, scale: 1 } }, true],
    ['one that is cut off above', { view: { x: 0, y: -2, scale: 1 } }, true],
    ['one that is cut off on the right', { view: { x: 402, y: 0, scale: 1 } }, true],
    ['one that is cut off below', { view: { x: 0, y: 302, scale: 1 } }, true],
    ['one that is too wide at this scale', { view: { x: 2, y: 0, scale: 2 } }, true],
    ['one that is too high at this scale', { view: { x: 0, y: 2, scale: 2 } }, true],
    ['a viewport that is just large enough', { size: { width: 320, height: 240 } }, true],
    ['a viewport that is too narrow', { size: { width: 319, height: 240 } }, false],
    ['a viewport that is too low', { size: { width: 320, height: 239 } }, false],
  ])('for %s: %j %s', (_, props, isShown) => {
    expect(mapOf(props) !== null).toBe(isShown);
  });

  test('moves the point that is pressed into the middle, and the chart along while the pointer is down', () => {
    const [onSurface, capture] = [vi.fn(), vi.fn<(pointer: number) => void>()];
    vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(capture);
    onMove.mockReset();
    const { container } = render(
      <div onPointerDown={onSurface} onPointerMove={onSurface} onPointerUp={onSurface}>
        <Minimap drawn={drawn} view={view} size={room} active={null} onMove={onMove} />
      </div>,
    );
    const map = container.querySelector('svg');
    if (!map) throw new Error('There is no small copy.');
    expect(map.querySelectorAll('.is-active')).toHaveLength(0);
    // At 0.4 pixels to the unit the point is (200, 150).
    fireEvent.pointerDown(map, { pointerId: 3, clientX: 110, clientY: 130 });
    expect(onMove.mock.calls).toEqual([[{ x: 100, y: 60 }]]);
    expect(capture.mock.calls).toEqual([[3]]);
    fireEvent.pointerMove(map, { pointerId: 3, clientX: 190, clientY: 170, buttons: 0 });
    fireEvent.pointerMove(map, { pointerId: 3, clientX: 150, clientY: 150, buttons: 1 });
    expect(onMove.mock.calls.slice(1)).toEqual([[{ x: -100, y: -40 }]]);
    fireEvent.pointerUp(map, { pointerId: 3 });
    expect(onSurface).not.toHaveBeenCalled();
  });
});

describe('the flow of the viewport', () => {
  const [onSelect, onFold] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()];

  async function start(folded: string[] = []) {
    onSelect.mockReset();
    onFold.mockReset();
    const { id, machine } = chartViewport({ onSelect, onFold });
    expect(id).toBe('chartViewport');
    const actor = createActor(machine, { input: { ...chartViewportCases.input, folded } }).start();
    actor.send({ type: 'resized', size: { width: 800, height: 600 } });
    await waitFor(actor, (snapshot) => snapshot.matches({ chart: 'drawn' }));
    return actor;
  }

  test.each<[string, Pressed, string[], string[]]>([
    ['a state', { kind: 'state', id: 'lamp.off' }, ['lamp.off'], []],
    ['a transition', { kind: 'transition', id: 'lamp.off · pressed' }, ['lamp.off · pressed'], []],
    ['the sign that folds a state', { kind: 'fold', id: 'lamp.on' }, [], ['lamp.on']],
    ['the background', null, [], []],
  ])('reports that %s was pressed', async (_, on, selected, folded) => {
    const actor = await start();
    actor.send({ type: 'pointerPressed', pointer: 1, at: { x: 0, y: 0 }, on });
    actor.send({ type: 'pointerReleased', pointer: 1 });
    expect(onSelect.mock.calls.flat()).toEqual(selected);
    expect(onFold.mock.calls.flat()).toEqual(folded);
  });

  test('reports what a search shows, and asks to unfold what hides it', async () => {
    const actor = await start(['lamp.on']);
    expect(layOut.mock.calls).toEqual([
      [{ model, folded: ['lamp.on'], details: false, direction: null, arrangement: null }],
    ]);
    const find = (query: string) => {
      actor.send({ type: 'searched', query });
      actor.send({ type: 'nextMatchRequested' });
      return [onSelect.mock.calls.flat(), onFold.mock.calls.flat()];
    };
    expect(find('bright')).toEqual([[], ['lamp.on']]);
    expect(find('off')).toEqual([['lamp.off'], ['lamp.on']]);
  });
});
