import { afterAll } from 'vitest';
import { runOf, type Walked } from '../../machines/paths/coverage.ts';
import type { Graph } from '../../machines/paths/explore.ts';
import type { Flow } from '../../machines/paths/flow.ts';
import { keepRun } from './runs.ts';

/** Keeps what ran of a flow on the walks of the tests around it, once they are over: the visualiser shows it. */
export function keepWalked(level: string, flow: Flow, graph: Graph): (walked: readonly Walked[]) => void {
  const walked: (readonly Walked[])[] = [];
  afterAll(() => {
    if (walked.length > 0) keepRun(runOf(flow, level, graph, walked));
  });
  return (walk) => {
    walked.push(walk);
  };
}
