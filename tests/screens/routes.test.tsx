import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Routes } from '../../src/routes.tsx';
import { loadedScreens, loadScreen, screens } from '../../src/screens.ts';

/** The page of the location in the layout: it is loaded, shown and left. */

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  vi.spyOn(screens.careers, 'load').mockResolvedValue(() => <h1>Careers</h1>);
  vi.spyOn(screens.blog, 'load').mockResolvedValue(({ params }) => <h1>{`Post ${params.slug}`}</h1>);
  document.head.innerHTML = '<meta property="og:title" data-prerendered><script data-prerendered></script>';
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  loadedScreens.clear();
  document.head.replaceChildren();
});

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes />
    </MemoryRouter>,
  );

const heading = () => document.querySelector('main h1')?.textContent;
const site = () => document.querySelector<HTMLElement>('.site');
const metadata = () => document.head.querySelectorAll('[data-prerendered]').length;

test('a page whose code is loaded is there at once, with its parameters', async () => {
  await loadScreen('blog');
  open('/blog/future-ready-skills');
  expect(heading()).toBe('Post future-ready-skills');
  expect([site()?.dataset.flow, site()?.dataset.state]).toEqual(['routeLoading', 'shown']);
  expect(metadata()).toBe(2);
});

test('a page is shown once its code is loaded', async () => {
  open('/careers');
  expect(heading()).toBeUndefined();
  expect(site()?.dataset.state).not.toBe('shown');
  await act(async () => {});
  expect(heading()).toBe('Careers');
  expect(site()?.dataset.state).toBe('shown');
});

test('a page stays until the next one is loaded, which has the focus then; what describes the first is removed', async () => {
  await loadScreen('blog');
  open('/blog/future-ready-skills');
  let loaded = () => {};
  vi.mocked(screens.careers.load).mockReturnValue(
    new Promise((resolve) => {
      loaded = () => resolve(() => <h1>Careers</h1>);
    }),
  );
  await act(async () => {
    for (const link of screen.getAllByRole('link', { name: 'Careers' }).slice(0, 1)) link.click();
  });
  expect(heading()).toBe('Post future-ready-skills');
  expect(metadata()).toBe(0);
  await act(async () => loaded());
  expect(heading()).toBe('Careers');
  expect(document.activeElement?.textContent).toBe('Careers');
});

test('a page that cannot be loaded has a notice', async () => {
  vi.mocked(screens.careers.load).mockRejectedValue(new Error('There is no network.'));
  open('/careers');
  await act(async () => {});
  expect(site()?.dataset.state).toBe('failed');
  expect(screen.getByRole('alert').textContent).toMatch(/^The page could not be loaded\./);
});
