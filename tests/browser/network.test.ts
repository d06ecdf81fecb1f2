import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { untilHydrated } from '../drivers/chromium/sitePage.ts';
import { cachedSite } from '../support/build.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { serveSite } from '../support/serveSite.ts';
import { sharedBrowser } from './browser.ts';
import { saveData, untilPrefetching } from './prefetched.ts';

/** The requests of a visit, counted at the server, since a browser also reports what it has in its cache. */

const { newPage } = sharedBrowser();

let server: Awaited<ReturnType<typeof serveSite>>;
const requests: string[] = [];

beforeAll(async () => {
  server = await serveSite(await cachedSite(), {
    onRequest: async ({ url }) => {
      requests.push(url);
    },
  });
});
afterAll(() => server.close());

const SCRIPT = /^\/assets\/(.+)-[\w-]{8}\.js$/;

/** Returns the paths of the documents and the names of the scripts that were requested since the last call. */
const takeRequests = (): string[] =>
  requests.splice(0).flatMap((path) => (path.includes('.') ? (SCRIPT.exec(path)?.[1] ?? []) : path));

/** Waits until all of these were requested, and returns what was until then. */
async function requestsUntil(...expected: string[]): Promise<string[]> {
  const requested: string[] = [];
  await expect
    .poll(() => requested.push(...takeRequests()) && requested)
    .toEqual(expect.arrayContaining(expected));
  return requested;
}

beforeEach(() => void takeRequests());

const untilShown = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor();

const linkIn = (page: Page, landmark: 'banner' | 'contentinfo', name: string) =>
  page.getByRole(landmark).getByRole('link', { name, exact: true });

test('a page visited again, or by a link that was in sight, asks for no code', async () => {
  const page = await newPage({ baseURL: server.url, reducedMotion: 'reduce' });
  await page.goto('/terms');
  const inHeader = ['HomeScreen', 'CoursesScreen', 'ServicesScreen', 'CareersScreen', 'RegistrationScreen'];
  const first = await requestsUntil(...inHeader, '/register-re');
  expect(first).not.toContain('AboutScreen');

  const pressedAt = performance.now();
  await page.keyboard.press('Shift');
  await linkIn(page, 'contentinfo', 'About').scrollIntoViewIfNeeded();
  const known = [...first, ...(await requestsUntil('AboutScreen', 'BlogScreen', 'ContactScreen'))];
  expect(performance.now() - pressedAt, 'a press is not disturbed for a second').toBeGreaterThanOrEqual(
    1_000,
  );

  await linkIn(page, 'contentinfo', 'About').click();
  await untilShown(page, 'About');
  await linkIn(page, 'banner', 'Register').click();
  await page.waitForURL('/register-re');
  await untilHydrated(page);
  expect(mayBeEmpty(takeRequests()).filter((name) => known.includes(name))).toEqual([]);

  await page.goto('/terms');
  const again = await requestsUntil('/terms', '/register-re');
  expect(nonEmpty(again).filter((name) => known.includes(name))).toEqual(['/terms', '/register-re']);
});

test.each([
  ['whose visitor saves data', saveData],
  [
    'on a network of the second generation',
    (page: Page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'connection', { value: { effectiveType: '2g' } });
      }),
  ],
])('a page %s fetches nothing for others', async (_, limitData) => {
  const page = await newPage({ baseURL: server.url });
  await limitData(page);
  await page.goto('/shipping');
  await untilPrefetching(page);
  const requested = nonEmpty(takeRequests());
  expect(requested.filter((name) => /^\/|Screen$/.test(name))).toEqual(['/shipping', 'ShippingScreen']);
});
