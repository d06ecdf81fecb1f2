import { catalogue } from '../../../machines/catalogue.ts';
import { type Edge, explore, type Graph, stateKey, stepName } from '../../../machines/paths/explore.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import { defaultCriteria, pathTo, plan, withoutEvents } from '../../../machines/paths/plan.ts';
import { type PersistedSnapshot, restoredSnapshot } from '../../../machines/paths/recording.ts';
import { stateName } from '../../../machines/stateName.ts';
import type { RunStep } from '../../../machines/visualiserRun/visualiserRun.types.ts';
import { commandOf } from '../runSteps.ts';

/** What is known of a flow once it has been explored. */
export type PlannedPaths = {
  paths: RunStep[][];
};

/** A way from where the page stands to something that has not run yet; null where there is none. */
export type GoalPath = { goal: string; steps: RunStep[]; isFromStart: boolean } | null;

/** What the planner is asked. */
export type PlannerRequest =
  | { kind: 'plan'; flow: string }
  | { kind: 'path'; flow: string; goals: string[]; snapshot: PersistedSnapshot | null };

/** What the planner says to a question, by its number. */
export type PlannerResponse = { id: number } & ({ result: PlannedPaths | GoalPath } | { problem: string });

/** A flow with its graph, and with what of it can be reached on a page that is not loaded again. */
type ExploredFlow = { flow: Flow; graph: Graph; withoutReload: Graph };

const exploredFlows = new Map<string, ExploredFlow>();

function exploredFlow(id: string): ExploredFlow {
  const known = exploredFlows.get(id);
  if (known) return known;
  const flow = catalogue.find((candidate) => candidate.id === id);
  if (!flow) throw new Error(`There is no flow "${id}".`);
  const graph = explore(flow);
  const explored = { flow, graph, withoutReload: withoutEvents(graph, 'draftFound') };
  exploredFlows.set(id, explored);
  return explored;
}

const runStepsOf = (flow: Flow, edges: readonly Edge[]): RunStep[] =>
  edges.map((edge) => ({
    name: stepName(edge.step),
    command: commandOf(flow, edge.step),
    state: stateName(edge.after),
    transitions: edge.transitions,
  }));

function plannedPaths(id: string): PlannedPaths {
  const { flow, graph } = exploredFlow(id);
  return { paths: plan(graph, defaultCriteria).map((path) => runStepsOf(flow, path)) };
}

/**
 * The nearest of several goals; from the start where no case of the flow leads to where the page stands. A tester
 * wants to see how one comes there: what an earlier visit left is found only where nothing else leads to any goal.
 */
function shortestPath(id: string, goals: readonly string[], snapshot: PersistedSnapshot | null): GoalPath {
  const { flow, graph, withoutReload } = exploredFlow(id);
  const currentKey = snapshot && stateKey(flow, restoredSnapshot(flow, snapshot));
  const isReachable = currentKey !== null && graph.states.has(currentKey);
  const pathsIn = (known: Graph) =>
    goals.flatMap((goal) => {
      const path = pathTo(known, goal, isReachable ? currentKey : known.initial);
      return path && path.length > 0
        ? [{ goal, steps: runStepsOf(flow, path), isFromStart: !isReachable }]
        : [];
    });
  const paths = pathsIn(withoutReload);
  const [nearest = null] = (paths.length > 0 ? paths : pathsIn(graph)).sort(
    (one, other) => one.steps.length - other.steps.length,
  );
  return nearest;
}

/** Answers a question about a flow. Exploring a large flow takes a while. */
export const handleRequest = (request: PlannerRequest): PlannedPaths | GoalPath =>
  request.kind === 'plan'
    ? plannedPaths(request.flow)
    : shortestPath(request.flow, request.goals, request.snapshot);
