import { afterAll, describe, expect, test } from 'vitest';
import { counterexample } from '../../machines/paths/counterexample.ts';
import { explore, type Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { journeyDivergence } from '../../machines/paths/journey.ts';
import { type Mutation, mutationsOf } from '../../machines/paths/mutate.ts';
import { defaultCriteria, plan } from '../../machines/paths/plan.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, missingInDriver, walk } from '../drivers/driver.ts';
import { driverOf } from '../drivers/planOf.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { equivalentMutants } from './equivalentMutants.ts';

/**
 * Applies every mutation to every machine, and expects it to be killed by what is written by hand: the journeys, the
 * properties, or the checks of the drivers while they walk the plan of the mutated machine.
 */

/** Returns the name of the journey, the property or the screen that fails with a machine; null if none does. */
async function killedBy(flow: Flow, driver: Driver): Promise<string | null> {
  const journey = flow.journeys.find((pinned) => journeyDivergence(flow, pinned));
  if (journey) return `journey "${journey.title}"`;
  const graph = explore(flow);
  const property = flow.properties.find((candidate) => counterexample(graph, candidate));
  return property ? `property "${property.title}"` : failureOnScreen(flow, driver, graph);
}

async function failureOnScreen(flow: Flow, driver: Driver, graph: Graph): Promise<string | null> {
  const [missing] = missingInDriver(flow, driver, graph);
  if (missing) return missing;
  for (const path of plan(graph, defaultCriteria)) {
    const pageDriver = domPageDriver(flow.id);
    try {
      await walk(flow, driver, path, pageDriver);
    } catch (error) {
      return `screen ${error instanceof Error ? error.message : error}`;
    } finally {
      pageDriver.close();
    }
  }
  return null;
}

async function survives(flow: Flow, driver: Driver, mutation: Mutation): Promise<boolean> {
  const siteFlow = siteFlows[flow.id];
  if (!siteFlow) throw new Error(`The flow "${flow.id}" is not in tests/drivers/siteFlows.ts.`);
  const original = siteFlow.machine;
  const undo = mutation.apply();
  try {
    siteFlow.machine = original.provide({});
    return (await killedBy({ ...flow, machine: flow.machine.provide({}) }, driver)) === null;
  } finally {
    siteFlow.machine = original;
    undo();
  }
}

const summaryLines: string[] = [];
afterAll(() => {
  for (const line of summaryLines) console.log(line);
});

describe.each(chosenFlows)('$id', (flow) => {
  test('every mutant is killed, or is proven equivalent', { timeout: 1_800_000 }, async () => {
    const driver = driverOf(flow);
    expect(await killedBy(flow, driver), 'the unchanged machine').toBeNull();
    const mutations = mutationsOf(flow.machine);
    const survivors: string[] = [];
    for (const mutation of mutations)
      if (await survives(flow, driver, mutation)) survivors.push(mutation.name);
    const known = equivalentMutants[flow.id] ?? {};
    summaryLines.push(
      `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${Object.keys(known).length} proven equivalent`,
    );
    expect(survivors.sort()).toEqual(Object.keys(known).sort());
  });
});
