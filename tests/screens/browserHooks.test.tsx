import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { crossFade } from '../../src/browser/crossFade.ts';
import { copyToClipboard, downloadFile } from '../../src/browser/downloadAndClipboard.ts';
import { toggleFullScreen } from '../../src/browser/fullScreen.ts';
import { elementForHash } from '../../src/browser/hash.ts';
import { onLinkIntent } from '../../src/browser/linkIntent.ts';
import { useOnline } from '../../src/browser/online.ts';
import { printPage } from '../../src/browser/print.ts';
import { useSubscription } from '../../src/browser/subscription.ts';
import { today } from '../../src/browser/today.ts';
import { useHolder } from '../../src/browser/useHolder.ts';
import { useKeys } from '../../src/browser/useKeys.ts';
import { useOnChange } from '../../src/browser/useOnChange.ts';
import { useOnMount } from '../../src/browser/useOnMount.ts';
import { useReducedMotion, useTabVisibility } from '../../src/browser/visibilityAndMotion.ts';
import { whenIdle } from '../../src/browser/whenIdle.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** What the site is told by the browser, and asks of it. */

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const callback = vi.fn();
beforeEach(() => void callback.mockReset());

test('useOnline: as the browser says, each time it changes; while prerendering there is a network', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result, unmount } = renderHook(useOnline);
  expect(result.current).toBe(true);
  online.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(result.current).toBe(false);
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(result.current).toBe(true);
  const removing = vi.spyOn(window, 'removeEventListener');
  unmount();
  expect(removing.mock.calls.map(([type]) => type)).toEqual(['online', 'offline']);
  online.mockReturnValue(false);
  const Page = () => <p>{String(useOnline())}</p>;
  expect(renderToString(<Page />)).toBe('<p>true</p>');
});

test('useTabVisibility: each time the tab is hidden or shown, as long as it is mounted', () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { unmount, rerender } = renderHook(() => useTabVisibility(callback));
  expect(callback).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  state.mockReturnValue('visible');
  rerender();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(callback.mock.calls).toEqual([[false], [true]]);
  unmount();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(callback).toHaveBeenCalledTimes(2);
});

test('useReducedMotion: on mount, or when it is set', () => {
  const query = Object.assign(new EventTarget(), { matches: false });
  const media = vi.fn(() => query);
  vi.stubGlobal('matchMedia', media);
  const { unmount } = renderHook(() => useReducedMotion(callback));
  expect(media).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
  expect(callback).not.toHaveBeenCalled();
  query.dispatchEvent(new Event('change'));
  expect(callback).not.toHaveBeenCalled();
  query.matches = true;
  query.dispatchEvent(new Event('change'));
  expect(callback).toHaveBeenCalledOnce();
  unmount();
  query.dispatchEvent(new Event('change'));
  expect(callback).toHaveBeenCalledOnce();
  const { rerender } = renderHook(() => useReducedMotion(callback));
  rerender();
  expect(callback).toHaveBeenCalledTimes(2);
});

test('useOnChange: each other value after the first', () => {
  const { rerender } = renderHook(({ value }) => useOnChange(value, callback), {
    initialProps: { value: Number.NaN },
  });
  rerender({ value: Number.NaN });
  expect(callback).not.toHaveBeenCalled();
  rerender({ value: 1 });
  rerender({ value: 1 });
  rerender({ value: 2 });
  expect(callback.mock.calls).toEqual([[1], [2]]);
});

test('useOnMount: once, a moment after mount, the trial mount of Strict Mode apart', async () => {
  const { rerender } = renderHook(() => useOnMount(callback), { wrapper: StrictMode });
  expect(callback).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(callback).toHaveBeenCalledOnce();
  rerender();
  await Promise.resolve();
  expect(callback).toHaveBeenCalledOnce();
  renderHook(() => useOnMount(callback)).unmount();
  await Promise.resolve();
  expect(callback).toHaveBeenCalledOnce();
});

test('useSubscription: the newest callback, for what is subscribed now', () => {
  const unsubscribed: string[] = [];
  const listeners = new Map<string, (value: number) => void>();
  const subscribeTo = (name: string) => (listener: (value: number) => void) => {
    listeners.set(name, listener);
    return () => void unsubscribed.push(name);
  };
  const [one, two, other] = [subscribeTo('one'), subscribeTo('two'), vi.fn()];
  const { rerender, unmount } = renderHook(
    ({ subscribe, listener }) => useSubscription(subscribe, listener),
    {
      initialProps: { subscribe: one, listener: callback },
    },
  );
  listeners.get('one')?.(1);
  rerender({ subscribe: one, listener: other });
  expect(unsubscribed).toEqual([]);
  listeners.get('one')?.(2);
  rerender({ subscribe: two, listener: other });
  expect(unsubscribed).toEqual(['one']);
  listeners.get('two')?.(3);
  unmount();
  expect(unsubscribed).toEqual(['one', 'two']);
  expect([callback.mock.calls, other.mock.calls]).toEqual([[[1]], [[2], [3]]]);
});

