import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';

/** Renders something on the page at a path. Returns what it was rendered into, where the visitor is, and how to go on. */
export function renderOnPage(element: ReactElement, path = '/') {
  const router: { path?: string; go?: (to: string) => unknown } = {};
  function Router() {
    const { pathname, hash } = useLocation();
    router.path = `${pathname}${hash}`;
    router.go = useNavigate();
    return null;
  }
  const onPage = (shown: ReactElement) => (
    <MemoryRouter initialEntries={[path]}>
      <Router />
      {shown}
    </MemoryRouter>
  );
  const { container, rerender, unmount } = render(onPage(element));
  return {
    container,
    unmount,
    rerender: (shown: ReactElement) => rerender(onPage(shown)),
    path: () => router.path,
    go: (to: string) => act(async () => void (await router.go?.(to))),
  };
}
