import { describe, test } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { planOf } from '../drivers/planOf.ts';
import { namingSeed, randomWalksOf } from '../drivers/randomWalks.ts';
import { walkOnNewPages } from '../drivers/walkOnNewPages.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

describe.each(chosenFlows.map(planOf))('$id', (plan) => {
  const record = walkRecorder('screens', plan.flow, plan.graph);

  test.each(plan.paths)('$title', async ({ path }) => {
    record(await walkOnNewPages(plan, path, () => domPageDriver(plan.id)));
  });

  test.each(randomWalksOf(plan, 1))('$title', async ({ path }) => {
    record(await namingSeed(walkOnNewPages(plan, path, () => domPageDriver(plan.id))));
  });
});
