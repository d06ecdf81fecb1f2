import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  createExplorer,
  createSimulation,
  ExploreError,
  explore,
  type Flow,
  flowOfMachine,
  type Graph,
  isRefusal,
  type Path,
  plan,
  type Step,
  stateName,
  stepName,
} from '../../../machines/paths/index.ts';
import { times } from '../../support/more.ts';
import { randomOf, seed } from '../../support/random.ts';
import type { Chart } from './statecharts/chart.ts';
import { actorCharts } from './statecharts/corpus/actors.ts';
import { childCharts, conformanceCharts } from './statecharts/corpus/children.ts';
import { errors, features, refused } from './statecharts/corpus/failing.ts';
import { lifetimes } from './statecharts/corpus/lifetimes.ts';
import { delays, timers, transitions } from './statecharts/corpus/machine.ts';
import { family } from './statecharts/families.ts';
import { statechart } from './statecharts/generate.ts';

/**
 * The explorer and real actors agree about every machine of the corpus, and about generated ones: everything in
 * the graph can happen, and everything that happens is in the graph.
 */

/**
 * Every machine of the corpus. Those of conformance are in the manner of the published tests of SCXML, named by
 * their subject.
 */
const allCharts: readonly Chart[] = [
  ...timers,
  ...delays,
  ...transitions,
  ...actorCharts,
  ...childCharts,
  ...lifetimes,
  ...errors,
  ...features,
  ...refused,
  ...conformanceCharts,
];

/** A chart as a flow with the cases of the chart and no others. An actor without cases never ends. */
function flowOfChart({ name, machine, input, cases = {}, expected }: Chart): Flow {
  const { events = {}, outcomes = {} } = cases;
  return {
    ...flowOfMachine(machine, { input, events, outcomes }),
    id: name,
    events,
    defaultOutcomes: expected?.refused ? undefined : {},
  };
}

function randomPath(graph: Graph, random: () => number, maxLength: number): Path {
  const path: Path = [];
  for (let key = graph.initial; path.length < maxLength; ) {
    const edges = graph.states.get(key)?.edges ?? [];
    const edge = edges[Math.floor(random() * edges.length)];
    if (!edge) break;
    path.push(edge);
    key = edge.to;
  }
  return path;
}

const inWords = ({ status, value }: AnyMachineSnapshot) => `${status} ${JSON.stringify(value)}`;

const namesOf = (steps: readonly Step[]) => steps.map(stepName).toSorted().join(', ');

/**
 * Performs a path of a graph on real actors. The result is the first difference as a sentence; null where there is
 * none.
 */
function replay(flow: Flow, path: Path): string | null {
  const { actor, perform, possibleSteps, takenTransitions } = createSimulation(flow);
  try {
    for (const [index, edge] of path.entries()) {
      const { step, after, transitions } = edge;
      const place = `step ${index + 1}, "${stepName(step)}"`;
      const isRefused = isRefusal(edge);
      const possible = isRefused ? step : possibleSteps().find((known) => stepName(known) === stepName(step));
      if (!possible || possible.kind !== step.kind) return `${place} is not possible`;
      takenTransitions.length = 0;
      perform(possible);
      const { status, value } = actor.getSnapshot();
      if (status !== after.status || !isDeepStrictEqual(value, after.value))
        return `${place} leads to ${inWords(actor.getSnapshot())}, in the graph to ${inWords(after)}`;
      if (status !== 'error' && takenTransitions.join() !== transitions.join())
        return `${place} takes ${takenTransitions.join()}, in the graph ${transitions.join()}`;
    }
    return null;
  } finally {
    actor.stop();
  }
}

/**
 * Performs random steps on real actors. The result is the first step that is not in the graph or leads elsewhere,
 * as a sentence.
 */
function missingInGraph(graph: Graph, random: () => number, length: number): string | null {
  const { actor, perform, possibleSteps } = createSimulation(graph.flow);
  try {
    const taken: string[] = [];
    for (let key = graph.initial; taken.length < length; ) {
      const possible = possibleSteps();
      const step = possible[Math.floor(random() * possible.length)];
      if (!step) break;
      taken.push(stepName(step));
      perform(step);
      const edges = graph.states.get(key)?.edges ?? [];
      const edge = edges.find((candidate) => stepName(candidate.step) === stepName(step));
      if (!edge) return `${taken.join(' → ')}: the graph has only ${namesOf(edges.map((each) => each.step))}`;
      const { status } = actor.getSnapshot();
      if (status !== edge.after.status || stateName(edge.after) !== stateName(actor.getSnapshot()))
        return `${taken.join(' → ')}: led to ${inWords(actor.getSnapshot())}, in the graph to ${inWords(edge.after)}`;
      key = edge.to;
    }
    return null;
  } finally {
    actor.stop();
  }
}

/**
 * Performs random steps with an explorer and on real actors at once. The result is the first state in which other
 * steps are possible, or to which a step leads only one of the two, as a sentence; null where they agree.
 */
