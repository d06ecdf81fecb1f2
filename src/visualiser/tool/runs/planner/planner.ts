import { type AnyMachineSnapshot, transition } from 'xstate';
import { allFlows } from '../../../../../machines/allFlows.ts';
import { catalogue } from '../../../../../machines/catalogue.ts';
import type { Flow, PersistedSnapshot } from '../../../../../machines/paths/index.ts';
import {
  type BuildModel,
  buildModelOf,
  type Edge,
  explore,
  followTest,
  type Graph,
  isRefusal,
  PlanDivergence,
  pathThrough,
  restoredSnapshot,
  stateName,
  stepName,
  type WrittenPlan,
} from '../../../../../machines/paths/index.ts';
import { memoize } from '../../../../../machines/visualiser/memoize.ts';
import {
  createRecording,
  type ObservedTransition,
  type Recording,
} from '../../../../../machines/visualiser/recording.ts';
import type { RunStep } from '../../../../../machines/visualiser/visualiserRun/visualiserRun.types.ts';
import { errorCatalogue } from '../../model/messages/errorCatalogue.ts';
import { commandOf, missingCase, replayProblem } from '../runSteps.ts';
import { writtenPlanOf } from './writtenPlans.ts';

/** A test of the written plan of a flow, without the steps that the page cannot be made to refuse. */
export type PlannedPath = { title: string; steps: RunStep[] };

/** Where the machine does something else than is written, in a sentence, with the states on the chart. */
export type WrittenDifference = { sentence: string; actual: string | null; written: string | null };

/** The written paths of a flow, and where its machine does something else. */
export type PlannedPaths = { paths: PlannedPath[]; differences: WrittenDifference[] };

/** A path from the current or the initial state to a goal; null where there is none. */
export type GoalPath = { goal: string; steps: RunStep[]; isFromStart: boolean } | null;

type Inputs = {
  plan: { flow: string };
  /** The flows of this build, where it has no file of them. */
  build: object;
  path: { flow: string; goals: string[]; snapshot: PersistedSnapshot | null };
  /** A recording that was opened, or the transitions to make one of. */
  recording: { flow: string; path: string; observed: ObservedTransition[]; opened: Recording | null };
};

/** A recording; in a sentence each why the page, and why the bare machine, cannot replay it. */
export type PreparedRecording = { recording: Recording; missing: string | null; problem: string | null };

type Results = { plan: PlannedPaths; build: BuildModel; path: GoalPath; recording: PreparedRecording };

export type PlannerKind = keyof Inputs;

export type PlannerRequest<Kind extends PlannerKind = PlannerKind> = {
  [Each in Kind]: { kind: Each } & Inputs[Each];
}[Kind];

export type PlannerResult<Kind extends PlannerKind = PlannerKind> = Results[Kind];

export type PlannerResponse<Result = PlannerResult> = { result: Result } | { problem: string };

type ExploredFlow = { flow: Flow; graph: Graph; withoutReload: Graph };

function flowWithId(id: string): Flow {
  const flow = allFlows.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  return flow;
}

const exploredFlow = memoize((id: string): ExploredFlow => {
  const flow = flowWithId(id);
  const graph = explore(flow);
  return { flow, graph, withoutReload: graph.without('draftFound') };
});

const runStepsOf = (flow: Flow, edges: readonly Edge[]): RunStep[] =>
  edges.map((edge) => ({
    name: stepName(edge.step),
    command: commandOf(flow, edge.step),
    state: stateName(edge.after),
    transitions: edge.transitions,
  }));

/** The path of a written test, as far as the machine still takes its steps, and its first difference. */
function followed(flow: Flow, { start, tests }: WrittenPlan, index: number) {
  const test = tests[index];
  if (!test) throw new Error(`There is no test ${index + 1}.`);
  try {
    return { path: followTest(flow, start, test, index + 1), difference: null };
  } catch (error) {
    if (!(error instanceof PlanDivergence)) throw error;
    const names = test.steps.map(({ name }) => name);
    const { message: sentence, states } = error;
    return { path: pathThrough(flow, names) ?? [], difference: { sentence, ...states } };
  }
}

async function plannedPaths(id: string): Promise<PlannedPaths> {
  const flow = flowWithId(id);
  const written = await writtenPlanOf(flow);
  const all = written.tests.map(({ title }, index) => ({ title, ...followed(flow, written, index) }));
  return {
    paths: all.map(({ title, path }) => ({
      title,
      steps: runStepsOf(
        flow,
        path.filter((edge) => !isRefusal(edge)),
      ),
    })),
    differences: all.flatMap(({ difference }) => difference ?? []),
  };
}

/** Goals with the names of the states in them: a state of a region is a part of such a name. */
const withStatesIn = (goals: readonly string[], { stateNames }: Graph): string[] => [
  ...goals,
  ...[...stateNames].filter((name) =>
    name.split(' | ').some((part) => part !== name && goals.includes(part)),
  ),
];

/** Whether a flow takes the steps of a path from a snapshot, too: the page may have begun with other data than the cases. */
function isTakenFrom(flow: Flow, snapshot: PersistedSnapshot, path: readonly Edge[]): boolean {
  let current: AnyMachineSnapshot = restoredSnapshot(flow, snapshot);
  return path.every(({ step, after }) => {
    [current] = transition(flow.machine, current, step.event);
    return stateName(current) === stateName(after);
  });
}

/**
 * The shortest path to one of several goals: from the current state, or from the initial state where none leads on
 * from the current one or no case of the flow leads to it. Drafts of an earlier visit are part of a path only
 * where no goal can be reached without them.
 */
function shortestPath(id: string, goals: readonly string[], snapshot: PersistedSnapshot | null): GoalPath {
  const { flow, graph, withoutReload } = exploredFlow(id);
  const current = snapshot && graph.keyOf(restoredSnapshot(flow, snapshot));
  for (const known of [withoutReload, graph])
    for (const isFromStart of current === null ? [true] : [false, true]) {
      const start = isFromStart ? graph.initial : (current ?? graph.initial);
      const nearest = withStatesIn(goals, graph)
        .flatMap((goal) => {
          const path = known.pathTo(goal, start);
          return path && path.length > 0 ? [{ goal, path }] : [];
        })
        .sort((one, other) => one.path.length - other.path.length)
        .find(({ path }) => isFromStart || !snapshot || isTakenFrom(flow, snapshot, path));
      if (nearest) return { goal: nearest.goal, steps: runStepsOf(flow, nearest.path), isFromStart };
    }
  return null;
}

const handlers: {
  [Kind in PlannerKind]: (
    request: PlannerRequest<Kind>,
  ) => PlannerResult<Kind> | Promise<PlannerResult<Kind>>;
} = {
  build: () => buildModelOf(import.meta.env?.VITE_BUILD_VERSION ?? 'this build', catalogue, errorCatalogue),
  plan: ({ flow }) => plannedPaths(flow),
  path: ({ flow, goals, snapshot }) => shortestPath(flow, goals, snapshot),
  recording: ({ flow: id, path, observed, opened }) => {
    const flow = flowWithId(id);
    const recording = opened ?? createRecording(flow, path, observed);
    return { recording, missing: missingCase(flow, recording), problem: replayProblem(flow, recording) };
  },
};

/**
 * Handles a request. Exploring a large flow takes long.
 *
 * @throws Error if there is no flow with the id
 */
export const handleRequest = async <Kind extends PlannerKind>(
  request: PlannerRequest<Kind>,
): Promise<PlannerResult<Kind>> => handlers[request.kind](request);
