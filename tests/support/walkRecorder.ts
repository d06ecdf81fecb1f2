import { afterAll } from 'vitest';
import type { Checks } from '../../machines/checks/checks.types.ts';
import { type Flow, type Graph, observedCoverage, type PerformedEdge } from '../../machines/paths/index.ts';
import type { PathLevel } from '../../machines/visualiser/pathFailures.ts';
import { nonEmpty } from './nonEmpty.ts';
import { PathResultKeeper, saveObservedCoverage } from './pathFailures.ts';

/**
 * Records the walks of the tests of a describe by their titles, and saves their results and their coverage of the flow
 * afterwards, for the visualiser.
 */
export function walkRecorder(
  level: PathLevel,
  flow: Flow,
  graph: Graph,
  checks?: Checks,
): (title: string, walking: Promise<readonly PerformedEdge[]>) => Promise<void> {
  const walked: (readonly PerformedEdge[])[] = [];
  const results = new PathResultKeeper(flow, level, checks);
  afterAll(() => {
    if (walked.length > 0) saveObservedCoverage(observedCoverage(graph, level, walked));
    results.save();
  });
  return async (title, walking) => {
    walked.push(nonEmpty(await results.keep(title, walking)));
  };
}
