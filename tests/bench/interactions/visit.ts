import type { Browser, Page } from 'playwright-core';
import { untilHydrated } from '../../drivers/hydrated.ts';
import type { Step } from './pages.ts';
import { TOGGLE_BY_VANILLA_CODE } from './pages.ts';
import { TRACE_CATEGORIES, type Work, workBetweenMarks } from './trace.ts';

/** An interaction as the browser measures it, in milliseconds, and the work on the main thread after it. */
export type Measured = Work & {
  name: string;
  /** From the touch or the key until the next paint, rounded to 8 ms. */
  duration: number;
  delay: number;
  handlers: number;
};

/** The factor by which the processor is slowed down. */
export const SLOWDOWN = 4;

/** Lighthouse's phone. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** The shortest duration that the browser reports. Milliseconds. */
const SHORTEST = 16;

/** The time in which a page paints what a step changes, transitions included. Milliseconds. */
const STEP_TIME = 300;

const START = 'start of a step';
const END = 'end of a step';

type EventTiming = { start: number; duration: number; delay: number; handlers: number };

declare global {
  interface Window {
    eventTimings: EventTiming[];
  }
}

/** A string because tsx would add its own calls to a function. */
const OBSERVE_EVENTS = `
  window.eventTimings = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, startTime, duration, processingStart, processingEnd } of list.getEntries())
      if (interactionId)
        window.eventTimings.push({
          start: startTime,
          duration,
          delay: processingStart - startTime,
          handlers: processingEnd - processingStart,
        });
  }).observe({ type: 'event', durationThreshold: ${SHORTEST} });`;

async function perform(page: Page, { target }: Step): Promise<void> {
  const place = target === undefined ? null : await centreOf(page, target);
  await page.evaluate((name) => performance.mark(name), START);
  if (place) await page.touchscreen.tap(place.x, place.y);
  else await page.keyboard.press('x');
  await page.waitForTimeout(STEP_TIME);
  await page.evaluate((name) => performance.mark(name), END);
}

/** Scrolls an element into the middle of the window, unless it is within it, and returns its centre. */
async function centreOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const { box, hasScrolled } = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const before = window.scrollY;
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 80 || bottom > window.innerHeight - 80)
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
      return { box: element.getBoundingClientRect().toJSON(), hasScrolled: before !== window.scrollY };
    });
  if (hasScrolled) await page.waitForTimeout(STEP_TIME);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens a page on a phone with a slow processor, performs the steps, and returns what each took. */
export async function visit(
  browser: Browser,
  url: string,
  steps: readonly Step[],
  hasScripts: boolean,
): Promise<Measured[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    if (hasScripts) await untilHydrated(page);
    else await page.evaluate(TOGGLE_BY_VANILLA_CODE);
    await page.evaluate(OBSERVE_EVENTS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    for (const step of steps) await perform(page, step);
    const work = workBetweenMarks(await browser.stopTracing(), START, END);
    const [timings, starts] = await page.evaluate(
      (mark) =>
        [window.eventTimings, performance.getEntriesByName(mark).map(({ startTime }) => startTime)] as const,
      START,
    );
    return steps.map(({ name }, index) => {
      const [start = 0, end = Number.POSITIVE_INFINITY] = starts.slice(index, index + 2);
      const own = timings.filter((timing) => timing.start >= start && timing.start < end);
      const worked = work[index];
      if (!worked) throw new Error(`The trace of ${url} does not show step ${index}, ${name}.`);
      return {
        name,
        duration: Math.max(SHORTEST, ...own.map(({ duration }) => duration)),
        delay: Math.max(0, ...own.map(({ delay }) => delay)),
        handlers: own.reduce((sum, { handlers }) => sum + handlers, 0),
        ...worked,
      };
    });
  } finally {
    await context.close();
  }
}
