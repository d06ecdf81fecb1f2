import { expect, test } from 'vitest';
import {
  counterexample,
  explore,
  type Flow,
  type Graph,
  journeyDivergence,
  plan,
  walk,
} from '../../machines/paths/index.ts';
import { pathTitle } from '../../machines/visualiser/pathFailures.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';
import { walkRecorder } from '../support/walkRecorder.ts';

const graphs = new Map<Flow, Graph>();

function graphOf(flow: Flow): Graph {
  const graph = graphs.get(flow) ?? explore(flow);
  graphs.set(flow, graph);
  return graph;
}

/** Walks the plan of a flow on its bare machine. A walk that fails is shortened. */
export function definePathTests(flow: Flow): void {
  const graph = graphOf(flow);
  const paths = plan(graph).paths;
  const recordWalk = walkRecorder('machines', flow, graph);

  test.each(paths.map((path, index) => ({ path, title: pathTitle(index, path.length) })))(
    '$title',
    ({ path, title }) =>
      recordWalk(
        title,
        walkOrShorten(graph, path, (attempt) => walk(flow, attempt)),
      ),
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
