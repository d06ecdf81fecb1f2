import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cachedSite } from '../support/build.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { serveSite } from '../support/serveSite.ts';
import { sharedBrowser } from './browser.ts';
import { saveData, untilPrefetching } from './prefetched.ts';

/** What a visit asks the server for: counted at the server, since a browser also reports what it has in its cache. */

const { newPage } = sharedBrowser();

let server: Awaited<ReturnType<typeof serveSite>>;
const requests: string[] = [];

beforeAll(async () => {
  server = await serveSite(await cachedSite(), async ({ url }) => {
    requests.push(url);
  });
});
afterAll(() => server.close());

const SCRIPT = /^\/assets\/(.+)-[\w-]{8}\.js$/;

/** Returns the documents and the names of the scripts that were requested since the last call. */
function takeRequests() {
  const paths = requests.splice(0);
  return {
    documents: paths.filter((path) => !path.includes('.')),
    scripts: paths.flatMap((path) => SCRIPT.exec(path)?.[1] ?? []),
  };
}

const untilShown = (page: Page, heading: string) =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor();

const linkIn = (page: Page, landmark: 'banner' | 'contentinfo', name: string) =>
  page.getByRole(landmark).getByRole('link', { name, exact: true });

test('a page visited again, or by a link that was in sight, asks for no code', async () => {
  const page = await newPage({ baseURL: server.url, reducedMotion: 'reduce' });
  await page.goto('/terms');
  await untilPrefetching(page);
  const first = takeRequests();
  const inHeader = ['HomeScreen', 'CoursesScreen', 'ServicesScreen', 'CareersScreen', 'RegistrationScreen'];
  expect(first.scripts).toEqual(expect.arrayContaining(inHeader));
  expect(first.scripts).not.toContain('AboutScreen');
  expect(first.documents).toEqual(['/terms', '/register-re']);

  await linkIn(page, 'contentinfo', 'About').scrollIntoViewIfNeeded();
  const inFooter: string[] = [];
  await expect
    .poll(() => inFooter.push(...takeRequests().scripts) && inFooter)
    .toEqual(expect.arrayContaining(['AboutScreen', 'BlogScreen', 'ContactScreen', 'PrivacyScreen']));

  await linkIn(page, 'contentinfo', 'About').click();
  await untilShown(page, 'About');
  await linkIn(page, 'banner', 'Register').click();
  await page.waitForURL('/register-re');
  await page.locator('html[data-hydrated]').waitFor();
  const later = takeRequests();
  expect(later.documents).toEqual([]);
  expect(mayBeEmpty(later.scripts).filter((name) => [...inHeader, ...inFooter].includes(name))).toEqual([]);

  await page.goto('/terms');
  await untilPrefetching(page);
  expect(takeRequests()).toEqual({ documents: ['/terms', '/register-re'], scripts: [] });
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
  const { documents, scripts } = takeRequests();
  expect(documents).toEqual(['/shipping']);
  expect(nonEmpty(scripts).filter((name) => /Screen$/.test(name))).toEqual(['ShippingScreen']);
});
