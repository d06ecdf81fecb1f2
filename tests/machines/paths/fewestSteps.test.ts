import { describe, expect, test } from 'vitest';
import { fewestSteps, lowerBound } from '../../support/fewestSteps.ts';
import { graph } from '../../support/flowFixture.ts';
import { letterGraph } from '../../support/letterGraph.ts';

describe('the fewest steps that take every transition', () => {
  test.each([
    ['a circle is walked once', { one: { a: 'two' }, two: { a: 'three' }, three: { a: 'one' } }, 3],
    [
      'two ends need a second start, which costs no step',
      { one: { a: 'two', b: 'three' }, two: {}, three: {} },
      2,
    ],
    [
      'a way into two ends is walked twice',
      { one: { a: 'two' }, two: { b: 'three', c: 'four' }, three: {}, four: {} },
      4,
    ],
    [
      'a circle away from the start is not reached for nothing',
      { one: { a: 'two' }, two: { b: 'three', c: 'one' }, three: { a: 'four' }, four: { a: 'three' } },
      6,
    ],
  ])('%s', (_, states, steps) => {
    const letters = letterGraph(states);
    expect(fewestSteps(letters)).toEqual({ steps, isExact: true });
    expect(lowerBound(letters)).toBeLessThanOrEqual(steps);
  });

  test('the lower bound is close to them', () => {
    const { steps } = fewestSteps(graph);
    expect(lowerBound(graph)).toBeLessThanOrEqual(steps);
    expect(lowerBound(graph)).toBeGreaterThan(0.9 * steps);
  });
});
