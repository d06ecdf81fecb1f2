import { afterAll, describe, expect, test } from 'vitest';
import { behaviourOf } from '../../machines/paths/equivalence.ts';
import { explore, type Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { type Mutation, mutationsOf } from '../../machines/paths/mutate.ts';
import { writeMutations } from '../../machines/paths/mutateImplementations.ts';
import { defaultCriteria, type Path, plan } from '../../machines/paths/plan.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, missingInDriver, walk } from '../drivers/driver.ts';
import { driverOf } from '../drivers/planOf.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { chosenFlows } from '../support/chosenFlows.ts';
import { failedJourney, type Mutant, type Subject, verdictOn, violatedProperty } from './killers.ts';
import { type Killers, rememberedKillers, rememberKillers } from './memory.ts';

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

const mutantOf = (flow: Flow, { apply }: Mutation): Mutant => ({
  flow: { ...flow, machine: apply(flow.machine) },
  apply,
});

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
      failsOnScreen: async (...path) => (await failureOnScreen(driver, ...path)) !== null,
    };
    expect(failedJourney(flow) ?? violatedProperty(flow, graph), 'the unchanged machine').toBeNull();
    const unchanged: Mutant = { flow, apply: (machine) => machine };
    for (const path of plan(graph, defaultCriteria))
      expect(await failureOnScreen(driver, unchanged, graph, path), 'the unchanged machine').toBeNull();

    const remembered = rememberedKillers(flow.id);
    const killers: Killers = {};
    const survivors: string[] = [];
    const equivalents: string[] = [];
    const mutations = [...mutationsOf(flow.machine), ...writeMutations(flow)];
    for (const mutation of mutations) {
      const { name } = mutation;
      const verdict = await verdictOn(subject, mutantOf(flow, mutation), remembered[name]);
      if (verdict === 'survivor') survivors.push(name);
      else if (verdict === 'equivalent') equivalents.push(name);
      else killers[name] = verdict;
    }
    rememberKillers(flow.id, { ...remembered, ...killers });
    summaryLines.push(
      `${flow.id}: ${mutations.length} mutants, ${survivors.length} survive, ${equivalents.length} proven equivalent`,
    );
    expect(survivors).toEqual([]);
  });
});
