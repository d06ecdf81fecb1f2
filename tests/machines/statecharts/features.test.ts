import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  counterexample,
  ExploreError,
  explore,
  type Graph,
  neverInErrorStatus,
  type Path,
  plan,
  stateNames,
  stepName,
} from '../../../machines/paths/index.ts';
import type { Chart } from '../../statecharts/chart.ts';
import { flowOfChart } from '../../statecharts/chartFlow.ts';
import { allCharts } from '../../statecharts/corpus/index.ts';
import { features } from '../../statecharts/features.ts';
import { type ReplayTest, replay } from '../../statecharts/replay.ts';
import { mayBeEmpty, nonEmpty } from '../../support/nonEmpty.ts';

/** More states than a chart of the table has that is explored, so that one without end is refused soon. */
const LIMIT = 100;

const [, section = ''] = readFileSync('docs/path-tests.md', 'utf8').split('## Statechart features\n');
const [table = ''] = section.split('\n## ');
const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
  .map(([, feature = '', how = '']) => ({ feature, how: how.replaceAll('*', '') }))
  .filter(({ how }) => how !== 'How' && how !== '---');

const held: Record<string, readonly (string | Chart)[]> = features;

function chartsOf(feature: string): Chart[] {
  const charts = held[feature];
  if (!charts)
    throw new Error(`The feature "${feature}" is held by no machine in tests/statecharts/features.ts.`);
  return nonEmpty(charts).map((chart) => {
    if (typeof chart !== 'string') return chart;
    const found = allCharts.find(({ name }) => name === chart);
    if (!found)
      throw new Error(`The corpus has no machine "${chart}", which holds the feature "${feature}".`);
    return found;
  });
}

const testOf = (path: Path): ReplayTest => ({
  steps: path.map(({ step, after }) => {
    const isOfActor = 'path' in step;
    return {
      kind: step.kind,
      event: step.event,
      name: isOfActor ? `${step.path.at(-1)}: ${step.name}` : stepName(step),
      ...(isOfActor && { to: step.path.slice(0, -1).join('.') }),
      after: { value: after.value, status: after.status },
    };
  }),
});

const errorsIn = ({ states }: Graph): string[] =>
  [...states.values()].flatMap(({ snapshot: { status, error } }) =>
    status !== 'error' ? [] : [error instanceof Error ? error.message : JSON.stringify(error)],
  );

/** Returns the kinds of the steps of a chart, after checking that its graph is as expected and as a real actor does. */
function exploreChart(chart: Chart): Set<string> {
  const { reaches = [], neverReaches = [], breaks } = chart.expected ?? {};
  const graph = explore(flowOfChart(chart), { limit: LIMIT });
  const names = stateNames(graph);
  const problems = [
    ...reaches.filter((name) => !names.has(name)).map((name) => `${chart.name}: "${name}" is not reached`),
    ...neverReaches.filter((name) => names.has(name)).map((name) => `${chart.name}: "${name}" is reached`),
  ];
  expect(problems).toEqual([]);
  const isBroken = counterexample(graph, neverInErrorStatus) !== null;
  expect(isBroken, `${chart.name} breaks`).toBe(breaks !== undefined);
  expect(errorsIn(graph)).toEqual(
    breaks ? expect.arrayContaining([expect.stringMatching(breaks)]) : expect.any(Array),
  );
  for (const path of mayBeEmpty(plan(graph, ['transitions', 'guards'])))
    expect(replay(chart, testOf(path)), chart.name).toBe(null);
  return new Set([...graph.states.values()].flatMap(({ edges }) => edges.map(({ step }) => step.kind)));
}

function expectRefusal(chart: Chart): void {
  let refusal: unknown = null;
  try {
    explore(flowOfChart(chart), { limit: LIMIT });
  } catch (error) {
    refusal = error;
  }
  expect(refusal, chart.name).toBeInstanceOf(ExploreError);
  expect(refusal, chart.name).toMatchObject({
    message: expect.stringMatching(chart.expected?.refused ?? 'an expected message'),
  });
}

// XState warns of events to stopped actors.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('every machine that holds a feature holds one of the table', () => {
  const named = new Set(rows.map(({ feature }) => feature));
  const missing = Object.keys(features).filter((feature) => !named.has(feature));
  const sentences = missing.map((feature) => `docs/path-tests.md has no row of the feature "${feature}".`);
  expect(sentences).toEqual([]);
});

describe.each(rows)('$feature', ({ feature, how }) => {
  test(how, () => {
    const charts = chartsOf(feature);
    switch (how) {
      case 'explored':
        return charts.forEach(exploreChart);
      case 'by cases':
        return charts.forEach((chart) => {
          const kinds = exploreChart(chart);
          if (!['outcome', 'sent', 'snapshot'].some((kind) => kinds.has(kind)))
            throw new Error(`No actor of "${chart.name}" has a case: write "${feature}" as explored.`);
        });
      case 'refused':
        return charts.forEach(expectRefusal);
      case 'not seen':
        return charts.forEach((chart) => {
          vi.useFakeTimers({ toFake: ['setTimeout'] });
          exploreChart(chart);
          vi.runAllTimers();
        });
      default:
        throw new Error(
          `The feature "${feature}" is "${how}": write explored, by cases, refused or not seen.`,
        );
    }
  });
});
