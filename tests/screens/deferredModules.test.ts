import { afterEach, describe, expect, test, vi } from 'vitest';

/** When the modules of a page are loaded, and which. */

const PAGE = '<div id="root"><p>Page</p></div>';

type Opened = { readyState?: DocumentReadyState; isHidden?: boolean; html?: string; types?: string[] };

const observing = vi.fn();
let report: (names: readonly string[]) => void = () => {};

/** Opens a document. Returns whether its modules are to be loaded by now. */
async function open({ readyState = 'loading', isHidden = false, html = PAGE, types = ['paint'] }: Opened) {
  vi.resetModules();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.body.innerHTML = html;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = types;
      constructor(callback: (list: { getEntriesByName: (name: string) => string[] }) => void) {
        report = (names) =>
          callback({ getEntriesByName: (name) => [...names].filter((each) => each === name) });
      }
      observe = observing;
    },
  );
  const { whenPaintedOrInteracted } = await import('../../src/browser/deferredModules.ts');
  vi.useFakeTimers();
  let isDue = false;
  void whenPaintedOrInteracted().then(() => {
    isDue = true;
  });
  return async (afterMs = 0) => {
    await vi.advanceTimersByTimeAsync(afterMs);
    return isDue;
  };
}

const load = () => window.dispatchEvent(new Event('load'));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  observing.mockReset();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

describe('the modules are loaded', () => {
  test('once the document is loaded and its content is painted', async () => {
    const isDue = await open({});
    expect(observing).toHaveBeenCalledExactlyOnceWith({ type: 'paint', buffered: true });
    load();
    expect(await isDue()).toBe(false);
    report(['first-paint']);
    expect(await isDue()).toBe(false);
    report(['first-contentful-paint']);
    expect(await isDue()).toBe(true);
  });

  test('not before it is loaded', async () => {
    const isDue = await open({ readyState: 'interactive' });
    report(['first-paint', 'first-contentful-paint']);
    expect(await isDue()).toBe(false);
    load();
    expect(await isDue()).toBe(true);
  });

  test('where it is loaded already, once it is painted', async () => {
    const isDue = await open({ readyState: 'complete' });
    expect(await isDue()).toBe(false);
    report(['first-contentful-paint']);
    expect(await isDue()).toBe(true);
  });

  test.each<[string, Opened]>([
    ['in a hidden tab', { isHidden: true }],
    ['of an empty page', { html: '<div id="root"></div>' }],
    ['of a document without a page', { html: '' }],
    ['by a browser that reports none', { types: ['navigation'] }],
  ])('no paint is waited for %s', async (_, opened) => {
    const isDue = await open(opened);
    expect(observing).not.toHaveBeenCalled();
    expect(await isDue()).toBe(false);
    load();
    expect(await isDue()).toBe(true);
  });

  test.each(['pointerdown', 'keydown', 'focusin', 'touchstart'])('at once with %s', async (type) => {
    const isDue = await open({});
    expect(await isDue()).toBe(false);
    window.dispatchEvent(new Event(type));
    expect(await isDue()).toBe(true);
  });

  test('after four seconds, whatever is missing', async () => {
    const isDue = await open({});
    expect(await isDue(3_999)).toBe(false);
    expect(await isDue(1)).toBe(true);
  });

  test('what is listened to is heard once, before anything can stop it, and delays no scrolling', async () => {
    const adding = vi.spyOn(window, 'addEventListener');
    await open({});
    const interaction = { once: true, capture: true, passive: true };
    expect(adding.mock.calls.map(([type, , options]) => [type, options])).toEqual([
      ['load', { once: true }],
      ...['pointerdown', 'keydown', 'focusin', 'touchstart'].map((type) => [type, interaction]),
    ]);
  });
});

describe('of the modules that the document names', () => {
  const ran = vi.fn();
  const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const moduleThatRuns = (name: string) => moduleOf(`globalThis.moduleRuns('${name}')`);

  async function loadModules(html: string) {
    document.body.innerHTML = html;
    vi.stubGlobal('moduleRuns', ran.mockReset());
    const appending = vi.spyOn(document.head, 'append').mockImplementation(() => {});
    const { loadPageModules } = await import('../../src/browser/deferredModules.ts');
    const loading = loadPageModules();
    const links = appending.mock.calls.flat().map((link) => {
      if (!(link instanceof HTMLLinkElement)) throw new Error('The head has links alone.');
      return [link.rel, link.getAttribute('href'), link.getAttribute('crossorigin')];
    });
    await loading;
    return links;
  }

  const naming = (...urls: string[]) =>
    `<script>0</script><script type="text/plain" data-modules="${urls.join(' ')}"></script>`;

  test('all are fetched at once', async () => {
    const urls = [moduleThatRuns('library'), moduleThatRuns('main')];
    expect(await loadModules(naming(...urls))).toEqual(urls.map((url) => ['modulepreload', url, '']));
  });

  test('each runs after the one before', async () => {
    await loadModules(naming(...['first', 'second', 'third'].map(moduleThatRuns)));
    expect(ran.mock.calls.flat()).toEqual(['first', 'second', 'third']);
  });

  const failing = moduleOf('throw new Error("Broken.")');

  test('the last one runs although another one fails', async () => {
    await loadModules(naming(failing, moduleThatRuns('after a broken one')));
    expect(ran.mock.calls.flat()).toEqual(['after a broken one']);
  });

  test('it is an error where the last one fails', async () => {
    await expect(loadModules(naming(moduleThatRuns('before a broken one'), failing))).rejects.toThrow(
      'Broken.',
    );
    expect(ran.mock.calls.flat()).toEqual(['before a broken one']);
  });

  test.each([
    '',
    '<script type="text/plain"></script>',
    '<script type="text/plain" data-modules=""></script>',
  ])('none are loaded where there are none: %s', async (html) => {
    expect(await loadModules(html)).toEqual([]);
    expect(ran.mock.calls).toEqual([]);
  });
});
