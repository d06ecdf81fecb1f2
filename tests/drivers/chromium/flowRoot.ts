import type { Locator, Page } from 'playwright-core';

/** Returns the element that renders a flow. */
export const flowRoot = (page: Page, flow: string): Locator => page.locator(`[data-flow="${flow}"]`);
