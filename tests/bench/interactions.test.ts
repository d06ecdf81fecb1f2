import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { sharedBrowser } from '../browser/browser.ts';
import { type ChromiumPageDriver, chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import type { PageDriver } from '../drivers/pageDriver.ts';
import { sitePlans } from '../drivers/plans.ts';

/** How long the interactions of each flow take until the page has painted what came of them, on generated paths. */

/** How much slower the processor is made than it is. */
const SLOWDOWN = 4;

/** Milliseconds that an interaction should stay under. */
const GOAL = 50;

declare global {
  interface Window {
    interactionTook: (id: string, milliseconds: number) => void;
  }
}

const { browser } = sharedBrowser();

/** Milliseconds for which a finger stays on a button: what it does when it comes down is painted before it leaves. */
const PRESS_DURATION = 80;

/** Milliseconds in which a page can paint before it is looked at: looking takes time on the page, too. */
const PAINT_TIME = 60;

/**
 * Returns a page driver on a slow processor, which waits after each interaction until the page has painted. Pages load
 * at full speed.
 */
async function onSlowProcessor(pageDriver: ChromiumPageDriver): Promise<PageDriver> {
  const { page, browser, user } = pageDriver;
  const session = await page.context().newCDPSession(page);
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const waitingForPaint =
    <Args extends unknown[]>(act: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      await act(...args);
      await page.waitForTimeout(PAINT_TIME);
    };
  return {
    ...pageDriver,
    browser: {
      ...browser,
      open: async (path) => {
        await slow(1);
        await browser.open(path);
        await slow(SLOWDOWN);
      },
    },
    user: {
      ...user,
      press: waitingForPaint(user.press),
      pressTwice: waitingForPaint(user.pressTwice),
      pressKey: waitingForPaint(user.pressKey),
      setChecked: waitingForPaint(user.setChecked),
    },
  };
}

/** Notes each interaction on a page with its longest event, as the metric "interaction to next paint" counts it. */
async function recordInteractions(page: Page): Promise<Map<string, number>> {
  const longest = new Map<string, number>();
  await page.exposeFunction('interactionTook', (id: string, milliseconds: number) => {
    longest.set(id, Math.max(longest.get(id) ?? 0, milliseconds));
  });
  await page.addInitScript(() => {
    const document = Math.random();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId)
          window.interactionTook(`${document} ${entry.interactionId}`, entry.duration);
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  });
  return longest;
}

/** The metric "interaction to next paint" of some interactions: the longest, but one in fifty is left out. */
const toNextPaint = (sorted: readonly number[]) => sorted.at(-1 - Math.floor(sorted.length / 50)) ?? 0;

describe(`interaction to next paint, processor ${SLOWDOWN} times slower, goal ${GOAL} ms`, () => {
  test.each(sitePlans)('$id', async ({ id, flow, driver, paths }) => {
    const durations: number[] = [];
    for (const { path } of paths) {
      const pageDriver = await chromiumPageDriver(browser(), inject('site'), id, {
        pressDuration: PRESS_DURATION,
      });
      onTestFinished(pageDriver.close);
      const longest = await recordInteractions(pageDriver.page);
      await walk(flow, driver, path, await onSlowProcessor(pageDriver));
      durations.push(...longest.values());
    }
    durations.sort((one, other) => one - other);
    const median = durations[Math.floor(durations.length / 2)] ?? 0;
    const figures = `median ${median} ms, to next paint ${toNextPaint(durations)} ms, longest ${durations.at(-1) ?? 0} ms`;
    console.log(`  ${id.padEnd(18)} ${String(durations.length).padStart(4)} interactions, ${figures}`);
    expect(durations.length).toBeGreaterThan(0);
  });
});
