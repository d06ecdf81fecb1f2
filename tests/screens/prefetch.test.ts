import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchLinksInSight } from '../../src/browser/prefetch.ts';
import { eventually } from '../support/eventually.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** Which pages are prefetched, and when. */

vi.mock('../../src/browser/whenIdle.ts', () => ({ whenIdle: (callback: () => void) => idle.push(callback) }));

const idle: (() => void)[] = [];
const observe = vi.fn<(link: Element) => void>();
const loadPage = vi.fn(async (_path: string) => {});
let report: (entries: { isIntersecting: boolean; target: Element | null }[]) => void = () => {};

const setConnection = (value: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value });
const linkTo = (href: string) => document.querySelector(`a[href="${href}"]`);
const observed = () => observe.mock.calls.map(([link]) => link.getAttribute('href'));
const isRegistrationPrefetched = () => document.documentElement.dataset.prefetchRegistration === '';

/** Lets a task pass, and then runs what waits until the browser is idle. */
async function passIdleTime() {
  await new Promise((resolve) => setTimeout(resolve));
  for (const callback of idle.splice(0)) callback();
  await new Promise((resolve) => setTimeout(resolve));
}

/** A link comes into sight or leaves it, and the browser is idle then. */
function showLink(href: string, isIntersecting = true) {
  report([{ isIntersecting, target: linkTo(href) }]);
  return passIdleTime();
}

beforeEach(() => {
  history.replaceState(null, '', '/terms');
  document.body.innerHTML = `<a href="/terms#end"></a><a href="/about"></a><a href="/about#team"></a>
    <a href="/register-re"></a><a href="https://other.test/about"></a><a>No link</a>`;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof report) {
        report = callback;
      }
      observe = observe;
    },
  );
  loadPage.mockReset().mockResolvedValue();
  observe.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setConnection(undefined);
  idle.length = 0;
  delete document.documentElement.dataset.prefetchRegistration;
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

/** Runs what waits until the browser is idle, once there is something. */
const becomeIdle = () =>
  eventually(() => {
    for (const callback of nonEmpty(idle.splice(0))) callback();
  });

test('the links of this site are observed, also those that are rendered later, when the browser is idle', async () => {
  prefetchLinksInSight(loadPage);
  expect(observed()).toEqual(['/terms#end', '/about', '/about#team', '/register-re']);
  observe.mockReset();
  document.body.insertAdjacentHTML('beforeend', '<p><a href="/blog"></a></p>');
  await becomeIdle();
  expect(observed()).toContain('/blog');
  observe.mockReset();
  document.querySelector('p')?.append(Object.assign(document.createElement('a'), { href: '/careers' }));
  await becomeIdle();
  expect(observed()).toContain('/careers');
  for (const name of ['a', 'b']) {
    document.querySelector('p')?.append(document.createElement(name));
    await eventually(() => expect(idle).not.toEqual([]));
  }
  expect(idle).toHaveLength(1);
  expect(loadPage).not.toHaveBeenCalled();
});

test('a page is loaded once when one of its links is in sight and the browser is idle', async () => {
  prefetchLinksInSight(loadPage);
  await showLink('/about', false);
  report([{ isIntersecting: true, target: linkTo('/about') }]);
  expect(loadPage).not.toHaveBeenCalled();
  await passIdleTime();
  expect(loadPage.mock.calls).toEqual([['/about']]);
  await showLink('/about');
  await showLink('/about#team');
  expect(loadPage.mock.calls).toEqual([['/about']]);
  expect(isRegistrationPrefetched()).toBe(false);
});

test('pages are loaded one after the other', async () => {
  let finish = () => {};
  loadPage.mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  prefetchLinksInSight(loadPage);
  await showLink('/about');
  await showLink('/register-re');
  expect(loadPage.mock.calls).toEqual([['/about']]);
  finish();
  await passIdleTime();
  expect(loadPage.mock.calls).toEqual([['/about'], ['/register-re']]);
});

test.each(['pointerdown', 'keydown'])('nothing is loaded within a second after a %s', async (type) => {
  vi.useFakeTimers();
  prefetchLinksInSight(loadPage);
  const link = linkTo('/about');
  link?.addEventListener(type, (event) => event.stopPropagation());
  link?.dispatchEvent(new Event(type, { bubbles: true }));
  report([{ isIntersecting: true, target: link }]);
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    for (const callback of idle.splice(0)) callback();
    await vi.advanceTimersByTimeAsync(0);
  };
  await pass(0);
  await pass(999);
  expect(loadPage).not.toHaveBeenCalled();
  await pass(1);
  expect(loadPage.mock.calls).toEqual([['/about']]);
});

test('the page that is shown is not loaded again', async () => {
  prefetchLinksInSight(loadPage);
  await showLink('/terms#end');
  expect(loadPage).not.toHaveBeenCalled();
});

test('the document of the registration is prefetched too', async () => {
  prefetchLinksInSight(loadPage);
  await showLink('/register-re');
  expect(loadPage.mock.calls).toEqual([['/register-re']]);
  expect(isRegistrationPrefetched()).toBe(true);
});

test('a page that cannot be loaded is loaded when its link is followed', async () => {
  const failing = vi.fn();
  process.on('unhandledRejection', failing);
  // The promise of a mock counts as handled.
  prefetchLinksInSight(async () => {
    throw new Error('There is no network.');
  });
  await showLink('/about');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', failing);
  expect(failing).not.toHaveBeenCalled();
});

test.each([{ saveData: true, effectiveType: '4g' }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is prefetched with %o, until that ends',
  async (connection) => {
    setConnection(connection);
    prefetchLinksInSight(loadPage);
    await showLink('/register-re');
    expect(loadPage).not.toHaveBeenCalled();
    expect(isRegistrationPrefetched()).toBe(false);
    setConnection({ saveData: false, effectiveType: '3g' });
    await showLink('/register-re');
    expect(loadPage.mock.calls).toEqual([['/register-re']]);
  },
);
