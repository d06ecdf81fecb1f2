import { expect, test } from 'vitest';
import { explore, type Graph, stateKey, stepName } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { astray } from '../../machines/paths/journey.ts';
import { plan } from '../../machines/paths/plan.ts';
import { counterexample } from '../../machines/paths/properties.ts';
import { createStage } from '../../machines/paths/stage.ts';
import { keepWalked } from '../support/walked.ts';

const graphs = new Map<Flow, Graph>();

function graphOf(flow: Flow): Graph {
  const graph = graphs.get(flow) ?? explore(flow);
  graphs.set(flow, graph);
  return graph;
}

/** Walks the plan of a flow on its bare machine. */
export function pathTests(flow: Flow): void {
  const graph = graphOf(flow);
  const paths = plan(graph, ['states', 'transitions', 'guards', 'cases']);
  const keep = keepWalked('machines', flow, graph);

  test.each(paths.map((path, index) => ({ path, title: `path ${index + 1}, ${path.length} steps` })))(
    '$title',
    ({ path }) => {
      const stage = createStage(flow.machine, flow.input);
      const walked = path.map((edge) => {
        const before = stage.taken.length;
        stage.take(edge.step);
        const taken = stage.taken.slice(before);
        expect(stateKey(flow, stage.actor.getSnapshot()), stepName(edge.step)).toBe(edge.to);
        expect(taken, stepName(edge.step)).toEqual(edge.transitions);
        return { edge, taken, isSeen: true };
      });
      stage.actor.stop();
      keep(walked);
    },
  );
}

/** Tests that the pinned journeys of a flow go as they should, and that its properties hold. */
export function journeyTests(flow: Flow): void {
  test.each(flow.journeys)('$title', (journey) => {
    expect(astray(flow, journey)).toBeNull();
  });

  const graph = graphOf(flow);
  test.each(flow.properties)('$kind: $title', (property) => {
    expect(counterexample(graph, property)).toBeNull();
  });
}
