import { afterAll, describe, expect, test } from 'vitest';
import { explore, type Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { astray } from '../../machines/paths/journey.ts';
import { type Mutation, mutationsOf } from '../../machines/paths/mutate.ts';
import { plan, usual } from '../../machines/paths/plan.ts';
import { counterexample } from '../../machines/paths/properties.ts';
import { domHands } from '../drivers/dom.tsx';
import { type Driver, missingIn, walk } from '../drivers/driver.ts';
import { drivers } from '../drivers/index.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { equivalent } from './equivalent.ts';

/**
 * Makes every mistake in every machine and lets what was written by hand find it: the pinned journeys, the
 * properties, and what the drivers see on the screen while they walk the plan of the wrong machine.
 */

/** What is said about a machine that is no good, or null when nothing is. */
async function killer(flow: Flow, driver: Driver): Promise<string | null> {
  const journey = flow.journeys.find((pinned) => astray(flow, pinned));
  if (journey) return `journey "${journey.title}"`;
  const graph = explore(flow);
  const property = flow.properties.find((held) => counterexample(graph, held));
  return property ? `property "${property.title}"` : onScreen(flow, driver, graph);
}

async function onScreen(flow: Flow, driver: Driver, graph: Graph): Promise<string | null> {
  const [missing] = missingIn(flow, driver, graph);
  if (missing) return missing;
  for (const path of plan(graph, usual)) {
    const hands = domHands(flow.id);
    try {
      await walk(flow, driver, path, hands);
    } catch (error) {
      return `screen ${error instanceof Error ? error.message : error}`;
    } finally {
      hands.close();
    }
  }
  return null;
}

async function survives(flow: Flow, driver: Driver, mutation: Mutation): Promise<boolean> {
  const site = siteFlows[flow.id];
  if (!site) throw new Error(`The flow "${flow.id}" is not in tests/drivers/siteFlows.ts.`);
  const sound = site.machine;
  const undo = mutation.apply();
  try {
    site.machine = sound.provide({});
    return (await killer({ ...flow, machine: flow.machine.provide({}) }, driver)) === null;
  } finally {
    site.machine = sound;
    undo();
  }
}

const tally: string[] = [];
afterAll(() => {
  for (const line of tally) console.log(line);
});

describe.each(chosenFlows)('$id', (flow) => {
  test('every mistake is found, or is proven to make no difference', { timeout: 1_800_000 }, async () => {
    const driver = drivers[flow.id];
    if (!driver) throw new Error(`The flow "${flow.id}" has no driver.`);
    expect(await killer(flow, driver), 'the machine without a mistake').toBeNull();
    const mutations = mutationsOf(flow.machine);
    const survivors: string[] = [];
    for (const mutation of mutations)
      if (await survives(flow, driver, mutation)) survivors.push(mutation.name);
    const known = equivalent[flow.id] ?? {};
    tally.push(
      `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${Object.keys(known).length} proven equivalent`,
    );
    expect(survivors.sort()).toEqual(Object.keys(known).sort());
  });
});
