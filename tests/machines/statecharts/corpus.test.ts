import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { allCharts } from '../../statecharts/corpus/index.ts';
import { replay } from '../../statecharts/replay.ts';
import { randomWalk } from '../../statecharts/walk.ts';

// XState warns of events to stopped actors and of logic that is not implemented.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const WALKS = 40;

test('each machine has a name of its own', () => {
  const names = allCharts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(allCharts.filter(({ expected }) => !expected?.refused))('$name', (chart) => {
  test('does on a real actor what is known of it', () => {
    const { reaches = [], neverReaches = [], breaks } = chart.expected ?? {};
    const walks = Array.from({ length: WALKS }, (_, seed) => randomWalk(chart, seed, 16));
    const reached = [...new Set(walks.flatMap(({ states }) => states))];
    expect(reached).toEqual(expect.arrayContaining([...reaches]));
    expect(reached.filter((state) => neverReaches.includes(state))).toEqual([]);
    const errors = [...new Set(walks.flatMap(({ error }) => error ?? []))];
    if (breaks) expect(errors.some((error) => breaks.test(error))).toBe(true);
    else expect(errors).toEqual([]);
    expect(walks.slice(0, 3).map(({ test }) => replay(chart, test))).toEqual([null, null, null]);
  });
});
