import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { buildSite } from '../support/build.ts';
import { launchOptions } from '../support/chromium.ts';
import { serveSite } from '../support/serveSite.ts';
import { type Task, TRACE_CATEGORIES, tasksBeforeMark } from './interactions/trace.ts';
import { PHONE, SLOWDOWN } from './interactions/visit.ts';

const PATHS = ['/', '/about', '/careers', '/courses', '/contact', '/applyPath', '/register-re', '/blog'];

const ROUNDS = 3;

/** The longest that a task may take, in milliseconds of the slowed processor. */
const LIMIT = 100;

/** Milliseconds for what a page does after it is hydrated. */
const AFTERWARDS = 1_000;

const END = 'the page is loaded';

/** Ends the measurement before the tool asks the page anything; runs before the scripts of the page. */
const MARK_END = `window.addEventListener('hydrated', () =>
  setTimeout(() => {
    performance.mark('${END}');
    console.debug('${END}');
  }, ${AFTERWARDS}));`;

/** Loads a page on a phone with a slow processor. Returns its tasks, the longest first. */
async function load(browser: Browser, url: string): Promise<Task[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.addInitScript(MARK_END);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const ended = page.waitForEvent('console', (message) => message.text() === END);
    await page.goto(url, { waitUntil: 'commit' });
    await ended;
    return tasksBeforeMark(await browser.stopTracing(), END);
  } finally {
    await context.close();
  }
}

/** Loads pages and prints the longest tasks of each, as its quietest of three loads has them. */
export async function benchLoading(paths: readonly string[] = PATHS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-loading-'));
  const browser = await chromium.launch(launchOptions());
  try {
    buildSite(folder, 'production', { VISUALISER: '' });
    const server = await serveSite(folder);
    console.log(`\nThe longest tasks while a page is loaded, on a phone, processor ${SLOWDOWN} times slower`);
    let longest = 0;
    for (const path of paths) {
      const loads: Task[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(browser, server.url + path));
      const [quietest = []] = loads.toSorted(([one], [other]) => (one?.ms ?? 0) - (other?.ms ?? 0));
      longest = Math.max(longest, quietest[0]?.ms ?? Number.NaN);
      const tasks = quietest.slice(0, 4).map(({ ms, longestPart }) => `${ms.toFixed(0)} ms ${longestPart}`);
      console.log(`  ${path.padEnd(14)} ${tasks.join(', ')}`);
    }
    const verdict = longest <= LIMIT ? 'kept  ' : 'BROKEN';
    console.log(`  ${verdict} longest task ${longest.toFixed(0)} ms, limit ${LIMIT} ms`);
    await server.close();
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await benchLoading(...(process.argv.length > 2 ? [process.argv.slice(2)] : []));
