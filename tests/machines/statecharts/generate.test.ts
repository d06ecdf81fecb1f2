import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statechart, statechartSpec } from '../../statecharts/generate.ts';
import { chartOf, type StateSpec } from '../../statecharts/spec.ts';
import { randomWalk } from '../../statecharts/walk.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';

const SEED = 11;
const sample = fc.sample(statechart, { numRuns: 300, seed: SEED });

const FEATURES: Record<string, RegExp> = {
  'a parallel state': /"type":"parallel"/,
  'a final state': /"type":"final"/,
  'shallow history': /"history":"shallow"/,
  'deep history': /"history":"deep"/,
  'a default target of history': /"history":"shallow","target"/,
  'a timer': /"after":/,
  'a timer of 0 ms': /"after":\{"0"/,
  'a raised event': /"kind":"raise"/,
  'a delayed event': /"kind":"delay"/,
  'a cancelled event': /"actions":\[\{"kind":"cancel"[^}]*\}\]/,
  'an eventless transition': /"always":/,
  'a named guard': /"guard":\{"kind":"named"/,
  'an inline guard': /"guard":\{"kind":"inline"/,
  'a guard that reads the event': /"kind":"payload"/,
  'a negated guard': /"kind":"not"/,
  'guards joined by and': /"kind":"and"/,
  'guards joined by or': /"kind":"or"/,
  'a guard that reads a state': /"kind":"in"/,
  'an invoked stub': /"src":"job"/,
  'a child machine': /"src":"child"/,
  'an error without a transition': /"src":"job","id":"[^"]*","onDone":[^}]*\}/,
  'a done state': /"onDone":/,
  reentry: /"reenter":true/,
  'a prefix wildcard': /"E\.\*":/,
  'a full wildcard': /"\*":/,
  'several targets': /"targets":\["[^"]*","/,
  'a trace on entry': /"entry":\[\{"kind":"trace"/,
  'a trace on exit': /"exit":\[\{"kind":"trace"/,
};

test.each(Object.entries(FEATURES))('charts have %s', (_, pattern) => {
  expect(sample.some(({ spec }) => pattern.test(JSON.stringify(spec)))).toBe(true);
});

test('nearly every chart reaches more than three states', () => {
  const reached = sample
    .slice(0, 60)
    .map((chart) => new Set([1, 2, 3].flatMap((seed) => randomWalk(chart, seed, 20).states)).size);
  expect(reached.filter((count) => count > 3).length / reached.length).toBeGreaterThanOrEqual(0.95);
});

test('a chart is plain JSON, from which the same machine is made again', () => {
  for (const chart of nonEmpty(sample.slice(0, 20))) {
    const spec: StateSpec = JSON.parse(JSON.stringify(chart.spec));
    expect(randomWalk(chartOf(spec), 5)).toEqual(randomWalk(chart, 5));
  }
});

test('a failing chart is made smaller', () => {
  const hasTimer = (spec: StateSpec): boolean => JSON.stringify(spec).includes('"after"');
  const { counterexample } = fc.check(
    fc.property(statechartSpec, (spec) => !hasTimer(spec)),
    { seed: SEED },
  );
  expect(JSON.stringify(counterexample).length).toBeLessThan(1_200);
});
