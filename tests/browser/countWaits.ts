import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const counted = new WeakSet<object>();

/** Counts each wait for an element as an assertion of the running test, since it throws where its time is over. */
export function countWaits(page: Page): void {
  const locators: Locator = Object.getPrototypeOf(page.locator('html'));
  if (counted.has(locators)) return;
  counted.add(locators);
  const { waitFor } = locators;
  locators.waitFor = async function (this: Locator, ...options) {
    await waitFor.apply(this, options);
    expect.setState({ assertionCalls: expect.getState().assertionCalls + 1 });
  };
}
