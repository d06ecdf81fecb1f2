import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveDraft, useSavedDraft } from '../../src/browser/draft.ts';

/** The draft of a form in the storage of a tab. */

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-06-01T12:00:00Z');
const draft = { name: 'Asha' };

/** What is read on mount. */
const read = (key = 'contact'): unknown => renderHook(() => useSavedDraft(key)).result.current.current;

const stored = () => sessionStorage.getItem('contact');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a draft is read under its own key, also after the key has changed', () => {
  saveDraft('contact', draft);
  expect(stored()).toBe(JSON.stringify({ savedAt: NOW, draft }));
  expect(read('callBack')).toBeNull();
  const { result, rerender } = renderHook(({ key }) => useSavedDraft(key), {
    initialProps: { key: 'callBack' },
  });
  expect(result.current.current).toBeNull();
  rerender({ key: 'contact' });
  expect(result.current.current).toEqual(draft);
});

test('it is read once, before anything overwrites it', () => {
  saveDraft('contact', draft);
  const { result, rerender } = renderHook(() => useSavedDraft('contact'));
  saveDraft('contact', { name: '' });
  rerender();
  expect(result.current.current).toEqual(draft);
});

test('null removes it', () => {
  saveDraft('contact', draft);
  saveDraft('contact', null);
  expect(stored()).toBeNull();
  expect(read()).toBeNull();
});

test.each([
  [DAY_MS - 1, draft],
  [DAY_MS, null],
  [1 - DAY_MS, draft],
  [-DAY_MS, null],
])('%i ms after it was saved: %o', (passed, found) => {
  saveDraft('contact', draft);
  vi.setSystemTime(NOW + passed);
  expect(read()).toEqual(found);
});

test.each([
  '{',
  'null',
  '"text"',
  '1',
  JSON.stringify({ draft }),
  JSON.stringify({ savedAt: NOW }),
  JSON.stringify({ savedAt: `${NOW}`, draft }),
])('what is no draft, such as %s, is not read', (text) => {
  sessionStorage.setItem('contact', text);
  expect(read()).toBeNull();
});

test('storage that is blocked or full has no draft, and breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const [get, set, remove] = [vi.fn(refuse), vi.fn(refuse), vi.fn(refuse)];
  vi.stubGlobal('sessionStorage', { getItem: get, setItem: set, removeItem: remove });
  expect(() => saveDraft('contact', draft)).not.toThrow();
  expect(() => saveDraft('contact', null)).not.toThrow();
  expect(read()).toBeNull();
  expect([get, set, remove].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  vi.unstubAllGlobals();
});
