import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainEvents } from '../../statecharts/chart.ts';
import { chartProblems } from '../../statecharts/checkChart.ts';
import { allCharts } from '../../statecharts/corpus/index.ts';
import { timers } from '../../statecharts/corpus/timers.ts';

// XState warns of events to stopped actors and of logic that is not implemented.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const charts = allCharts.filter(
  ({ name, expected }) => !expected?.refused && !name.startsWith('conformance'),
);

describe('the corpus', () => {
  test('names each machine differently', () => {
    const names = allCharts.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(charts)('$name', (chart) => {
    expect(chartProblems(chart)).toEqual([]);
  });
});

describe('the check of a chart', () => {
  const [chart] = timers;
  if (!chart) throw new Error('there is no chart');

  test.each([
    [{ reaches: ['c'] }, ['"c" is not reached']],
    [{ neverReaches: ['b'] }, ['"b" is reached']],
    [{ breaks: /anything/ }, ['it does not break with /anything/']],
  ])('reports %o', (expected, problems) => {
    expect(chartProblems({ ...chart, expected })).toEqual(problems);
  });

  test('reports an error that is not expected', () => {
    const broken = allCharts.find(({ name }) => name === 'a custom action that throws');
    if (!broken) throw new Error('there is no such chart');
    const cases = { events: plainEvents('GO') };
    expect(chartProblems({ ...broken, cases, expected: {} })).toEqual(['it breaks: no action']);
  });
});
