import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ExploreError, explore, type Graph, plan, stateName } from '../../../machines/paths/index.ts';
import { times } from '../../support/more.ts';
import { randomOf, seed } from '../../support/random.ts';
import {
  firstDisagreement,
  flowOfChart,
  missingInGraph,
  randomPath,
  replay,
} from './statecharts/agreement.ts';
import type { Chart } from './statecharts/chart.ts';
import { allCharts } from './statecharts/corpus/index.ts';
import { statechart } from './statecharts/generate.ts';

/**
 * The explorer and real actors agree about every machine of the corpus, and about generated ones: what the graph says can
 * happen does happen, and what happens is in the graph.
 */

const LIMIT = 250;

const WALK_LENGTH = 12;

/** Random walks each way on each machine. */
const WALKS = times(5, 50);

/** Generated machines. */
const CHARTS = times(40, 1_000);

/** Returns what a graph says otherwise than is known of its chart. */
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

/** Returns the first difference between a graph and real actors on random walks each way. */
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

  test.each(explored)('reaches what is known of it, on a graph and on real actors alike: $name', (chart) => {
    const graph = explore(flowOfChart(chart), { limit: LIMIT });
    expect(problemsOf(chart, graph)).toEqual([]);
    expect(disagreementWithGraph(graph)).toBeNull();
  });

  test.each(refused)('is refused with a sentence: $name', (chart) => {
    const run = () => explore(flowOfChart(chart), { limit: LIMIT });
    expect(run).toThrow(ExploreError);
    expect(run).toThrow(chart.expected?.refused);
  });
});

test('a generated machine can do on real actors what its graph says, and nothing else', () => {
  const charts = fc.sample(statechart, { numRuns: CHARTS, seed });
  const random = randomOf(seed);
  const found = charts.flatMap((chart) => {
    const differences = Array.from({ length: WALKS }, () =>
      firstDisagreement(flowOfChart(chart), random, WALK_LENGTH),
    );
    return differences.flatMap((difference) =>
      difference === null ? [] : [`seed ${seed}, ${JSON.stringify(chart.spec)}: ${difference}`],
    );
  });
  expect(found).toEqual([]);
});
