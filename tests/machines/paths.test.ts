import { describe, expect, test } from 'vitest';
import { counterexample, explore, journeyDivergence, plan, walk } from '../../machines/paths/index.ts';
import { pathTitle } from '../../machines/visualiser/pathFailures.ts';
import { chosenOnMachine, walkRecorder } from '../support/chosenFlows.ts';
import { walkOrShorten } from '../support/walkOrShorten.ts';

/** The journeys, the properties and the planned paths of every flow on its bare machine. A walk that fails is shortened. */

describe.each(chosenOnMachine)('$id', (flow) => {
  test.each(flow.journeys)('$title', (journey) => {
    expect(journeyDivergence(flow, journey)).toBeNull();
  });

  const graph = explore(flow);
  test.each(flow.properties)('$kind: $title', (property) => {
    expect(counterexample(graph, property)).toBeNull();
  });

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
});
