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
 * The model of a flow with its messages, and its coverage by its paths. Exploring a large flow takes seconds.
 *
 * @throws ExploreError where the flow cannot be explored
 */
function flowModelOf(flow: Flow, messages: readonly MessageModel[]): FlowModel {
  const chart = chartOf(flow.machine);
  const graph = explore(flow);
  const { paths } = plan(graph);
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
    coverage: [coverageOfLevel(chart.id, observedCoverage(flow, PLAN_LEVEL, paths))],
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
    ),
  ),
});

/**
 * The model of a build with the coverage of test runs too. Runs of flows that the build lacks are left out.
 *
 * @example
 * const run = observedCoverage(shelf, 'screens', []);
 * const { flows } = withTestRuns(buildModelOf('main', [shelf]), [run]);
 * flows[0].coverage.map(({ level }) => level); // ['plan', 'screens']
 */
export const withTestRuns = (model: BuildModel, runs: readonly ObservedCoverage[]): BuildModel => ({
  ...model,
  flows: model.flows.map((flow) => ({
    ...flow,
    coverage: [
      ...flow.coverage,
      ...runs.filter((run) => run.flow === flow.id).map((run) => coverageOfLevel(flow.chart.id, run)),
    ],
  })),
});
