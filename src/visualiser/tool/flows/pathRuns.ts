import { toPromise } from 'xstate';
import type { Flow, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import { errorMessage } from '../../../../machines/shared/actors.ts';
import { displayData } from '../../../../machines/visualiser/displayData.ts';
import { pathTitle } from '../../../../machines/visualiser/pathFailures.ts';
import type { Run, RunStep } from '../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { type CoverageItem, isCoveredAt } from '../model/coverage.ts';
import { isRunnable } from '../model/flowModels.ts';
import type { Level } from '../model/testRuns.ts';
import { pathToOneOf, plannedPathsOf } from '../runs/planner/client.ts';
import type { PlannedPath } from '../runs/planner/planner.ts';
import { firstSnapshot, restartStep } from '../runs/runSteps.ts';
import { controlledTab, startRuns, type VisualiserFlows } from './visualiserFlows.ts';

const stateKey = (persistedSnapshot: PersistedSnapshot | null) =>
  JSON.stringify([
    persistedSnapshot?.status,
    persistedSnapshot?.value,
    displayData(persistedSnapshot?.context ?? {}),
  ]);

/**
 * The run of a written path of a flow. It loads the page first, unless that is in the untouched initial state of
 * `snapshot`.
 */
export function pathRun(
  flow: Flow,
  { index, title, steps, tab }: PlannedPath & { index: number; tab: string },
  snapshot: PersistedSnapshot | null,
): Run {
  const { page: path } = flow;
  const isAtStart = stateKey(snapshot) === stateKey(firstSnapshot(flow));
  const restart = isAtStart ? [] : [restartStep(flow, path)];
  return {
    title: `Path ${index + 1} on the page`,
    flow: flow.id,
    tab,
    path: pathTitle(index, title),
    steps: [...restart, ...steps],
  };
}

/** Runs all written paths of a flow, one after the other. */
export async function runAllPaths(flow: Flow, flows: VisualiserFlows): Promise<void> {
  const plan = await toPromise(plannedPathsOf(flow.id));
  if ('problem' in plan) return;
  const tab = controlledTab(flows);
  startRuns(
    flows,
    plan.paths.map((path, index) => pathRun(flow, { ...path, index, tab }, null)),
  );
}

type Goals = { title: string; goals: string[] };

/** A state of the chart as goals, a compound state by the states in it; or a transition. */
export function goalsOf(id: string, items: readonly CoverageItem[]): Goals {
  const leafStates = items
    .filter((item) => item.kind === 'state' && (item.id === id || item.id.startsWith(`${id}.`)))
    .map(({ name }) => name);
  return { title: `Path to ${id}`, goals: leafStates.length > 0 ? leafStates : [id] };
}

export function uncoveredGoals(items: readonly CoverageItem[], level: Level | 'any'): Goals {
  const isCovered = isCoveredAt(level);
  const uncovered = items.filter((item) => item.kind === 'transition' && !isCovered(item));
  return { title: 'Path to an uncovered transition', goals: uncovered.map(({ id }) => id) };
}

/**
 * Runs the shortest path to one of several goals on the page, from its first state where its machine has thrown an error.
 * Where there is none, the run fails.
 */
export async function runPathTo(
  flow: Flow,
  { title, goals }: Goals,
  snapshot: PersistedSnapshot | null,
  flows: VisualiserFlows,
): Promise<void> {
  const current = snapshot?.status === 'error' ? null : snapshot;
  const { page: path } = flow;
  const run = { title, flow: flow.id, tab: controlledTab(flows) };
  try {
    const goalPath = await pathToOneOf(flow.id, goals, current);
    const first: RunStep[] = goalPath?.isFromStart && isRunnable(flow) ? [restartStep(flow, path)] : [];
    startRuns(flows, [{ ...run, steps: [...first, ...(goalPath?.steps ?? [])] }]);
  } catch (error) {
    startRuns(flows, [{ ...run, steps: [], problem: errorMessage(error, 'No path could be worked out.') }]);
  }
}
