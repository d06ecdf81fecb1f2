import type { Page } from 'playwright-core';

/** Waits until a page of the site is hydrated. Other documents need no wait. */
export const untilHydrated = async (page: Page): Promise<void> => {
  // Not a locator: its waits count as assertions of the test.
  await page.waitForSelector('html[data-hydrated], html:not(:has(script[data-modules])), svg:root', {
    state: 'attached',
  });
};
