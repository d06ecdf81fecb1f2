import { describe, inject, test } from 'vitest';
import { chromiumPageDriver } from '../drivers/chromium/chromiumPageDriver.ts';
import { planOf } from '../drivers/planOf.ts';
import { namingSeed, randomWalksOf, walkOnNewPages } from '../drivers/walks.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';
import { sharedBrowser } from './browser.ts';

const { browser } = sharedBrowser();

describe.each(chosenFlows.map(planOf))('$id walked on the built site', (plan) => {
  const record = walkRecorder('browser', plan.flow, plan.graph, plan.driver.checks);
  const openPage = () => chromiumPageDriver(browser(), inject('site'), plan.id);

  test.each(plan.paths)('$title', ({ path, title }) => record(title, walkOnNewPages(plan, path, openPage)));

  test.each(randomWalksOf(plan, 0))('$title', ({ path, title }) =>
    record(title, namingSeed(walkOnNewPages(plan, path, openPage))),
  );
});
