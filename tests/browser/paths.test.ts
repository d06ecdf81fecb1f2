import { describe, inject, onTestFinished, test } from 'vitest';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import { planOf } from '../drivers/planOf.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';
import { sharedBrowser } from './browser.ts';

const { browser } = sharedBrowser();

describe.each(chosenFlows.map(planOf))('$id walked on the built site', ({ flow, graph, driver, paths }) => {
  const record = walkRecorder('browser', flow, graph);
  test.each(paths)('$title', async ({ path }) => {
    const pageDriver = await chromiumPageDriver(browser(), inject('site'), flow.id);
    onTestFinished(pageDriver.close);
    record(await walk(flow, driver, path, pageDriver));
  });
});
