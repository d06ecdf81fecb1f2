import type { Page } from 'playwright-core';

/** Makes the browser of a page ask for few data, as a visitor can in its settings. */
export async function saveData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
}

/** Waits until a page that was opened has begun to load what it prefetches, if anything. */
export async function untilPrefetching(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
