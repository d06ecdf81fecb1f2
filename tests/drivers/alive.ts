import type { Page } from 'playwright-core';

/** Waits until a page of the site listens to what one does. Other documents are as they are. */
export const untilAlive = async (page: Page): Promise<void> => {
  await page
    .locator('html[data-live], html:not(:has(script[data-modules])), svg:root')
    .waitFor({ state: 'attached' });
};