test('useHolder: empty at first, and the same each time', () => {
  const { result, rerender } = renderHook(() => useHolder<string>());
  expect(result.current.current).toBeNull();
  result.current.current = 'kept';
  rerender();
  expect(result.current.current).toBe('kept');
});

describe('useKeys', () => {
  const press = (target: EventTarget, key: string, options: KeyboardEventInit = {}) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }));

  test('a key that is pressed alone, in lower case, as long as it is listened to', () => {
    const { rerender, unmount } = renderHook(({ isListening }) => useKeys(isListening, callback), {
      initialProps: { isListening: false },
    });
    press(document, 'A');
    expect(callback).not.toHaveBeenCalled();
    rerender({ isListening: true });
    press(document, 'A');
    press(window, 'w');
    expect(callback.mock.calls).toEqual([['a']]);
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)
      press(document, 'b', { [held]: true });
    expect(callback).toHaveBeenCalledOnce();
    press(document, 'C', { shiftKey: true });
    expect(callback.mock.lastCall).toEqual(['c']);
    document.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true });
    press(document, 'd');
    expect(callback).toHaveBeenCalledTimes(2);
    rerender({ isListening: false });
    press(document, 'e');
    rerender({ isListening: true });
    unmount();
    press(document, 'f');
    expect(callback).toHaveBeenCalledTimes(2);
  });

  test.each(['input', 'textarea', 'select', 'div contenteditable'])(
    'not while somebody types in %s',
    (tag) => {
      document.body.innerHTML = `<${tag} id="field"></${tag.split(' ')[0]}><p id="text"></p>`;
      renderHook(() => useKeys(true, callback));
      press(document.getElementById('field') ?? document, 'a');
      expect(callback).not.toHaveBeenCalled();
      press(document.getElementById('text') ?? document, 'b');
      expect(callback).toHaveBeenCalledOnce();
    },
  );

  test.each([
    ['nothing', null],
    ['a text', { closest: 'input' }],
    ['nothing that is in a document', {}],
  ])('an event on %s is in no field', (_, target) => {
    renderHook(() => useKeys(true, callback));
    const event = new KeyboardEvent('keydown', { key: 'a' });
    Object.defineProperty(event, 'target', { get: () => target });
    document.dispatchEvent(event);
    expect(callback.mock.calls).toEqual([['a']]);
  });

  test('the keys of frames count, of those that are there and of those that are loaded later', () => {
    document.body.innerHTML = '<iframe></iframe><p id="text"></p>';
    const frame = document.querySelector('iframe');
    const pages = [
      document.implementation.createHTMLDocument(),
      document.implementation.createHTMLDocument(),
    ];
    const [first, second] = pages;
    const shown = vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get');
    shown.mockReturnValue(first ?? null);
    const { unmount } = renderHook(() => useKeys(true, callback));
    press(first ?? document, 'a');
    expect(callback.mock.calls).toEqual([['a']]);
    shown.mockReturnValue(second ?? null);
    press(second ?? document, 'b');
    expect(callback).toHaveBeenCalledOnce();
    document.getElementById('text')?.dispatchEvent(new Event('load'));
    frame?.dispatchEvent(new Event('load'));
    press(second ?? document, 'c');
    expect(callback.mock.lastCall).toEqual(['c']);
    shown.mockReturnValue(null);
    expect(() => frame?.dispatchEvent(new Event('load'))).not.toThrow();
    unmount();
    for (const page of nonEmpty(pages)) press(page, 'd');
    const third = document.implementation.createHTMLDocument();
    shown.mockReturnValue(third);
    frame?.dispatchEvent(new Event('load'));
    press(third, 'e');
    expect(callback).toHaveBeenCalledTimes(2);
  });
});

test('onLinkIntent: each link of this site that is hovered, focused or touched', () => {
  document.body.innerHTML = `<a id="own" href="/contact#form"><b id="text"></b></a><p id="p"></p>
    <a id="new" href="/about" target="_blank"></a><a id="other" href="https://other.test/about"></a>`;
  const adding = vi.spyOn(document, 'addEventListener');
  onLinkIntent(callback);
  expect(adding.mock.calls.map(([type, , options]) => [type, options])).toEqual(
    ['pointerover', 'focusin', 'touchstart'].map((type) => [type, { passive: true }]),
  );
  const meet = (target: EventTarget | null, type = 'pointerover') =>
    target?.dispatchEvent(new Event(type, { bubbles: true }));
  for (const id of ['new', 'other', 'p'] as const) meet(document.getElementById(id));
  meet(document);
  expect(callback).not.toHaveBeenCalled();
  for (const type of ['pointerover', 'focusin', 'touchstart'] as const)
    meet(document.getElementById('text'), type);
  expect(callback.mock.calls).toEqual([['/contact'], ['/contact'], ['/contact']]);
});

