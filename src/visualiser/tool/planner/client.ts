import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { BuildModel, PersistedSnapshot } from '../../../../machines/paths/index.ts';
import {
  type GoalPath,
  handleRequest,
  type PlannedPaths,
  type PlannerRequest,
  type PlannerResponse,
  type PlannerResult,
} from './planner.ts';

let nextId = 1;
const pendingRequests = new Map<number, (response: PlannerResponse) => void>();

const NOT_LOADED = 'The planner was not loaded. Check the connection and try again.';

function startWorker(): Worker {
  const started = new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<PlannerResponse>) => {
    pendingRequests.get(data.id)?.(data);
    pendingRequests.delete(data.id);
  };
  // A worker that is not loaded, or that throws, answers no request: the next request starts another.
  started.onerror = () => {
    worker = undefined;
    for (const [id, respond] of pendingRequests) respond({ id, problem: NOT_LOADED });
    pendingRequests.clear();
  };
  return started;
}

let worker: Worker | undefined;

/** Sends a request to the planner, in a worker where workers exist, because exploring takes long. */
async function requestFromPlanner(request: PlannerRequest): Promise<PlannerResult> {
  if (typeof Worker === 'undefined') return handleRequest(request);
  worker ??= startWorker();
  const id = nextId++;
  worker.postMessage({ id, request });
  const response = await new Promise<PlannerResponse>((resolve) => pendingRequests.set(id, resolve));
  if ('problem' in response) throw new Error(response.problem);
  return response.result;
}

const isPlannedPaths = (result: PlannerResult): result is PlannedPaths =>
  result !== null && 'paths' in result;
const isGoalPath = (result: PlannerResult): result is Exclude<GoalPath, null> =>
  result !== null && 'goal' in result;

const isBuild = (result: PlannerResult): result is BuildModel => result !== null && 'build' in result;

/** Returns the flows of this build, which takes long: where the build has a file of them, that is loaded instead. */
export async function exploredBuild(): Promise<BuildModel> {
  const result = await requestFromPlanner({ kind: 'build' });
  if (isBuild(result)) return result;
  throw new Error('The planner returned no flows.');
}

/** The generated paths of a flow, or in a sentence why there are none. */
export type Plan = PlannedPaths | { problem: string };

type PlanActor = ActorRefFrom<PromiseActorLogic<Plan>>;

const plans = new Map<string, PlanActor>();

/** A plan that could not be made is made again when it is asked for again. */
async function requestPlan(flow: string): Promise<Plan> {
  try {
    const result = await requestFromPlanner({ kind: 'plan', flow });
    if (isPlannedPaths(result)) return result;
    throw new Error('The planner returned no paths.');
  } catch (error) {
    plans.delete(flow);
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the actor that plans the generated paths of a flow, once per flow. */
export function plannedPathsOf(flow: string): PlanActor {
  const known = plans.get(flow);
  if (known) return known;
  const actor = createActor(fromPromise(() => requestPlan(flow)));
  plans.set(flow, actor.start());
  return actor;
}

/** Returns the shortest path to one of several goals, from the current state of the page if the flow can reach it. */
export const pathToOneOf = (
  flow: string,
  goals: string[],
  snapshot: PersistedSnapshot | null,
): Promise<GoalPath> =>
  requestFromPlanner({ kind: 'path', flow, goals, snapshot }).then((result) =>
    isGoalPath(result) ? result : null,
  );
