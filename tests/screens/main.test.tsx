import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';

/** How the site starts in a document: it hydrates the page that is there, or renders another one. */

const { loadPage, prefetchLinksInSight, reportMetrics } = vi.hoisted(() => ({
  loadPage: vi.fn(async (_path: string) => {}),
  prefetchLinksInSight: vi.fn<(load: (path: string) => Promise<void>) => void>(),
  reportMetrics: vi.fn(),
}));

vi.mock('../../src/screens.ts', async (load) => ({
  ...(await load<object>()),
  // The promise of a mock counts as handled.
  loadPage: async (path: string) => loadPage(path),
}));
vi.mock('../../src/browser/prefetch.ts', () => ({ prefetchLinksInSight }));
vi.mock('../../src/browser/metrics.ts', () => ({ reportMetrics }));
vi.mock('../../src/routes.tsx', () => ({
  Routes: () => <p className="site">{`Page at ${useLocation().pathname}`}</p>,
}));

const site = () => document.querySelector('.site');
const headTags = () => document.head.querySelectorAll('[data-prerendered]').length;

type Document = { path: string; page?: string };

/** Opens the document of a page at a path. Returns the element that was prerendered. */
async function open({ path, page }: Document) {
  vi.resetModules();
  history.replaceState(null, '', path);
  document.head.innerHTML = '<title data-prerendered>About</title>';
  document.body.innerHTML =
    page === undefined
      ? '<div id="root"></div>'
      : `<div id="root" data-page="${page}"><p class="site">Page at ${path}</p></div>`;
  const prerendered = site();
  await import('../../src/main.tsx');
  return prerendered;
}

const hydrated = () => eventually(() => expect(document.documentElement.dataset.hydrated).toBe(''));

const failing = vi.fn();

beforeEach(() => {
  process.on('unhandledRejection', failing);
});

afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', failing);
  delete globalThis.flowInspection;
  vi.restoreAllMocks();
  vi.resetAllMocks();
  loadPage.mockResolvedValue();
  delete document.documentElement.dataset.hydrated;
  document.head.replaceChildren();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

test('the page of the document is hydrated once its code is loaded, and its head stays', async () => {
  let loaded = () => {};
  loadPage.mockReturnValue(
    new Promise((resolve) => {
      loaded = () => resolve();
    }),
  );
  const prerendered = await open({ path: '/About/', page: '/about' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.documentElement.dataset.hydrated).toBeUndefined();
  expect(loadPage.mock.calls).toEqual([['/About/']]);
  loaded();
  await hydrated();
  expect(site()).toBe(prerendered);
  expect(headTags()).toBe(1);
  expect(reportMetrics).toHaveBeenCalledOnce();
});

test('a page whose code does not come is rendered, which tries it again', async () => {
  loadPage.mockRejectedValue(new Error('There is no network.'));
  const prerendered = await open({ path: '/about', page: '/about' });
  await hydrated();
  expect(site()?.textContent).toBe('Page at /about');
  expect(site()).not.toBe(prerendered);
  expect(headTags()).toBe(0);
});

test.each([
  ['another page', '/about'],
  ['no page', undefined],
])('a document of %s is rendered at once', async (_, page) => {
  const prerendered = await open({ path: '/contact', page });
  await hydrated();
  expect(site()?.textContent).toBe('Page at /contact');
  expect(site()).not.toBe(prerendered);
  expect(headTags()).toBe(0);
  expect(loadPage).not.toHaveBeenCalled();
});

test('a page that a tool starts in another state than its document shows is rendered', async () => {
  globalThis.flowInspection = { running: new Map(), isRestarted: true };
  const restarted = await open({ path: '/about', page: '/about' });
  await hydrated();
  expect(site()).not.toBe(restarted);
});

test('once the page is hydrated, the pages of links in sight are loaded', async () => {
  let loaded = () => {};
  loadPage.mockReturnValue(
    new Promise((resolve) => {
      loaded = () => resolve();
    }),
  );
  await open({ path: '/about', page: '/about' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(prefetchLinksInSight).not.toHaveBeenCalled();
  loaded();
  await hydrated();
  await eventually(() => expect(prefetchLinksInSight).toHaveBeenCalledOnce());
  await prefetchLinksInSight.mock.lastCall?.[0]('/careers');
  expect(loadPage.mock.lastCall).toEqual(['/careers']);
});

test('what prefetches may be missing', async () => {
  vi.doMock('../../src/browser/prefetch.ts', () => {
    throw new Error('There is no network.');
  });
  await open({ path: '/contact' });
  await hydrated();
  await new Promise((resolve) => setTimeout(resolve));
  vi.doMock('../../src/browser/prefetch.ts', () => ({ prefetchLinksInSight }));
  expect(failing).not.toHaveBeenCalled();
});

test('a document without the root of the page is an error', async () => {
  vi.resetModules();
  await expect(import('../../src/main.tsx')).rejects.toThrow(
    /^index\.html has no element with the id "root"\.$/,
  );
});
