import { expect, test } from 'vitest';
import { counterexample } from '../../machines/paths/counterexample.ts';
import { explore, type Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { journeyDivergence } from '../../machines/paths/journey.ts';
import { plan } from '../../machines/paths/plan.ts';
import { printFailure } from '../../machines/paths/print.ts';
import { createSimulation } from '../../machines/paths/simulation.ts';
import { stateKey } from '../../machines/paths/stateKey.ts';
import { stepName } from '../../machines/paths/steps.ts';
import { stateName } from '../../machines/stateName.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

const graphs = new Map<Flow, Graph>();

function graphOf(flow: Flow): Graph {
  const graph = graphs.get(flow) ?? explore(flow);
  graphs.set(flow, graph);
  return graph;
}

/** Walks the plan of a flow on its bare machine. */
export function definePathTests(flow: Flow): void {
  const graph = graphOf(flow);
  const paths = plan(graph, ['states', 'transitions', 'guards', 'cases']);
  const recordWalk = walkRecorder('machines', flow, graph);

  test.each(paths.map((path, index) => ({ path, title: `path ${index + 1}, ${path.length} steps` })))(
    '$title',
    ({ path }) => {
      const simulation = createSimulation(flow);
      const initial = simulation.actor.getSnapshot();
      const walked = path.map((edge, index) => {
        const before = simulation.takenTransitions.length;
        simulation.perform(edge.step);
        const taken = simulation.takenTransitions.slice(before);
        const snapshot = simulation.actor.getSnapshot();
        if (stateKey(flow, snapshot) !== stateKey(flow, edge.after))
          expect.fail(printFailure(initial, path.slice(0, index + 1), stateName(snapshot)));
        expect(taken, stepName(edge.step)).toEqual(edge.transitions);
        return { edge, taken, isStateSeen: true };
      });
      simulation.actor.stop();
      recordWalk(walked);
    },
  );
}

/** Tests that the pinned journeys of a flow lead to their states, and that its properties hold. */
export function defineJourneyTests(flow: Flow): void {
  test.each(flow.journeys)('$title', (journey) => {
    expect(journeyDivergence(flow, journey)).toBeNull();
  });

  const graph = graphOf(flow);
  test.each(flow.properties)('$kind: $title', (property) => {
    expect(counterexample(graph, property)).toBeNull();
  });
}
