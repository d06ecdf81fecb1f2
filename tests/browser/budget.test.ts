import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { untilHydrated } from '../drivers/chromium/chromiumPageDriver.ts';
import { cachedSite } from '../support/build.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { serveSite } from '../support/serveSite.ts';
import { saveData, sharedBrowser, untilPrefetching } from './browser.ts';
import { builtSite, fileOf } from './builtSite.ts';

/** The files that a visitor loads: limits in bytes of gzip, and the requests of a visit, counted at the server. */

const { newPage } = sharedBrowser();
const { folder, read } = await builtSite();

/** Limits for the files that a visitor loads, in bytes of gzip. */

const HOME_BUDGET = { scripts: 109_800, styles: 15_000, all: 350_000 };

/** The folders of the site as it is built for static hosts, and as `npm start` builds it. */
const builds = [
  ['npm run build', folder],
  ['npm start', await cachedSite()],
] as const;

const sizes = new Map<string, number>();

const sizeOfText = (text: string | Buffer) => gzipSync(text, { level: constants.Z_BEST_COMPRESSION }).length;

function sizeOf(path: string): number {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const content = readFileSync(path);
  const isText = /\.(js|css|svg|html)$/.test(path);
  const size = isText ? sizeOfText(content) : content.length;
  sizes.set(path, size);
  return size;
}

const inlineScriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script type="module"[^>]*>([\s\S]+?)<\/script>/g)].map(([, code]) => code ?? '');

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);

/** The files of a built site that a document names, and the files named in them. */
function loadedBy(path: string, site = folder) {
  const html = readFileSync(join(site, fileOf(path)), 'utf8');
  const named = new Set(
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+|[a-z0-9-]+\.svg)"/g)].map(([, file]) => file ?? ''),
  );
  const later = /data-modules="([^"]+)"/.exec(html)?.[1] ?? '';
  const files = [...new Set([...named, ...later.split(' ').map((file) => file.slice(1))])].map((file) =>
    join(site, file),
  );
  const scripts = files.filter((file) => file.endsWith('.js'));
  const styles = files.filter((file) => file.endsWith('.css'));
  const start = sizeOfText(inlineScriptsOf(html).join(''));
  return { scripts, styles, start, all: [...files, join(site, fileOf(path))] };
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(10);

describe.each(builds)('what a visitor of %s loads', (_, site) => {
  test('the sizes of every page are printed', () => {
    const rows = pagePaths.map((path) => {
      const { scripts, styles, start, all } = loadedBy(path, site);
      const columns = [start + sum(scripts), sum(styles), sum(all)];
      return `${path.padEnd(36)}${columns.map(kB).join('')}`;
    });
    console.log([`${'address'.padEnd(36)}   scripts    styles       all`, ...rows].join('\n'));
    expect(rows).toHaveLength(pagePaths.length);
  });

  test(`the full home page keeps to ${Object.values(HOME_BUDGET).map(kB).join(',')}`, () => {
    const { scripts, styles, start, all } = loadedBy('/', site);
    expect(scripts.length).toBeGreaterThan(1);
    expect(start + sum(scripts)).toBeLessThanOrEqual(HOME_BUDGET.scripts);
    expect(sum(styles)).toBeLessThanOrEqual(HOME_BUDGET.styles);
    expect(sum(all)).toBeLessThanOrEqual(HOME_BUDGET.all);
  });

  test.each(pagePaths)('%s loads no script but the common ones and its own', (path) => {
    const others = pagePaths.filter((other) => other !== path);
    const scriptsOf = (each: string) => loadedBy(each, site).scripts;
    const everywhere = scriptsOf(path).filter((file) =>
      others.every((other) => scriptsOf(other).includes(file)),
    );
    const own = scriptsOf(path).filter((file) => !everywhere.includes(file));
    expect(own.length).toBeGreaterThan(0);
    expect(sum(own)).toBeLessThan(14_900);
  });

  test('every script is compiled on load, not at a visitor’s first press', () => {
    const scripts = new Set(pagePaths.flatMap((path) => loadedBy(path, site).scripts));
    for (const file of nonEmpty(scripts))
      expect(readFileSync(file, 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  test('what runs before a page is seen stands in its document and waits for no file', () => {
    for (const path of nonEmpty(pagePaths)) {
      const html = readFileSync(join(site, fileOf(path)), 'utf8');
      expect(html.match(/<script\b[^>]*\bsrc=/)).toBeNull();
      expect(inlineScriptsOf(html).at(-1)).toContain('hydrating');
      for (const script of nonEmpty(inlineScriptsOf(html)))
        expect(script).not.toMatch(/\bimport\s*["'{*]|\bfrom\s*["']/);
    }
  });
});

describe('what the documents say of files', () => {
  test.each(pagePaths)('%s: pictures have sizes, and only the first one comes first', (path) => {
    const pictures = [...read(fileOf(path)).matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    for (const picture of mayBeEmpty(pictures)) expect(picture).toMatch(/ width="\d+" height="\d+"/);
    expect(pictures.filter((picture) => /fetchpriority="high"/i.test(picture)).length).toBeLessThanOrEqual(1);
  });

  test('the first slide is a picture in the document with high priority, the team waits', () => {
    const home = read('index.html');
    expect(home).toMatch(/<img src="\/assets\/hero-boards-[^"]+" [^>]*fetchPriority="high"/i);
    expect(home).toMatch(/<img src="\/assets\/tutor-[^"]+" [^>]*loading="lazy"/);
  });

  test('both fonts are preloaded, from this site and with CORS as fonts are fetched', () => {
    const fonts = [...read('index.html').matchAll(/<link rel="preload" [^>]*as="font"[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(fonts).toHaveLength(2);
    for (const font of nonEmpty(fonts)) expect(font).toMatch(/href="\/assets\/[^"]+\.woff2".* crossorigin/);
  });

  test('texts stand compressed beside their files, and unpack to them', async () => {
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib');
    for (const file of ['index.html', fileOf('/about')]) {
      expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`))).toString()).toBe(read(file));
      expect(gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString()).toBe(read(file));
    }
    for (const file of nonEmpty(loadedBy('/').scripts.filter((script) => sizeOf(script) > 1_000)))
      expect(readFileSync(`${file}.br`).length).toBeLessThan(sizeOf(file));
  });

  test('the server sends what was compressed when the site was built', async () => {
    const page = await newPage();
    // Not a visit, of which the browser's cache may hold the page already.
    const headers = (await page.request.get('/about')).headers();
    expect(headers['content-encoding']).toMatch(/^(br|gzip)$/);
    expect(headers['cache-control']).toBe('no-cache');
  });
});

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

/** The paths of the documents and the names of the scripts requested since the last call. */
const takeRequests = (): string[] =>
  requests.splice(0).flatMap((path) => (path.includes('.') ? (SCRIPT.exec(path)?.[1] ?? []) : path));

/** Waits until all these requests were made; returns all requests until then. */
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
