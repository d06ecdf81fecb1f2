import { describe, onTestFinished, test } from 'vitest';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { walk } from '../drivers/driver.ts';
import { planOf } from '../drivers/planOf.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

describe.each(chosenFlows.map(planOf))('$id', ({ flow, graph, driver, paths }) => {
  const record = walkRecorder('screens', flow, graph);

  test.each(paths)('$title', async ({ path }) => {
    const page = domPageDriver(flow.id);
    onTestFinished(page.close);
    record(await walk(flow, driver, path, page));
  });
});
