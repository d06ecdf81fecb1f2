import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { PersistedSnapshot } from '../../../machines/paths/recording.ts';
import {
  type GoalPath,
  handleRequest,
  type PlannedPaths,
  type PlannerRequest,
  type PlannerResponse,
} from './planner.ts';

type PlannerResult = PlannedPaths | GoalPath;

let nextId = 1;
const pendingRequests = new Map<number, (response: PlannerResponse) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<PlannerResponse>) => {
    pendingRequests.get(data.id)?.(data);
    pendingRequests.delete(data.id);
  };
  return started;
}

let worker: Worker | undefined;

/** Asks the planner, in a worker where there are any: exploring must not hold up the page beside it. */
async function requestFromPlanner(request: PlannerRequest): Promise<PlannerResult> {
  if (typeof Worker === 'undefined') return handleRequest(request);
  worker ??= startWorker();
  const id = nextId++;
  worker.postMessage({ id, question: request });
  const response = await new Promise<PlannerResponse>((resolve) => pendingRequests.set(id, resolve));
  if ('problem' in response) throw new Error(response.problem);
  return response.result;
}

const isPlannedPaths = (result: PlannerResult): result is PlannedPaths =>
  result !== null && 'paths' in result;
const isGoalPath = (result: PlannerResult): result is Exclude<GoalPath, null> =>
  result !== null && 'goal' in result;

type PlanActor = ActorRefFrom<PromiseActorLogic<PlannedPaths | null>>;

const plans = new Map<string, PlanActor>();

async function requestPlan(flow: string): Promise<PlannedPaths | null> {
  const result = await requestFromPlanner({ kind: 'plan', flow });
  return isPlannedPaths(result) ? result : null;
}

/** Works out the generated paths of a flow, once. */
export function plannedPathsOf(flow: string): PlanActor {
  const known = plans.get(flow);
  if (known) return known;
  const actor = createActor(fromPromise(() => requestPlan(flow)));
  // Who shows the plan says that it failed; nobody else needs to hear of it.
  actor.subscribe({ error: () => {} });
  plans.set(flow, actor.start());
  return actor;
}

/** The shortest way to one of several goals, from where the page stands. */
export const pathToOneOf = (
  flow: string,
  goals: string[],
  snapshot: PersistedSnapshot | null,
): Promise<GoalPath> =>
  requestFromPlanner({ kind: 'path', flow, goals, snapshot }).then((result) =>
    isGoalPath(result) ? result : null,
  );
