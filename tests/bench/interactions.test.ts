import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { sharedBrowser } from '../browser/browser.ts';
import { type ChromiumPageDriver, chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import type { PageDriver } from '../drivers/pageDriver.ts';
import { sitePlans } from '../drivers/plans.ts';

/** Measures the time from each interaction of each flow to the next paint, on generated paths. */

/** The factor by which the processor is slowed down. */
const SLOWDOWN = 4;

/** The limit of an interaction. Milliseconds. */
const GOAL = 50;

declare global {
  interface Window {
    interactionTook: (id: string, milliseconds: number) => void;
  }
}

const { browser } = sharedBrowser();

/** The time for which a press holds the button down, so that its start is painted before its end. Milliseconds. */
const PRESS_DURATION = 80;

/** The time in which a page can paint before it is inspected, since an inspection takes time on the page. Milliseconds. */
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

/** Records each interaction on a page with its longest event, as the metric "interaction to next paint" counts it. */
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

/** Returns the metric "interaction to next paint" of some interactions: the longest, without one in fifty. */
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
