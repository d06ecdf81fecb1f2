import { act, cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOnline } from '../../src/browser/online.ts';
import { useSubscription } from '../../src/browser/subscription.ts';
import { useHolder } from '../../src/browser/useHolder.ts';
import { useOnChange } from '../../src/browser/useOnChange.ts';
import { useOnMount } from '../../src/browser/useOnMount.ts';
import { useReducedMotion, useTabVisibility } from '../../src/browser/visibilityAndMotion.ts';

/** What the browser tells the site. */

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
