import { toPromise } from 'xstate';
import type { Flow, PersistedSnapshot } from '../../../machines/paths/index.ts';
import { pathTitle } from '../../../machines/visualiser/pathFailures.ts';
import type { Run, RunStep } from '../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { plannedPathsOf } from './planner/client.ts';
import { firstSnapshot, restartStep } from './runSteps.ts';
import { controlledTab, startRuns, type VisualiserFlows } from './visualiserFlows.ts';

const stateKey = (persistedSnapshot: PersistedSnapshot | null) =>
  JSON.stringify([persistedSnapshot?.status, persistedSnapshot?.value, persistedSnapshot?.context]);

/**
 * Returns the run of a generated path of a flow. It loads the page first, unless that is in the untouched initial state
 * of `snapshot`.
 */
export function pathRun(
  flow: Flow,
  { index, steps, tab }: { index: number; steps: RunStep[]; tab: string },
  snapshot: PersistedSnapshot | null,
): Run {
  const { page: path } = flow;
  const isAtStart = stateKey(snapshot) === stateKey(firstSnapshot(flow));
  const restart = isAtStart ? [] : [restartStep(flow, path)];
  return {
    title: `Path ${index + 1} on the page`,
    flow: flow.id,
    tab,
    path: pathTitle(index, steps.length),
    steps: [...restart, ...steps],
  };
}

/** Runs all generated paths of a flow, one after the other. */
export async function runAllPaths(flow: Flow, flows: VisualiserFlows): Promise<void> {
  const plan = await toPromise(plannedPathsOf(flow.id));
  if ('problem' in plan) return;
  const tab = controlledTab(flows);
  startRuns(
    flows,
    plan.paths.map((steps, index) => pathRun(flow, { index, steps, tab }, null)),
  );
}
