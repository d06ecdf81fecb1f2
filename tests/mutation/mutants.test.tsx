import { afterAll, describe, expect, test } from 'vitest';
import {
  behaviourOf,
  type Flow,
  type Graph,
  mutationsOf,
  type Path,
  plan,
} from '../../machines/paths/index.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { type Driver, missingInDriver, walk } from '../drivers/driver.ts';
import { drivers } from '../drivers/index.ts';
import { siteFlows } from '../drivers/siteFlows.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { exploredGraph, writtenWalksOf } from '../support/writtenPlans.ts';
import { askOnMachine, type Mutant, maxStates, type Subject, verdictOn } from './notices.ts';
import { asksAll, type Examined, lineOf, missedByPlan, summaryOf, survivorsOf } from './report.ts';

/**
 * Applies every mutation to the machines of flows. Each mutant is noticed by the written plan, a journey, a
 * property or a check of the drivers while they walk the mutated machine; or it is proven equivalent.
 */

/** The part of the mutants, equivalent ones apart, that the written plan may leave to the other tests. */
const LEFT_BY_PLAN = 0.05;

/** How the walk of a path of a mutant fails on the screen; null where it does not. */
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

/** A flow without a page is asked on the bare machine alone. */
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
    failureOnScreen: async (...mutant) => (driver ? failureOnScreen(driver, ...mutant) : null),
  };
}

/**
 * Examines every mutant of a flow. A journey that has noticed one is tried first, because it often notices the
 * next.
 */
async function examineMutants(subject: Subject): Promise<Examined[]> {
  const { flow } = subject;
  const examined: Examined[] = [];
  let { journeys } = flow;
  for (const { name, apply } of mutationsOf(flow)) {
    const mutant = { flow: { ...flow, journeys, machine: apply(flow.machine) }, apply };
    const verdict = await verdictOn(subject, mutant, asksAll);
    examined.push({ name, verdict });
    if (asksAll) console.log(lineOf({ name, verdict }));
    const title = typeof verdict === 'string' ? undefined : verdict.find(({ by }) => by === 'journey')?.what;
    if (title !== undefined)
      journeys = journeys.toSorted(
        (one, other) => Number(other.title === title) - Number(one.title === title),
      );
  }
  return examined;
}

const examinedFlows: Examined[][] = [];
afterAll(() => {
  if (examinedFlows.length > 1) console.log(summaryOf('Together', examinedFlows.flat(), 'mutants'));
});

describe('mutants', () => {
  test.each(chosenOnMachine)(
    'every mutant of $id is noticed, or is proven equivalent',
    { timeout: 1_800_000 },
    async (flow) => {
      const graph = exploredGraph(flow);
      const subject = subjectOf(flow, graph);
      const { notices } = askOnMachine(flow, { limit: maxStates(graph), asksAll: true });
      expect(notices, 'the unchanged machine').toEqual([]);
      const unchanged: Mutant = { flow, apply: (machine) => machine };
      // The other paths are walked by tests/screens/paths.test.tsx.
      for (const { path } of nonEmpty(writtenWalksOf(flow).slice(0, 1)))
        expect(await subject.failureOnScreen(unchanged, graph, path()), 'the unchanged machine').toBeNull();

      const examined = await examineMutants(subject);
      examinedFlows.push(examined);
      console.log(summaryOf(flow.id, examined, 'mutants'));
      expect(survivorsOf(examined)).toEqual([]);
      const { missed, noticeable } = missedByPlan(examined);
      expect(missed.length / noticeable, missed.join('\n')).toBeLessThanOrEqual(LEFT_BY_PLAN);
    },
  );
});
