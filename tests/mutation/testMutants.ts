import { afterAll, describe, expect, test } from 'vitest';
import { behaviourOf, explore, type Flow, type Graph, type Path, plan } from '../../machines/paths/index.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, missingInDriver, walk } from '../drivers/driver.ts';
import { drivers } from '../drivers/index.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { examineMutants, failedJourney, type Mutant, type Subject, violatedProperty } from './killers.ts';

/** Returns how the walk of a path of a mutant fails on the screen; null where it does not. */
async function failureOnScreen(
  driver: Driver,
  { flow, apply }: Mutant,
  graph: Graph,
  path: Path,
): Promise<string | null> {
  const siteFlow = siteFlows[flow.id];
  if (!siteFlow) throw new Error(`The flow "${flow.id}" is not in tests/drivers/siteFlows.ts.`);
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

const doNothing = () => {};

/** Returns what is asked of the mutants of a flow. One without a page is asked on the bare machine alone. */
function subjectOf(flow: Flow, graph: Graph): Subject {
  const driver = drivers[flow.id];
  const ownActions = Object.keys(flow.machine.implementations.actions);
  const actions =
    siteFlows[flow.id]?.machine.implementations.actions ??
    Object.fromEntries(ownActions.map((name) => [name, doNothing]));
  return {
    flow,
    actions,
    behaviour: behaviourOf(graph, actions),
    planOf: (mutated) => (driver ? plan(mutated).paths : []),
    failsOnScreen: async (...mutant) =>
      driver !== undefined && (await failureOnScreen(driver, ...mutant)) !== null,
  };
}

/**
 * Applies every mutation to the machines of flows, and expects it to be killed by what is written by hand: the journeys,
 * the properties, or the checks of the drivers while they walk the mutated machine; or to be proven equivalent.
 */
export function testMutants(flows: readonly Flow[]): void {
  const summaryLines: string[] = [];
  afterAll(() => {
    for (const line of summaryLines) console.log(line);
  });

  describe.runIf(flows.length > 0)('mutants', () => {
    test.each(flows)(
      'every mutant of $id is killed, or is proven equivalent',
      { timeout: 600_000 },
      async (flow) => {
        const graph = explore(flow);
        const subject = subjectOf(flow, graph);
        expect(failedJourney(flow) ?? violatedProperty(flow, graph), 'the unchanged machine').toBeNull();
        const unchanged: Mutant = { flow, apply: (machine) => machine };
        // The other paths are walked by tests/screens/paths.test.tsx.
        for (const path of nonEmpty(plan(graph).paths.slice(0, 1)))
          expect(await subject.failsOnScreen(unchanged, graph, path), 'the unchanged machine').toBe(false);

        const { survivors, summary } = await examineMutants(subject);
        summaryLines.push(summary);
        expect(survivors).toEqual([]);
      },
    );
  });
}
