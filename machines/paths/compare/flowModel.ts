import { stateName } from '../../stateName.ts';
import { type ObservedCoverage, plannedCoverage } from '../check/coverage.ts';
import type { Flow } from '../define/flow.ts';
import { namedDelays, namedGuards } from '../define/xstateInternals.ts';
import { defaultCriteria } from '../plan/criteria.ts';
import { plan } from '../plan/plan.ts';
import { explore } from '../simulate/explore.ts';
import { stepName } from '../simulate/steps.ts';
import { activeStateIds, type ChartModel, chartOf } from './chart.ts';

/** A message of the error catalogue, with every text that is shown with it. */
export type MessageModel = { where: string; condition: string; text: string };

/** The coverage of a flow at a level: the ids of states (ancestors included), transitions and guard results. */
export type LevelCoverage = { level: string; covered: string[] };

/** A generated path: the names of its steps, and of the states to which they lead. */
export type PathModel = { steps: { name: string; state: string }[] };

/** A flow as plain data, to be compared with the same flow of another build. */
export type FlowModel = {
  id: string;
  title: string;
  chart: ChartModel;
  /** The conditions of each named guard that is composed of others; an empty text for any other guard. */
  guards: Record<string, string>;
  /** Milliseconds of each named delay; null for one that is computed. */
  delays: Record<string, number | null>;
  messages: MessageModel[];
  paths: PathModel[];
  coverage: LevelCoverage[];
};

/** The flows of a build. */
export type BuildModel = {
  /** The name of the build: its commit, as a rule. */
  build: string;
  flows: FlowModel[];
};

/** The level of the coverage that the paths would give. */
export const PLAN_LEVEL = 'plan';

const coverageOfLevel = (
  machine: string,
  { level, states, transitions, guardResults }: ObservedCoverage,
): LevelCoverage => ({
  level,
  covered: [
    ...new Set([...states.flatMap((name) => activeStateIds(machine, name)), ...transitions, ...guardResults]),
  ],
});

/**
 * Returns the model of a flow with its messages, and its coverage by its paths and by test runs; those of other flows are
 * ignored. Exploring a large flow takes seconds.
 *
 * @throws ExploreError where the flow cannot be explored
 */
export function flowModelOf(
  flow: Flow,
  messages: readonly MessageModel[] = [],
  runs: readonly ObservedCoverage[] = [],
): FlowModel {
  const chart = chartOf(flow.machine);
  const graph = explore(flow);
  const paths = plan(graph, defaultCriteria);
  const observed = [
    plannedCoverage(flow, graph, paths, PLAN_LEVEL),
    ...runs.filter((run) => run.flow === flow.id),
  ];
  return {
    id: flow.id,
    title: flow.title,
    chart,
    guards: namedGuards(flow.machine),
    delays: namedDelays(flow.machine),
    messages: [...messages],
    paths: paths.map((path) => ({
      steps: path.map(({ step, after }) => ({ name: stepName(step), state: stateName(after) })),
    })),
    coverage: observed.map((run) => coverageOfLevel(chart.id, run)),
  };
}

/** A message with the flow in which it is shown. */
export type FlowMessage = MessageModel & { flow: string; more?: readonly string[] };

/** Returns the model of a build: of every flow, with the messages of the error catalogue. */
export const buildModelOf = (
  build: string,
  flows: readonly Flow[],
  messages: readonly FlowMessage[],
  runs: readonly ObservedCoverage[],
): BuildModel => ({
  build,
  flows: flows.map((flow) =>
    flowModelOf(
      flow,
      messages
        .filter((message) => message.flow === flow.id)
        .map(({ where, condition, text, more = [] }) => ({
          where,
          condition,
          text: [text, ...more].join(' '),
        })),
      runs,
    ),
  ),
});
