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
const SERVICE = 'http://service.test';

let silent: string;
let reporting: string;

beforeAll(async () => {
  silent = await deployedSite();
  reporting = await deployedSite({ VITE_METRICS_URL: METRICS, VITE_API_HOST: SERVICE });
});

type Report = { name: string; value: number; path: string; navigationType: string };

/** Returns the policy that the build has for a page, as static hosts read it. */
async function policyOf(path: string): Promise<string> {
  const rules = (await readFile(join(reporting, '_headers'), 'utf8')).split('\n\n');
  const rule = rules.find((each) => each.startsWith(`${path}\n`)) ?? rules[0];
  const [, policy] = /Content-Security-Policy: (.+)/.exec(rule ?? '') ?? [];
  if (!policy) throw new Error(`The build has no policy for ${path}.`);
  return policy;
}

/** Opens a page of the build that reports metrics, under its own policy; returns it with its reports so far. */
async function open(path: string): Promise<{ page: Page; reports: Report[] }> {
  const policy = await policyOf(path);
  const page = await newPage({ baseURL: SITE });
  const reports: Report[] = [];
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = /\.\w+$/.test(pathname) ? pathname : 'index.html';
    return route.fulfill({
      path: join(reporting, file),
      ...(file === 'index.html' && { headers: { 'content-security-policy': policy } }),
    });
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
  test('a page sends its metrics by beacon to the address of the build', async () => {
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

  test('the policy of the build allows metrics and calls of the hosted service', async () => {
    const { page, reports } = await open('/contact');
    await page.route(`${SERVICE}/**`, (route) =>
      route.fulfill({ json: { success: true }, headers: { 'access-control-allow-origin': '*' } }),
    );
    const form = page.locator('[data-flow="contact"]');
    await form.getByLabel('Full Name').fill('Asha Verma');
    await form.getByLabel('Email Address').fill('asha@example.org');
    await form.getByLabel('Your Message').fill('Hello');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await form.getByText('Message sent successfully!').waitFor();
    await expect.poll(() => reports.map(({ name }) => name)).toContain('TTFB');
  });

  test('a page that is shown without loading the document sends metrics, where the browser can tell', async () => {
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

  test('a build without an address for metrics holds nothing that sends them', async () => {
    const assets = join(silent, 'assets');
    for (const name of nonEmpty((await readdir(assets)).filter((file) => file.endsWith('.js'))))
      expect(await readFile(join(assets, name), 'utf8'), name).not.toContain('sendBeacon');
  });
});
