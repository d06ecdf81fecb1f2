import type { Page } from 'playwright-core';
import type { ClockDriver } from '../pageDriver.ts';

/** Fakes the clock of a page, which stands still from the start. Until it is paused, which may take a second, it goes on. */
export async function chromiumClock(page: Page): Promise<ClockDriver> {
  await page.clock.install({ time: new Date('2026-06-01T08:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T09:00:01Z'));
  return { advance: (milliseconds) => page.clock.runFor(milliseconds) };
}
