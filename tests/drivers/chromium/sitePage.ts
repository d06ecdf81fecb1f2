import type { Page } from 'playwright-core';

/** Waits until a page of the site is hydrated. Other documents need no wait. */
export const untilHydrated = async (page: Page): Promise<void> => {
  // Not a locator: its waits count as assertions of the test.
  await page.waitForSelector('html[data-hydrated], html:not(:has(script[data-modules])), svg:root', {
    state: 'attached',
  });
};

/** Lets the clock of a page stand still, before the page is opened. Until it is paused, which may take a second, it goes on. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-06-01T08:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T09:00:01Z'));
}
