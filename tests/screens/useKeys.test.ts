import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useKeys } from '../../src/browser/useKeys.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The keys that are pressed in this document and in the frames of it. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const callback = vi.fn();
beforeEach(() => void callback.mockReset());

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

test.each(['input', 'textarea', 'select', 'div contenteditable'])('not while somebody types in %s', (tag) => {
  document.body.innerHTML = `<${tag} id="field"></${tag.split(' ')[0]}><p id="text"></p>`;
  renderHook(() => useKeys(true, callback));
  press(document.getElementById('field') ?? document, 'a');
  expect(callback).not.toHaveBeenCalled();
  press(document.getElementById('text') ?? document, 'b');
  expect(callback).toHaveBeenCalledOnce();
});

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
  const pages = [document.implementation.createHTMLDocument(), document.implementation.createHTMLDocument()];
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
