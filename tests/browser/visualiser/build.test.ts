import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { sharedBrowser } from '../browser.ts';

/** What a build for visitors does not hold, and one that is asked for does. */

const folder = mkdtempSync(join(tmpdir(), 'builds-'));
const visitors = join(folder, 'visitors');
const asked = join(folder, 'asked');

beforeAll(() => {
  buildSite(visitors, 'production');
  buildSite(asked, 'production', { VISUALISER: '1' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** What a browser loads and runs, and the documents. */
const isLoaded = (path: string) => /\.(html|js|css)$/.test(path);

const holding = (directory: string, words: RegExp) =>
  filesIn(directory)
    .filter(isLoaded)
    .filter((path) => words.test(path.slice(directory.length)) || words.test(readFileSync(path, 'latin1')));

/** Names and texts of the visualiser, of the channel, and of what a page would need to listen to it. */
const TRACES = /visualiser|BroadcastChannel|elk-?worker|planner\.worker/i;

test('a build for visitors holds nothing of the visualiser, and nothing listens', () => {
  expect(holding(visitors, TRACES)).toEqual([]);
});

test('one that is asked for holds it', () => {
  expect(holding(asked, TRACES).length).toBeGreaterThan(5);
});

describe('what a visitor of the site loads where it is built in', () => {
  const { newPage } = sharedBrowser();

  test('is no agent and no visualiser, until there is a visualiser', async () => {
    const page = await newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto('/contact');
    await page.getByLabel('Full Name*').fill('Asha');
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((path) => /agent|mount|elk|planner/.test(path))).toEqual([]);

    const visualiser = await page.context().newPage();
    await visualiser.goto('/visualiser');
    await expect.poll(() => loaded.filter((path) => /agent/.test(path)).length).toBe(1);
    expect(loaded.filter((path) => /mount|elk|planner/.test(path))).toEqual([]);
  });

  test('needs nothing from elsewhere', async () => {
    const page = await newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== inject('site')) elsewhere.push(request.url());
    });
    await page.goto('/visualiser/registration');
    await page.locator('.chart svg').first().waitFor();
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    expect(elsewhere).toEqual([]);
  });
});
