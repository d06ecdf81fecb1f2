import { catalogue } from '../../machines/catalogue.ts';
import { isOfServer, isOfTool } from '../../machines/folders.ts';
import {
  type Edge,
  type Flow,
  type Graph,
  isRefusal,
  type Path,
  stateName,
} from '../../machines/paths/index.ts';
import { exploredGraph, type WrittenWalk, writtenWalksOf } from '../support/writtenPlans.ts';
import { type Driver, missingDriver } from './driver.ts';
import { drivers } from './index.ts';

/** A flow with its driver and the written plan that all levels walk. */
export type Plan = {
  id: string;
  flow: Flow;
  driver: Driver;
  paths: readonly WrittenWalk[];
  /** The graph of the flow, which is explored when it is first asked for. */
  readonly graph: Graph;
};

/** @throws where the flow has no driver or no written plan. */
function createPlan(flow: Flow): Plan {
  const driver = drivers[flow.id];
  if (!driver) throw new Error(missingDriver(flow.id));
  return {
    id: flow.id,
    flow,
    driver,
    paths: writtenWalksOf(flow),
    get graph() {
      return exploredGraph(flow);
    },
  };
}

const cachedPlans = new Map<Flow, Plan>();

/** Made once for all test files of a worker that share their imports. */
export function planOf(flow: Flow): Plan {
  const plan = cachedPlans.get(flow) ?? createPlan(flow);
  cachedPlans.set(flow, plan);
  return plan;
}

/**
 * Few tests of a plan that together reach every state, or every step from a state to another, for a plan that
 * takes too long as a whole. With `atMost`, the tests that reach most. Refused steps are left out, and steps after
 * the last goal.
 */
export function fewWalks(
  { paths }: Plan,
  reaching: 'states' | 'moves',
  atMost = Number.POSITIVE_INFINITY,
): WrittenWalk[] {
  const goalsOf = ({ states }: WrittenWalk) =>
    states.map((state, index) => (reaching === 'states' ? state : `${states[index - 1]} → ${state}`));
  const missing = new Set(paths.flatMap(goalsOf));
  const newGoalsOf = (walk: WrittenWalk) => new Set(goalsOf(walk).filter((goal) => missing.has(goal)));
  const lengths = new Map<WrittenWalk, number>();
  while (missing.size > 0 && lengths.size < atMost) {
    const [best] = paths.toSorted((one, other) => newGoalsOf(other).size - newGoalsOf(one).size);
    if (!best) break;
    const found = newGoalsOf(best);
    lengths.set(
      best,
      goalsOf(best).findLastIndex((goal) => found.has(goal)),
    );
    for (const goal of found) missing.delete(goal);
  }
  return paths.flatMap((walk) => {
    const length = lengths.get(walk);
    if (length === undefined) return [];
    const path = () =>
      walk
        .path()
        .filter((edge) => !isRefusal(edge))
        .slice(0, Math.max(1, length));
    return [{ ...walk, path }];
  });
}

const flowsOnPages = catalogue.filter((flow) => !isOfServer(flow));

export const allPlans = (): Plan[] => flowsOnPages.map(planOf);

/** The flows of the site, without those of the visualiser, which is for larger screens. */
const siteFlows = flowsOnPages.filter((flow) => !isOfTool(flow));

export const sitePlans = (): Plan[] => siteFlows.map(planOf);

/** The plans of the flows that save a draft of the typed values for as long as the tab is open. */
export const plansWithDraft = (): Plan[] =>
  siteFlows.filter(({ events }) => 'draftFound' in events).map(planOf);

/** @throws where no flow has this id. */
export function planWithId(id: string): Plan {
  const flow = catalogue.find((each) => each.id === id);
  if (!flow) throw new Error(`there is no flow "${id}"`);
  return planOf(flow);
}

/** The shortest path to a state, with typed values if the state can have them, and without an earlier draft. */
export function pathWithText({ graph }: Plan, name: string): Path {
  const { initial } = graph;
  const withoutDraft = graph.without('draftFound');
  const hasInitialValues = ({ values }: { values: unknown }) =>
    JSON.stringify(values) === JSON.stringify(graph.states.get(initial)?.snapshot.context.values);
  const isTargetWithText = ({ after }: Edge) => stateName(after) === name && !hasInitialValues(after.context);
  const path = withoutDraft.shortestPath((edge) => (isTargetWithText(edge) ? 1 : 0));
  return path ?? withoutDraft.pathTo(name) ?? graph.pathTo(name) ?? [];
}

/** The values of the form at the end of a path; none if a receipt is shown in place of the form. */
export function valuesAtEnd({ graph }: Plan, path: Path): unknown {
  const last = path.at(-1)?.after ?? graph.states.get(graph.initial)?.snapshot;
  return last?.context.registered ? {} : last?.context.values;
}
