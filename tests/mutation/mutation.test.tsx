import { afterAll, describe, expect, test } from 'vitest';
import {
  behaviourOf,
  defaultCriteria,
  explore,
  type Flow,
  type Graph,
  type Path,
  plan,
} from '../../machines/paths/index.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, missingInDriver, walk } from '../drivers/driver.ts';
import { driverOf } from '../drivers/planOf.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { examineMutants } from './examine.ts';
import { failedJourney, type Mutant, type Subject, violatedProperty } from './killers.ts';

/**
 * Applies every mutation to every machine, and expects it to be killed by what is written by hand: the journeys, the
 * properties, or the checks of the drivers while they walk the mutated machine; or to be proven equivalent.
 */

function siteFlowOf({ id }: Flow) {
  const siteFlow = siteFlows[id];
  if (!siteFlow) throw new Error(`The flow "${id}" is not in tests/drivers/siteFlows.ts.`);
  return siteFlow;
}

/** Returns how the walk of a path of a mutant fails on the screen; null where it does not. */
async function failureOnScreen(
  driver: Driver,
  { flow, apply }: Mutant,
  graph: Graph,
  path: Path,
): Promise<string | null> {
  const siteFlow = siteFlowOf(flow);
  const [missing] = missingInDriver(flow, driver, graph);
  if (missing) return missing;
  const original = siteFlow.machine;
  siteFlow.machine = apply(original);
  const pageDriver = domPageDriver(flow.id);
  try {
    await walk(flow, driver, path, pageDriver);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    pageDriver.close();
    siteFlow.machine = original;
  }
}

const summaryLines: string[] = [];
afterAll(() => {
  for (const line of summaryLines) console.log(line);
});

describe.each(chosenFlows)('$id', (flow) => {
  test('every mutant is killed, or is proven equivalent', { timeout: 1_800_000 }, async () => {
    const driver = driverOf(flow);
    const graph = explore(flow);
    const { actions } = siteFlowOf(flow).machine.implementations;
    const subject: Subject = {
      flow,
      actions,
      behaviour: behaviourOf(flow, graph, actions),
      planOf: (mutated) => plan(mutated, defaultCriteria),
      failsOnScreen: async (...path) => (await failureOnScreen(driver, ...path)) !== null,
    };
    expect(failedJourney(flow) ?? violatedProperty(flow, graph), 'the unchanged machine').toBeNull();
    const unchanged: Mutant = { flow, apply: (machine) => machine };
    // The other paths are walked by tests/screens/paths.test.tsx.
    for (const path of nonEmpty(plan(graph, defaultCriteria).slice(0, 1)))
      expect(await failureOnScreen(driver, unchanged, graph, path), 'the unchanged machine').toBeNull();

    const { survivors, summary } = await examineMutants(subject);
    summaryLines.push(summary);
    expect(survivors).toEqual([]);
  });
});
