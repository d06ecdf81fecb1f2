import { describe, test } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { domPageDriverWithLeftoverCheck } from '../drivers/dom/leftovers.ts';
import { planOf } from '../drivers/planOf.ts';
import { namingSeed, randomWalksOf, walkOnNewPages } from '../drivers/walks.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

describe.each(chosenFlows.map(planOf))('$id', (plan) => {
  // The visualiser is one page for all its flows, and keeps what several of them share.
  const isOfSite = plan.flow.page !== null;
  const openPage = () => (isOfSite ? domPageDriverWithLeftoverCheck : domPageDriver)(plan.id);
  const record = walkRecorder('screens', plan.flow, plan.graph, plan.driver.checks);

  test.each(plan.paths)('$title', ({ path, title }) => record(title, walkOnNewPages(plan, path, openPage)));

  test.each(randomWalksOf(plan, 1))('$title', ({ path, title }) =>
    record(title, namingSeed(walkOnNewPages(plan, path, openPage))),
  );
});
