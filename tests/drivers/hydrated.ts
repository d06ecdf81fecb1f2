import type { Page } from 'playwright-core';

/** Waits until a page of the site is hydrated. Other documents need no wait. */
export const untilHydrated = async (page: Page): Promise<void> => {
  await page
    .locator('html[data-hydrated], html:not(:has(script[data-modules])), svg:root')
    .waitFor({ state: 'attached' });
};
