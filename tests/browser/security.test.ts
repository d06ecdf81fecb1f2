import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUIREMENTS_FILE } from '../../machines/shared/securityHeaders.ts';
import { type Service, startService } from '../../server/service.ts';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { deployedSite } from '../support/build.ts';
import { copyDataDir, newDataDir } from '../support/dataDir.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';
import { builtSite } from './builtSite.ts';

/** The security policy as the browser enforces it. */

const { newPage } = sharedBrowser();
const { read } = await builtSite();

/** The result lists everything that the browser has blocked on the page so far. */
async function recordViolations(page: Page): Promise<() => string[]> {
  const violations: string[] = [];
  await page.exposeFunction('refused', (what: string) => void violations.push(what));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    window.refused(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });`);
  page.on('console', (message) => {
    if (/Content.Security.Policy|Permissions.Policy|Opener.Policy/i.test(message.text()))
      violations.push(message.text());
  });
  return () => violations;
}

test('a policy names exactly the scripts and rules of its document', async () => {
  const page = await newPage();
  for (const path of nonEmpty([...pagePaths, '/nowhere'])) {
    const response = await page.request.get(path);
    const scripts = [
      ...(await response.text()).matchAll(
        /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>(.*?)<\/script>/gs,
      ),
    ].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    const [, sources] = /script-src ([^;]+)/.exec(response.headers()['content-security-policy'] ?? '') ?? [];
    expect(sources?.split(' ')).toEqual(["'self'", ...scripts]);
    expect(scripts.filter((hash) => read('_headers').includes(hash))).toHaveLength(2);
  }
});

describe('with the provider', () => {
  let folder: string;
  let service: Service;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'policy-'));
    const siteDir = join(folder, 'site');
    const html =
      '<!doctype html><title>A page</title><script>window.inline = true;</script><p style="color: red">';
    for (const page of ['', 'about', 'register-re']) {
      await mkdir(join(siteDir, page), { recursive: true });
      await writeFile(join(siteDir, page, 'index.html'), html);
    }
    await writeFile(
      join(siteDir, REQUIREMENTS_FILE),
      JSON.stringify({
        checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
        connectOrigins: [],
        visualiser: false,
      }),
    );
    const dataDir = join(folder, 'data');
    await copyDataDir(await newDataDir(), dataDir);
    service = await startService({ host: '127.0.0.1', port: 0, dataDir, siteDir });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  test('only the paying page takes the checkout’s script and styles', async () => {
    const page = await newPage({ baseURL: service.url });
    const violations = await recordViolations(page);
    await page.route(/^https:/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    /** `loaded` where the page may load a script from an address, else `refused`. */
    const load = (script: string) =>
      page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const element = document.createElement('script');
            element.src = src;
            element.onload = () => resolve('loaded');
            element.onerror = () => resolve('refused');
            document.head.append(element);
          }),
        script,
      );
    for (const [path, script, colour] of [
      ['/', 'refused', 'rgb(0, 0, 0)'],
      ['/about', 'refused', 'rgb(0, 0, 0)'],
      ['/register-re', 'loaded', 'rgb(255, 0, 0)'],
    ] as const) {
      const earlier = violations().length;
      await page.goto(path);
      expect(await load('https://checkout.razorpay.com/v1/checkout.js'), path).toBe(script);
      expect(await load('https://evil.example/x.js'), path).toBe('refused');
      expect(await page.locator('p').evaluate((p) => getComputedStyle(p).color), path).toBe(colour);
      expect(await page.evaluate(() => 'inline' in window)).toBe(false);
      expect(violations().slice(earlier).join('\n'), path).toMatch(/script-src-elem inline/);
    }
  });

  test('no page is shown in a frame', async () => {
    const page = await newPage({ baseURL: service.url });
    const violations = await recordViolations(page);
    const body = '<iframe src="/about"></iframe>';
    await page.route('**/frame', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/frame');
    await expect.poll(() => violations().join('\n')).toContain("frame-ancestors 'none'");
  });
});

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

/** The policy of the build for a page, as static hosts read it. */
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

  test('a page shown without loading the document sends metrics where possible', async () => {
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
