import { afterAll } from 'vitest';
import { runOf } from '../../machines/paths/coverage.ts';
import type { Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import type { Path } from '../../machines/paths/plan.ts';
import { keepRun } from './runs.ts';

/** Keeps which paths of a flow the tests around it have walked, once they are over: the visualiser shows it. */
export function keepWalked(level: string, flow: Flow, graph: Graph): (path: Path) => void {
  const walked: Path[] = [];
  afterAll(() => {
    if (walked.length > 0) keepRun(runOf(flow, level, graph, walked));
  });
  return (path) => {
    walked.push(path);
  };
}