test('elementForHash: also by an encoded hash, and none by one that is not valid', () => {
  document.body.innerHTML = '<p id="terms"></p><p id="शर्तें"></p><p id="100%"></p>';
  expect(
    ['#terms', `#${encodeURIComponent('शर्तें')}`, '#100%', '#none', ''].map((hash) => elementForHash(hash)?.id),
  ).toEqual(['terms', 'शर्तें', '100%', undefined, undefined]);
});

test('today: the day of the visitor', () => {
  vi.useFakeTimers({ now: new Date(2026, 1, 3, 23, 59) });
  expect(today()).toBe('2026-02-03');
});

test('printPage opens the dialogue of the browser', () => {
  vi.stubGlobal('print', callback);
  printPage();
  expect(callback).toHaveBeenCalledOnce();
});

describe('crossFade', () => {
  test.each([
    ['without view transitions', false, false, 0],
    ['with reduced motion', true, true, 0],
    ['with view transitions', true, false, 1],
  ])('%s', async (_, hasTransitions, isReduced, transitions) => {
    const matchMedia = vi.fn((query: string) => ({
      matches: isReduced && query === '(prefers-reduced-motion: reduce)',
    }));
    vi.stubGlobal('matchMedia', matchMedia);
    const skipped = Promise.reject(new Error('skipped'));
    const start = vi.fn((update: () => void) => {
      update();
      return { ready: skipped };
    });
    Object.defineProperty(document, 'startViewTransition', {
      value: hasTransitions ? start : undefined,
      configurable: true,
    });
    if (transitions === 0) skipped.catch(() => {});
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    crossFade(callback);
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', unhandled);
    Reflect.deleteProperty(document, 'startViewTransition');
    expect(start).toHaveBeenCalledTimes(transitions);
    expect(callback).toHaveBeenCalledOnce();
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('whenIdle', () => {
  test('when the browser is idle, after ten seconds at the latest', () => {
    const request = vi.fn();
    vi.stubGlobal('requestIdleCallback', request);
    whenIdle(callback);
    expect(request).toHaveBeenCalledExactlyOnceWith(callback, { timeout: 10_000 });
  });

  test('after two seconds where the browser cannot say', () => {
    vi.useFakeTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    whenIdle(callback);
    vi.advanceTimersByTime(1_999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });
});

test('downloadFile: under its name, and its address is given up', () => {
  const revoking = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const clicked: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    if (this instanceof HTMLAnchorElement) clicked.push(`${this.download} ${this.href}`);
  });
  downloadFile('report.html', new Blob());
  expect(clicked).toEqual(['report.html blob:file']);
  expect(revoking).toHaveBeenCalledExactlyOnceWith('blob:file');
});

test('copyToClipboard: where the browser allows it', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  vi.stubGlobal('navigator', {});
  expect(() => copyToClipboard('text')).not.toThrow();
  const writeText = vi.fn(() => Promise.reject(new Error('refused')));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  copyToClipboard('text');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('text');
  expect(unhandled).not.toHaveBeenCalled();
});

describe('toggleFullScreen', () => {
  const [request, exit] = [vi.fn(async () => {}), vi.fn(async () => {})];
  let full: Element | null = null;
  const fills = () => document.getElementById('view')?.getAttribute('data-fills-window');

  beforeEach(() => {
    document.body.innerHTML = '<div id="view"></div>';
    full = null;
    request.mockReset();
    exit.mockReset();
    const view = Object.assign(document.getElementById('view') ?? {}, { requestFullscreen: request });
    Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
    Object.defineProperty(document, 'exitFullscreen', { value: exit, configurable: true });
    expect(view).toBe(document.getElementById('view'));
  });

  test('the element is on the full screen, then it is not', async () => {
    await toggleFullScreen('none');
    expect(request).not.toHaveBeenCalled();
    await toggleFullScreen('view');
    expect(request).toHaveBeenCalledOnce();
    expect(exit).not.toHaveBeenCalled();
    full = document.getElementById('view');
    await toggleFullScreen('view');
    expect(exit).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledOnce();
    expect(fills()).toBeNull();
  });

  test('it fills the window where the browser refuses that, then it does not', async () => {
    request.mockRejectedValue(new TypeError('refused'));
    await toggleFullScreen('view');
    expect(fills()).toBe('');
    await toggleFullScreen('view');
    expect(fills()).toBeNull();
    expect(request).toHaveBeenCalledOnce();
  });
});
