import { describe, expect } from 'vitest';
import {
  counterexample,
  expectPlanned,
  type Flow,
  type Graph,
  type Journey,
  journeyDivergence,
  type Property,
  pathThrough,
  StepFailure,
  stateName,
  walk,
} from '../../machines/paths/index.ts';
import { chosenOnMachine } from '../support/chosenFlows.ts';
import { testFlow } from '../support/flowTests.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { JourneyFailure } from '../support/pathFailures.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';
import { exploredGraph, writtenPlanOf, writtenWalksOf } from '../support/writtenPlans.ts';

/**
 * The journeys, the properties and the written plan of every flow on its bare machine. A failed walk is shortened.
 */

/** @throws JourneyFailure with the steps up to the first that leads elsewhere, where there is one */
function expectToBeTaken(flow: Flow, journey: Journey): void {
  const divergenceAfter = (length: number) =>
    journeyDivergence(flow, { ...journey, steps: journey.steps.slice(0, length) });
  const divergence = journeyDivergence(flow, journey);
  if (divergence !== null) {
    const length = 1 + journey.steps.findIndex((_, index) => divergenceAfter(index + 1) !== null);
    const steps = journey.steps.slice(0, length).map(([name, state]) => ({ name, state }));
    const actual = /(?:led to|cannot happen in) "([^"]*)"/.exec(divergence)?.[1];
    throw new JourneyFailure(steps, actual ?? steps.at(-1)?.state ?? '', divergence);
  }
  expect(divergence).toBeNull();
}

/** @throws StepFailure with a shortest path that violates the property, where there is one */
function expectToHold(graph: Graph, property: Property): void {
  const names = counterexample(graph, property);
  const initial = graph.states.get(graph.initial)?.snapshot;
  const path = names && pathThrough(graph.flow, names);
  if (path && initial) {
    const cause = new Error(`it violates "${property.title}"`);
    throw new StepFailure(initial, path, stateName(path.at(-1)?.after ?? initial), cause);
  }
  expect(names).toBeNull();
}

describe.each(chosenOnMachine.map((flow) => [flow.id, flow] as const))('%s', (_, flow) => {
  const graph = () => exploredGraph(flow);
  const journeys = flow.journeys.map((journey) => ({
    title: journey.title,
    run: async () => expectToBeTaken(flow, journey),
  }));
  const properties = flow.properties.map((property) => ({
    title: `${property.kind}: ${property.title}`,
    run: async () => expectToHold(graph(), property),
  }));
  const written = writtenWalksOf(flow);
  const completeness = {
    title: 'the written plan leaves out nothing that the machine can do',
    run: async () => {
      const paths = nonEmpty(written).map(({ path }) => path());
      expect(() => expectPlanned(flow, writtenPlanOf(flow), paths)).not.toThrow();
    },
  };
  testFlow({ level: 'machines', flow }, [...journeys, ...properties, ...written, completeness], (path) =>
    walkOrShorten(graph, path, (attempt) => walk(flow, attempt)),
  );
});
