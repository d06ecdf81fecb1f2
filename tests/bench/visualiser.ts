import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Frame, type Page } from 'playwright-core';
import { buildSite } from '../support/build.ts';
import { launchOptions } from '../support/chromium.ts';
import { serveSite } from '../support/serveSite.ts';

/** The cost of the live channel between a page and the visualiser: a thousand events a second for ten seconds. */

const EVENTS = 10_000;
const SECONDS = 10;

/** Records the milliseconds between the frames of a page. It is a string because tsx would add its own calls to a function. */
const RECORD_FRAME_TIMES = `{
  window.frameTimes = [];
  let last = performance.now();
  requestAnimationFrame(function note(now) {
    window.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(note);
  });
}`;

declare global {
  interface Window {
    frameTimes?: number[];
  }
}

/** Opens and closes the scholarship's terms, evenly spread. Returns the seconds that it took. */
const clickRapidly = (site: Frame): Promise<number> =>
  site.evaluate(
    ([events, seconds]) =>
      new Promise<number>((resolve) => {
        const button = document.querySelector<HTMLElement>('[data-flow="scholarshipTerms"] button');
        const start = performance.now();
        let sent = 0;
        const timer = setInterval(() => {
          const due = Math.min(
            events,
            Math.floor(((performance.now() - start) / 1_000) * (events / seconds)),
          );
          for (; sent < due; sent += 1) button?.click();
          if (sent < events) return;
          clearInterval(timer);
          resolve((performance.now() - start) / 1_000);
        }, 4);
      }),
    [EVENTS, SECONDS] as const,
  );

const percentile = (sorted: number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

const framesIn = (times: number[]) => {
  const sorted = times.slice(1).sort((one, other) => one - other);
  return `frames: median ${percentile(sorted, 0.5)}, 95 % ${percentile(sorted, 0.95)}, 99 % ${percentile(sorted, 0.99)}, longest ${percentile(sorted, 1)} ms`;
};

async function measure(browser: Browser, url: string, isFramed: boolean): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const visualiser = await context.newPage();
    await visualiser.goto(`${url}/visualiser/scholarshipTerms${isFramed ? '' : '?preview=tab'}`);
    const tab = isFramed ? null : await context.newPage();
    await tab?.goto(`${url}/knowmore`);
    await visualiser.bringToFront();
    await visualiser.locator('.current code').waitFor();
    await visualiser.locator('.chart svg').first().waitFor();
    const site = tab?.mainFrame() ?? visualiser.frames().find((frame) => frame !== visualiser.mainFrame());
    if (!site) throw new Error('The page is not there.');
    await site.locator('[data-flow="scholarshipTerms"] button').waitFor();

    await visualiser.evaluate(RECORD_FRAME_TIMES);
    const seconds = await clickRapidly(site);
    await visualiser.waitForFunction(
      (events) => document.querySelector('.microstep-count')?.textContent?.startsWith(`${events} `),
      EVENTS,
    );
    const tally = await visualiser.locator('.microstep-count').textContent();
    const times = await visualiser.evaluate(() => window.frameTimes ?? []);
    console.log(
      `  page in ${isFramed ? 'the frame ' : 'another tab'}: ${Math.round(EVENTS / seconds)} events/s; ${tally}; ${framesIn(times)}`,
    );
  } finally {
    await context.close();
  }
}

const KEYS = 100;
const ROUNDS = 5;

/** Returns the seconds for which the main thread of a page and its frame has worked. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Types into the message of the contact form. Returns the milliseconds of work for each key. */
async function typingWork(page: Page, session: CDPSession): Promise<number> {
  const field = page.frameLocator('iframe').locator('#contact-message');
  await field.fill('');
  await page.waitForTimeout(500);
  const before = await workOf(session);
  await field.pressSequentially('x'.repeat(KEYS), { delay: 30 });
  await page.waitForTimeout(500);
  return ((await workOf(session)) - before) * (1_000 / KEYS);
}

const medianOf = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Measures what a key costs while the flow is recorded and while it is not, by turns on one page. */
async function measureTyping(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(`${url}/visualiser/contact`);
    await page.locator('.current code').waitFor();
    await page.getByRole('tab', { name: 'Recording' }).click();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const idle: number[] = [];
    const recorded: number[] = [];
    await typingWork(page, session);
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.push(await typingWork(page, session));
      await press('Record');
      recorded.push(await typingWork(page, session));
      await press('Stop');
      await press('Discard');
    }
    const [plain, recording] = [medianOf(idle), medianOf(recorded)];
    console.log(
      `  a key typed: ${plain.toFixed(1)} ms of work, while it is recorded ${recording.toFixed(1)} ms, ${(recording - plain).toFixed(1)} ms more`,
    );
  } finally {
    await page.close();
  }
}

/** Measures the channel with the page in another tab and in the frame, and prints a line for each. */
export async function benchVisualiser(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-visualiser-'));
  buildSite(folder);
  const { url, close } = await serveSite(folder);
  const browser = await chromium.launch(launchOptions());
  try {
    console.log(`\nThe live channel of the visualiser, ${EVENTS / SECONDS} events a second for ${SECONDS} s`);
    await measure(browser, url, false);
    await measure(browser, url, true);
    await measureTyping(browser, url);
  } finally {
    await browser.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchVisualiser();
