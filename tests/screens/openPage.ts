import { test as base } from 'vitest';
import { type DomPageDriver, domPageDriver } from '../drivers/dom/domPageDriver.ts';

/** Opens the page at a path of the site, as a visit of its address does. Returns its driver, for the flow that is named. */
type Open = (path: string, flow?: string) => Promise<DomPageDriver>;

/** A test of pages that are opened at their addresses, and closed when it ends. */
export const test = base.extend<{ open: Open }>({
  open: async ({ task: _ }, use) => {
    const pages: DomPageDriver[] = [];
    await use(async (path, flow = 'routeLoading') => {
      const page = domPageDriver(flow);
      pages.push(page);
      await page.browser.open(path);
      return page;
    });
    for (const page of pages) page.close();
  },
});
