import { describe, onTestFinished, test } from 'vitest';
import { domHands } from '../drivers/dom.tsx';
import { walk } from '../drivers/driver.ts';
import { planOf } from '../drivers/planOf.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

describe.each(chosenFlows.map(planOf))('$id', ({ flow, graph, driver, paths }) => {
  const keep = walkRecorder('screens', flow, graph);

  test.each(paths)('$title', async ({ path }) => {
    const hands = domHands(flow.id);
    onTestFinished(hands.close);
    keep(await walk(flow, driver, path, hands));
  });
});
