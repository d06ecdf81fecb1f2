import { type ActorRefFrom, createActor, fromPromise, type PromiseActorLogic } from 'xstate';
import type { BuildModel, PersistedSnapshot } from '../../../../../machines/paths/index.ts';
import { memoize } from '../../../../../machines/visualiser/memoize.ts';
import type { RecorderContext } from '../../../../../machines/visualiser/visualiserRecorder/visualiserRecorder.machine.ts';
import {
  type GoalPath,
  handleRequest,
  type PlannedPaths,
  type PlannerKind,
  type PlannerRequest,
  type PlannerResponse,
  type PlannerResult,
  type PreparedRecording,
} from './planner.ts';

const NOT_LOADED = 'The planner was not loaded. Check the connection and try again.';

let started: Worker | null = null;

/** Sends a request to the planner, in a worker where workers exist, because exploring takes long. */
async function requestFromPlanner<Kind extends PlannerKind>(
  request: PlannerRequest<Kind>,
): Promise<PlannerResult<Kind>> {
  if (typeof Worker === 'undefined') return handleRequest(request);
  started ??= new Worker(new URL('./planner.worker.ts', import.meta.url), { type: 'module' });
  const worker = started;
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<PlannerResponse<PlannerResult<Kind>>>) => {
      if ('problem' in data) reject(new Error(data.problem));
      else resolve(data.result);
      port1.close();
    };
    // A worker that is not loaded, or that throws, answers no request: the next request starts another.
    worker.addEventListener('error', () => {
      started = null;
      reject(new Error(NOT_LOADED));
    });
    worker.postMessage(request, [port2]);
  });
}

/** The flows of this build. Exploring them takes long, so a file of them in the build is loaded instead. */
export const exploredBuild = (): Promise<BuildModel> => requestFromPlanner({ kind: 'build' });

/** The written paths of a flow, or in a sentence why there are none. */
export type Plan = PlannedPaths | { problem: string };

const plans = new Map<string, ActorRefFrom<PromiseActorLogic<Plan>>>();

/** A failed plan is made again at the next request. */
async function requestPlan(flow: string): Promise<Plan> {
  try {
    return await requestFromPlanner({ kind: 'plan', flow });
  } catch (error) {
    plans.delete(flow);
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The actor that follows the written paths of a flow, once per flow. */
export const plannedPathsOf = memoize(
  (flow: string) => createActor(fromPromise(() => requestPlan(flow))).start(),
  plans,
);

/** The shortest path to one of several goals, from the current state of the page if the flow can reach it. */
export const pathToOneOf = (
  flow: string,
  goals: string[],
  snapshot: PersistedSnapshot | null,
): Promise<GoalPath> => requestFromPlanner({ kind: 'path', flow, goals, snapshot });

const notAsked = createActor(
  fromPromise(async (): Promise<Plan> => ({ paths: [], differences: [] })),
).start();

const preparedRecordings = new WeakMap<object, ActorRefFrom<PromiseActorLogic<PreparedRecording>>>();

/** The actor that works out the recording of a recorder: of long ones that takes seconds. */
export function preparedRecording(
  flow: string,
  { opened, path, observedTransitions }: RecorderContext,
): ActorRefFrom<PromiseActorLogic<PreparedRecording>> {
  const request = { kind: 'recording', flow, path, observed: observedTransitions, opened } as const;
  const prepare = () => createActor(fromPromise(() => requestFromPlanner(request))).start();
  return memoize(prepare, preparedRecordings)(opened ?? observedTransitions);
}

/** The actor that follows the written paths of a flow if `isAsked`, else one that finds none. */
export const plannedPathsWhere = (isAsked: boolean, flow: string) =>
  isAsked ? plannedPathsOf(flow) : notAsked;
