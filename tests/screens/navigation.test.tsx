import { act, cleanup, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useNavigationFocusAndScroll, useOnNavigation } from '../../src/browser/navigation.ts';

/** Where the focus and the page are after a navigation within the site. */

const TOP = { top: 0, behavior: 'instant' };

let scrolling: ReturnType<typeof vi.spyOn>;
let scrollingTo: ReturnType<typeof vi.spyOn>;

const focused = () => document.activeElement?.id || document.activeElement?.localName;

beforeEach(() => {
  document.body.innerHTML = `<button id="link"></button><button id="other"></button>
    <main><h1 id="heading"></h1><section id="terms"></section></main>`;
  scrollingTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  scrolling = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  vi.stubGlobal('scrollY', 0);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const at = (path: string) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  ),
});

test('useOnNavigation: each navigation after the first render, also to the same path', async () => {
  const paths: string[] = [];
  const { result } = renderHook(() => {
    useOnNavigation((path) => paths.push(path));
    return useNavigate();
  }, at('/'));
  const navigate = (...to: [string]) => act(async () => result.current(...to));
  expect(paths).toEqual([]);
  await navigate('/contact');
  await navigate('/contact');
  await navigate('/contact#terms');
  await act(async () => result.current(-1));
  expect(paths).toEqual(['/contact', '/contact', '/contact', '/contact']);
});

test('entries that the router did not create differ by path and hash', async () => {
  const paths: string[] = [];
  function Page() {
    useOnNavigation((path) => paths.push(path));
    return null;
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: [
      { pathname: '/', key: 'default' },
      { pathname: '/', hash: '#terms', key: 'default' },
      { pathname: '/contact', key: 'default' },
    ],
    initialIndex: 0,
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate(1));
  await act(() => router.navigate(1));
  expect(paths).toEqual(['/', '/contact']);
});

/** Renders a page whose code is loaded by hand: `show` renders the path of the location, or another one. */
function openPage(path: string) {
  const initialProps: { shown?: string } = {};
  const hook = renderHook(
    ({ shown }: { shown?: string }) => {
      useNavigationFocusAndScroll(shown);
      return { navigate: useNavigate(), location: useLocation() };
    },
    { ...at(path), initialProps },
  );
  const { result, rerender, unmount } = hook;
  return {
    unmount,
    go: (to: string | -1 | 1, options = {}) =>
      act(async () => {
        if (typeof to === 'number') await result.current.navigate(to);
        else await result.current.navigate(to, options);
      }),
    show: () => rerender({ shown: result.current.location.pathname }),
    showPath: (shown: string) => rerender({ shown }),
  };
}

/** Where the page was scrolled to since the last time. */
function scrolled() {
  const moves = [
    ...scrollingTo.mock.calls.map(([to]: unknown[]) => to),
    ...scrolling.mock.contexts.map((element: unknown, index: number) => [
      element instanceof Element && element.id,
      scrolling.mock.calls[index]?.[0],
    ]),
  ];
  scrollingTo.mockClear();
  scrolling.mockClear();
  return moves;
}

/** Scrolls as a visitor does. */
function scrollBy(top: number) {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
}

describe('useNavigationFocusAndScroll', () => {
  test('the first page stays as it is: at the top, without a focus', () => {
    const { show } = openPage('/');
    expect(scrolled()).toEqual([]);
    show();
    expect(focused()).toBe('body');
    expect(scrolled()).toEqual([TOP]);
    show();
    expect(scrolled()).toEqual([]);
  });

  test('the first page with a hash: at the element that it names', () => {
    openPage('/#terms').show();
    expect(focused()).toBe('terms');
    expect(scrolled()).toEqual([['terms', { behavior: 'instant' }]]);
  });

  test.each(['/', '/#terms'])('the first page stays where it has been scrolled to: %s', (path) => {
    scrollBy(300);
    openPage(path).show();
    expect(scrolled()).toEqual([]);
  });

  test('the first page with a hash leaves the focus where the visitor has moved it', () => {
    document.getElementById('other')?.focus();
    openPage('/#terms').show();
    expect(focused()).toBe('other');
  });

  test('another page: at its top and its heading, once its code is loaded', async () => {
    const { go, show } = openPage('/first');
    show();
    scrolled();
    await go('/second');
    expect(focused()).toBe('body');
    expect(scrolled()).toEqual([]);
    show();
    expect(focused()).toBe('heading');
    expect(scrolled()).toEqual([TOP]);
  });

  test('the focus that stays on the link moves, one that the visitor moved since does not', async () => {
    const { go, show } = openPage('/first');
    show();
    document.getElementById('link')?.focus();
    await go('/second');
    show();
    expect(focused()).toBe('heading');
    document.getElementById('link')?.focus();
    await go('/third');
    document.getElementById('other')?.focus();
    show();
    expect(focused()).toBe('other');
  });

  test('the focus when the link was followed counts, not that of a later rendering', async () => {
    const { go, show, showPath } = openPage('/first');
    show();
    document.getElementById('link')?.focus();
    await go('/second');
    document.getElementById('other')?.focus();
    showPath('/loading');
    show();
    expect(focused()).toBe('other');
  });

  test('the same page again: at its top, the focus stays', async () => {
    const { go, show } = openPage('/first');
    show();
    scrolled();
    await go('/first');
    show();
    expect(focused()).toBe('body');
    expect(scrolled()).toEqual([TOP]);
  });

  test('the same page with a hash: at the element; back from there the browser itself scrolls', async () => {
    const { go, show } = openPage('/first');
    show();
    scrolled();
    await go('/first#terms');
    show();
    expect(focused()).toBe('terms');
    expect(scrolled()).toEqual([['terms', { behavior: 'instant' }]]);
    document.getElementById('terms')?.blur();
    await go(-1);
    show();
    expect(focused()).toBe('body');
    expect(scrolled()).toEqual([]);
  });

  test('back: where the page was left; forward as well', async () => {
    const { go, show } = openPage('/one');
    show();
    scrollBy(120);
    await go('/two');
    show();
    expect(scrolled().at(-1)).toEqual(TOP);
    scrollBy(340);
    await go(-1);
    scrolled();
    show();
    expect(scrolled()).toEqual([{ top: 120, behavior: 'instant' }]);
    expect(focused()).toBe('heading');
    await go(1);
    show();
    expect(scrolled()).toEqual([{ top: 340, behavior: 'instant' }]);
  });

  test('while a page loads, scrolling belongs to the page that is shown', async () => {
    const { go, show } = openPage('/shown');
    show();
    await go('/loads');
    scrollBy(77);
    show();
    scrolled();
    await go(-1);
    show();
    expect(scrolled()).toEqual([{ top: 77, behavior: 'instant' }]);
  });

  test('a page that is gone does not record any more', () => {
    const removing = vi.spyOn(window, 'removeEventListener');
    openPage('/').unmount();
    expect(removing.mock.calls.map(([type]) => type)).toEqual(expect.arrayContaining(['scroll', 'pagehide']));
  });
});
