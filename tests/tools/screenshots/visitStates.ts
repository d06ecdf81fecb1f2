import type { Browser, Page } from 'playwright-core';
import { plan } from '../../../machines/paths/index.ts';
import { ignoreMediaChanges, withoutPointerEvents } from '../../browser/inspectPage.ts';
import { chromiumPageDriver } from '../../drivers/chromium/chromiumPageDriver.ts';
import { walk } from '../../drivers/driver.ts';
import type { Plan } from '../../drivers/plans.ts';

/**
 * Walks a flow on the built site until every state has been shown, and calls `visit` in each once. The result has
 * the states that were shown.
 */
export async function visitStates(
  { flow, driver, graph }: Plan,
  environment: { browser: Browser; site: string },
  visit: (page: Page, state: string) => Promise<void>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  const pathsOf = (criterion: 'states' | 'transitions') => plan(graph, { criteria: [criterion] }).paths;
  // The paths of the states may only pass through one in which the flow rests elsewhere.
  for (const path of [...pathsOf('states'), ...pathsOf('transitions')]) {
    if (seen.size === graph.stateNames.size) break;
    const pageDriver = await chromiumPageDriver(environment.browser, environment.site, flow.id);
    const { page } = pageDriver;
    try {
      await ignoreMediaChanges(page);
      await walk(flow, driver, path, pageDriver, async (state) => {
        if (seen.has(state)) return;
        seen.add(state);
        await withoutPointerEvents(page, () => visit(page, state));
      });
    } finally {
      await pageDriver.close();
    }
  }
  return seen;
}
