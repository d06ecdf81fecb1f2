import type { Page } from 'playwright-core';

/** Waits until a page of the site listens to what one does. Other documents are as they are. */
export const untilHydrated = async (page: Page): Promise<void> => {
  await page
    .locator('html[data-hydrated], html:not(:has(script[data-modules])), svg:root')
    .waitFor({ state: 'attached' });
};
