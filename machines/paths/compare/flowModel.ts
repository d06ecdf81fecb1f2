import type { AnyStateMachine } from 'xstate';
import { type ObservedCoverage, observedCoverage } from '../check/coverage.ts';
import { stateName, stepName } from '../define/names.ts';
import type { Flow } from '../define/types.ts';
import { fixedDelay, nameOfGuard } from '../define/xstateInternals.ts';
import { plan } from '../plan/plan.ts';
import { explore } from '../simulate/explore.ts';
import { chartOf } from './chart.ts';
import type { BuildModel, FlowMessage, FlowModel, LevelCoverage, MessageModel } from './model.types.ts';

/** The named guards of a machine: for each its conditions where it is composed of others, else an empty text. */
const namedGuards = (machine: AnyStateMachine): Record<string, string> =>
  Object.fromEntries(
    Object.entries(machine.implementations.guards).map(([name, guard]) => {
      const conditions = nameOfGuard(guard);
      return [name, conditions === 'inline' ? '' : conditions];
    }),
  );

/** The named delays of a machine in milliseconds; null for a computed delay. */
const namedDelays = (machine: AnyStateMachine): Record<string, number | null> =>
  Object.fromEntries(
    Object.keys(machine.implementations.delays).map((name) => [name, fixedDelay(machine, name) ?? null]),
  );

/** The level of the coverage that the paths would give. */
const PLAN_LEVEL = 'plan';

/** The ids of the deepest active states from the name of a state. */
const leafIds = (machine: string, name: string) => name.split(' | ').map((path) => `${machine}.${path}`);

const coverageOfLevel = (
  machine: string,
  { level, states, transitions, guardResults }: ObservedCoverage,
): LevelCoverage => ({
  level,
  covered: [
    ...new Set([...states.flatMap((name) => leafIds(machine, name)), ...transitions, ...guardResults]),
  ],
});

/**
 * The model of a flow with its messages, and its coverage by its paths and by test runs; runs of other flows are
 * ignored. Exploring a large flow takes seconds.
 *
 * @throws ExploreError where the flow cannot be explored
 */
function flowModelOf(
  flow: Flow,
  messages: readonly MessageModel[],
  runs: readonly ObservedCoverage[],
): FlowModel {
  const chart = chartOf(flow.machine);
  const graph = explore(flow);
  const { paths } = plan(graph);
  const observed = [observedCoverage(flow, PLAN_LEVEL, paths), ...runs.filter((run) => run.flow === flow.id)];
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

/**
 * The model of a build: of every flow, with the messages of the error catalogue.
 *
 * @example
 * const { build, flows } = buildModelOf('main', [shelf]);
 * build; // 'main'
 * flows[0].chart.id; // 'shelf'
 */
export const buildModelOf = (
  build: string,
  flows: readonly Flow[],
  messages: readonly FlowMessage[] = [],
  runs: readonly ObservedCoverage[] = [],
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
