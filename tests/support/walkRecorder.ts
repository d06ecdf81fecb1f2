import { afterAll } from 'vitest';
import { observedCoverage, type PerformedEdge } from '../../machines/paths/coverage.ts';
import type { Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { saveObservedCoverage } from './observedCoverage.ts';

/** Records the walks of the tests of a describe, and saves their coverage of the flow afterwards, for the visualiser. */
export function walkRecorder(
  level: string,
  flow: Flow,
  graph: Graph,
): (walked: readonly PerformedEdge[]) => void {
  const walked: (readonly PerformedEdge[])[] = [];
  afterAll(() => {
    if (walked.length > 0) saveObservedCoverage(observedCoverage(flow, level, graph, walked));
  });
  return (walk) => {
    walked.push(walk);
  };
}
