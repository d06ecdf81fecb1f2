import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { explore } from '../../../machines/paths/explore.ts';
import { defineFlow } from '../../../machines/paths/flow.ts';
import { fewestSteps, lowerBound } from '../../support/fewestSteps.ts';
import { graph } from '../../support/flowFixture.ts';

type Target = Record<string, string>;

/** Returns the graph of a machine with one event for each letter. */
function graphOf(states: Record<string, Target>) {
  const events = [...new Set(Object.values(states).flatMap(Object.keys))];
  const [initial = ''] = Object.keys(states);
  const machine = createMachine({
    types: {} as { events: { type: string } },
    initial,
    states: Object.fromEntries(Object.entries(states).map(([name, on]) => [name, { on }])),
  });
  const cases = {
    events: Object.fromEntries(events.map((type) => [type, { pressed: {} }])),
    outcomes: {},
    project: () => null,
  };
  return explore(defineFlow({ id: 'letters', title: 'Letters', purpose: '', machine, actors: {}, cases }));
}

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
    const letters = graphOf(states);
    expect(fewestSteps(letters)).toEqual({ steps, isExact: true });
    expect(lowerBound(letters)).toBeLessThanOrEqual(steps);
  });

  test('the lower bound is close to them', () => {
    const { steps } = fewestSteps(graph);
    expect(lowerBound(graph)).toBeLessThanOrEqual(steps);
    expect(lowerBound(graph)).toBeGreaterThan(0.9 * steps);
  });
});
