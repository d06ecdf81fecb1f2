import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { deployedSite } from '../../support/build.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage } = sharedBrowser();

const SITE = 'http://site.test';
const METRICS = 'http://metrics.test/vitals';

let silent: string;
let reporting: string;

beforeAll(async () => {
  silent = await deployedSite();
  reporting = await deployedSite({ VITE_METRICS_URL: METRICS });
});

type Report = { name: string; value: number; path: string; navigationType: string };

/** Opens a page of the build that reports metrics; returns it with its reports so far. */
async function open(path: string): Promise<{ page: Page; reports: Report[] }> {
  const page = await newPage({ baseURL: SITE });
  const reports: Report[] = [];
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = /\.\w+$/.test(pathname) ? pathname : 'index.html';
    return route.fulfill({ path: join(reporting, file) });
  });
  await page.route(METRICS, (route) => {
    reports.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, reports };
}

const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

describe('§7 web-performance metrics', () => {
  test('are sent by beacon to the address of the build', async () => {
    const { page, reports } = await open('/about');
    await expect.poll(() => reports.map(({ name }) => name)).toContain('TTFB');
    await page.getByRole('heading', { level: 1 }).click();
    await hide(page);
    await expect
      .poll(() => reports.map(({ name }) => name))
      .toEqual(expect.arrayContaining(['TTFB', 'FCP', 'LCP', 'CLS']));
    for (const { path, value } of nonEmpty(reports)) {
      expect(path).toBe('/about');
      expect(value).toBeGreaterThanOrEqual(0);
    }
  });

  test('are sent for a page that is shown without loading the document, where the browser can tell', async () => {
    const { page, reports } = await open('/about');
    await expect.poll(() => reports.map(({ name }) => name)).toContain('TTFB');
    const isSupported = await page.evaluate(() =>
      PerformanceObserver.supportedEntryTypes.includes('soft-navigation'),
    );
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await page.getByRole('heading', { level: 1, name: 'Our Services' }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await hide(page);
    await expect
      .poll(() =>
        reports.some(
          ({ path, navigationType }) => path === '/services' && navigationType === 'soft-navigation',
        ),
      )
      .toBe(isSupported);
  });

  test('are neither taken nor loaded when the build has no address', async () => {
    const assets = join(silent, 'assets');
    for (const name of nonEmpty((await readdir(assets)).filter((file) => file.endsWith('.js'))))
      expect(await readFile(join(assets, name), 'utf8'), name).not.toContain('sendBeacon');
  });
});