function firstDisagreement(explorer: Explorer, random: () => number, length: number): string | null {
  // The explorer refuses steps that real actors would repeat without end.
  let { state } = explorer.start();
  const { actor, perform, possibleSteps } = createSimulation(explorer.flow);
  const taken: string[] = [];
  const difference = (what: string) => `after ${taken.join(' → ')}: ${what}`;
  try {
    while (taken.length < length) {
      const [real, explored]: AnyMachineSnapshot[] = [actor.getSnapshot(), state.snapshot];
      if (!real || !explored) throw new Error('There is no snapshot.');
      const [is, isSaid] = [real, explored].map((each) => `${inWords(each)} ${each.context?.trace ?? ''}`);
      if (is !== isSaid) return difference(`${is}, not ${isSaid}`);
      const { steps } = explorer.steps(state);
      if (namesOf(steps) !== namesOf(possibleSteps()))
        return difference(`${namesOf(possibleSteps())} can happen, not ${namesOf(steps)}`);
      const [step, another] = [random(), random()].map((drawn) => steps[Math.floor(drawn * steps.length)]);
      if (!step || !another) break;
      // What was done from a state leaves no trace in it.
      explorer.perform(state, another);
      taken.push(stepName(step));
      state = explorer.perform(state, step).state;
      perform(step);
    }
    return null;
  } finally {
    actor.stop();
  }
}

type Explorer = ReturnType<typeof createExplorer>;

const PATIENCE = 250;

const WALK_LENGTH = 12;

/** Random walks each way on each machine, and on each generated one. */
const WALKS = times(5, 50);
const WALKS_OF_GENERATED = 5;

/** Generated machines, and those with children. */
const CHARTS = times(40, 1_000);
const FAMILIES = times(200, 2_000);

/** The most milliseconds for all generated machines; a walk takes some 20. */
const LIMIT = times(60_000, 900_000);

/** Why a chart, or steps of it, cannot be explored. */
function refusalsOf(chart: Chart): readonly string[] {
  try {
    return explore(flowOfChart(chart), { patience: PATIENCE }).unexplored;
  } catch (error) {
    if (error instanceof ExploreError) return [error.message];
    throw error;
  }
}

/** One sentence for each difference between a graph and the expectations of its chart. */
function problemsOf(chart: Chart, graph: Graph): string[] {
  const { reaches = [], neverReaches = [], breaks } = chart.expected ?? {};
  const states = [...graph.states.values()];
  const names = states.map(({ snapshot }) => stateName(snapshot));
  const passed = states.flatMap(({ edges }) => edges.flatMap(({ transientStates }) => transientStates));
  const reached = new Set([...names, ...passed, ...graph.start.transientStates]);
  const errors = states
    .filter(({ snapshot }) => snapshot.status === 'error')
    .map(({ snapshot }) =>
      snapshot.error instanceof Error ? snapshot.error.message : JSON.stringify(snapshot.error),
    );
  return [
    ...reaches.filter((name) => !reached.has(name)).map((name) => `"${name}" is not reached`),
    ...neverReaches.filter((name) => names.includes(name)).map((name) => `"${name}" is reached`),
    ...(breaks && !errors.some((error) => breaks.test(error)) ? [`it does not break with ${breaks}`] : []),
    ...(breaks ? [] : errors.map((error) => `it breaks: ${error}`)),
    ...plan(graph).paths.flatMap((path) => replay(graph.flow, path) ?? []),
  ];
}

/** The first difference between a graph and real actors on random walks each way. */
function disagreementWithGraph(graph: Graph): string | null {
  const random = randomOf(seed);
  for (let walk = 0; walk < WALKS; walk += 1) {
    const difference =
      replay(graph.flow, randomPath(graph, random, WALK_LENGTH)) ??
      missingInGraph(graph, random, WALK_LENGTH);
    if (difference !== null) return `seed ${seed}: ${difference}`;
  }
  return null;
}

// XState warns of events to stopped actors and of logic that is not implemented.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a machine of the corpus', () => {
  const explored = allCharts.filter(({ expected }) => !expected?.refused);
  const refused = allCharts.filter(({ expected }) => expected?.refused);

  test.each(explored)('a machine reaches its known states on graph and real actors: $name', (chart) => {
    const graph = explore(flowOfChart(chart), { patience: PATIENCE });
    expect(graph.leftOut ?? '').toMatch(chart.expected?.leftOut ?? /^$/);
    expect(problemsOf(chart, graph)).toEqual([]);
    expect(disagreementWithGraph(graph)).toBeNull();
  });

  test.each(refused)('a machine is refused with a sentence: $name', (chart) => {
    expect(refusalsOf(chart).join('\n')).toMatch(chart.expected?.refused ?? '');
  });
});

test(
  'a generated machine with children does on real actors what is explored',
  () => {
    const charts = fc.sample(family, { numRuns: FAMILIES, seed });
    const random = randomOf(seed);
    let refused = 0;
    const found = charts.flatMap((chart) => {
      try {
        const difference = firstDisagreement(createExplorer(flowOfChart(chart)), random, WALK_LENGTH);
        return difference === null ? [] : [`seed ${seed}, ${difference}: ${JSON.stringify(chart.spec)}`];
      } catch (error) {
        if (!(error instanceof ExploreError)) throw error;
        refused += 1;
        return [];
      }
    });
    expect(found).toEqual([]);
    expect(refused).toBeLessThan(FAMILIES / 4);
  },
  LIMIT,
);

test(
  'a generated machine can do on real actors what its graph says, and nothing else',
  () => {
    const charts = fc.sample(statechart, { numRuns: CHARTS, seed });
    const random = randomOf(seed);
    const found = charts.flatMap((chart) => {
      const explorer = createExplorer(flowOfChart(chart));
      const differences = Array.from({ length: WALKS_OF_GENERATED }, () =>
        firstDisagreement(explorer, random, WALK_LENGTH),
      );
      return differences.flatMap((difference) =>
        difference === null ? [] : [`seed ${seed}, ${JSON.stringify(chart.spec)}: ${difference}`],
      );
    });
    expect(found).toEqual([]);
  },
  LIMIT,
);
