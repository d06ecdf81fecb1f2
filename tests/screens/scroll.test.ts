import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The scroll positions of the history entries, and how they outlive a reload. */

const INSTANT = { behavior: 'instant' };

let scrolling: ReturnType<typeof vi.spyOn>;
let navigationType: string | null = 'navigate';

/** Returns the module as a document that was just loaded has it. */
async function loaded() {
  vi.resetModules();
  return import('../../src/browser/scroll.ts');
}

const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
};

const leave = () => window.dispatchEvent(new Event('pagehide'));
const saved = () => JSON.parse(sessionStorage.getItem('scroll') ?? 'null');

/** Lets the browser report these entries of the document. */
const stubEntries = (getEntriesByType: (type: string) => object[]) =>
  Object.defineProperty(performance, 'getEntriesByType', { value: getEntriesByType, configurable: true });

beforeEach(() => {
  navigationType = 'navigate';
  scrolling = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  stubEntries((type) => (type === 'navigation' && navigationType !== null ? [{ type: navigationType }] : []));
});

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(performance, 'getEntriesByType');
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.body.replaceChildren();
});

test('each entry has its own position, which is saved when the page is left', async () => {
  const { trackScrollPositions, restoreScroll } = await loaded();
  let entry: string | undefined;
  const stop = trackScrollPositions(() => entry);
  expect(history.scrollRestoration).toBe('manual');
  scrollTo(10);
  entry = 'one';
  scrollTo(20);
  entry = 'two';
  scrollTo(30);
  scrollTo(0);
  expect(saved()).toBeNull();
  leave();
  expect(saved()).toEqual({ one: 20, two: 0 });
  restoreScroll('one', '#terms');
  restoreScroll('two', '#terms');
  expect(scrolling.mock.calls).toEqual([[{ top: 20, ...INSTANT }], [{ top: 0, ...INSTANT }]]);
  stop();
  scrollTo(40);
  sessionStorage.clear();
  leave();
  expect(saved()).toBeNull();
  restoreScroll('two', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 0, ...INSTANT }]);
});

test('scrolling never waits for the recording', async () => {
  const adding = vi.spyOn(window, 'addEventListener');
  const { trackScrollPositions } = await loaded();
  trackScrollPositions(() => 'one')();
  expect(adding.mock.calls.find(([type]) => type === 'scroll')?.[2]).toEqual({ passive: true });
});

test('an entry without a position: the element of the hash, or the top', async () => {
  document.body.innerHTML = '<p id="terms"></p>';
  const intoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const { restoreScroll } = await loaded();
  restoreScroll('unknown', '');
  restoreScroll('none', '');
  expect(scrolling.mock.calls).toEqual([[{ top: 0, ...INSTANT }], [{ top: 0, ...INSTANT }]]);
  restoreScroll('none', '#terms');
  expect(intoView.mock.calls).toEqual([[INSTANT]]);
  expect(intoView.mock.contexts).toEqual([document.getElementById('terms')]);
  expect(() => restoreScroll('unknown', '#missing')).not.toThrow();
  expect(intoView).toHaveBeenCalledOnce();
  expect(scrolling).toHaveBeenCalledTimes(2);
});

test('null is no entry, whatever was saved under that name', async () => {
  const { trackScrollPositions, restoreScroll } = await loaded();
  const stop = trackScrollPositions(() => 'null');
  scrollTo(10);
  restoreScroll('none', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 0, ...INSTANT }]);
  stop();
});

test.each([
  ['reload', 25],
  ['back_forward', 25],
  ['navigate', 0],
  [null, 0],
])('after "%s" a saved position is %i', async (type, top) => {
  navigationType = type;
  sessionStorage.setItem('scroll', JSON.stringify({ one: 25, text: '30' }));
  const { trackScrollPositions, restoreScroll } = await loaded();
  const stop = trackScrollPositions(() => undefined);
  restoreScroll('one', '');
  restoreScroll('text', '');
  expect(scrolling.mock.calls).toEqual([[{ top, ...INSTANT }], [{ top: 0, ...INSTANT }]]);
  stop();
});

test('an entry of another kind than a navigation is no return', async () => {
  stubEntries(() => [{ name: 'loaded' }]);
  sessionStorage.setItem('scroll', '{"one":25}');
  const { trackScrollPositions, restoreScroll } = await loaded();
  trackScrollPositions(() => undefined)();
  restoreScroll('one', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 0, ...INSTANT }]);
});

test('positions are read once: those of this document are newer', async () => {
  navigationType = 'reload';
  const { trackScrollPositions, restoreScroll } = await loaded();
  const stop = trackScrollPositions(() => 'one');
  scrollTo(50);
  stop();
  sessionStorage.setItem('scroll', '{"one":25}');
  trackScrollPositions(() => 'one')();
  restoreScroll('one', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 50, ...INSTANT }]);
});

test.each(['{', 'null', '1', '"text"', null])('what is saved as %s is no position', async (text) => {
  navigationType = 'reload';
  if (text !== null) sessionStorage.setItem('scroll', text);
  const { trackScrollPositions, restoreScroll } = await loaded();
  expect(() => trackScrollPositions(() => undefined)()).not.toThrow();
  restoreScroll('one', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 0, ...INSTANT }]);
});

test('without storage the positions of the document remain', async () => {
  navigationType = 'reload';
  const refuse = vi.fn(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  const failing = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', failing);
  const { trackScrollPositions, restoreScroll } = await loaded();
  const stop = trackScrollPositions(() => 'one');
  scrollTo(10);
  leave();
  stop();
  window.removeEventListener('error', failing);
  expect(refuse).toHaveBeenCalledTimes(2);
  expect(failing).not.toHaveBeenCalled();
  restoreScroll('one', '');
  expect(scrolling.mock.lastCall).toEqual([{ top: 10, ...INSTANT }]);
});
