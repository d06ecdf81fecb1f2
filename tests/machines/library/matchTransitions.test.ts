import { describe, expect, test } from 'vitest';
import type { ChartTransition } from '../../../machines/paths/chart.ts';
import { matchTransitions, orderOf } from '../../../machines/paths/matchTransitions.ts';

/** Returns a transition from state `a` to state `b`. */
const transition = (id: string, facts: Partial<ChartTransition> = {}): ChartTransition => ({
  id,
  source: 'm.a',
  targets: ['m.b'],
  trigger: 'opened',
  actions: [],
  reenter: false,
  ...facts,
});

const opened = (index: number, facts: Partial<ChartTransition> = {}) =>
  transition(`m.a · opened[${index}]`, facts);

/** Returns the ids of the pairs, what was added and what was removed. */
function matched(before: readonly ChartTransition[], after: readonly ChartTransition[]) {
  const { pairs, added, removed } = matchTransitions(before, after);
  const ids = (transitions: readonly ChartTransition[]) => transitions.map(({ id }) => id);
  return { pairs: pairs.map(([old, now]) => ids([old, now])), added: ids(added), removed: ids(removed) };
}

describe('transitions of two builds are the same one', () => {
  test.each<[string, Partial<ChartTransition>, Partial<ChartTransition>, Partial<ChartTransition>]>([
    [
      'with the same guard, target and actions, rather than with other actions',
      { guard: 'isReady', actions: ['note'] },
      { guard: 'isReady' },
      { guard: 'isReady', actions: ['note'] },
    ],
    [
      'with the same guard and target, rather than another target',
      { guard: 'isReady', actions: ['note'] },
      { guard: 'isReady', targets: ['m.c'], actions: ['note'] },
      { guard: 'isReady' },
    ],
    [
      'with the same guard, rather than the same target',
      { guard: 'isReady' },
      {},
      { guard: 'isReady', targets: ['m.c'] },
    ],
    [
      'with the same target, rather than both without a guard',
      {},
      { targets: ['m.c'] },
      { guard: 'isReady' },
    ],
  ])('%s', (_title, old, first, second) => {
    expect(matched([opened(0, old)], [opened(0, first), opened(1, second)])).toEqual({
      pairs: [['m.a · opened[0]', 'm.a · opened[1]']],
      added: ['m.a · opened[0]'],
      removed: [],
    });
  });

  test('where only their event is the same', () => {
    const now = opened(11, { guard: 'isReady', targets: ['m.c'], actions: ['note'] });
    expect(matched([opened(10)], [now]).pairs).toEqual([['m.a · opened[10]', 'm.a · opened[11]']]);
  });

  test('each once only', () => {
    expect(matched([opened(0), opened(1)], [opened(0)])).toEqual({
      pairs: [['m.a · opened[0]', 'm.a · opened[0]']],
      added: [],
      removed: ['m.a · opened[1]'],
    });
  });

  const renamed = transition('m.a · left', { trigger: 'left', guard: 'isReady', actions: ['note'] });

  test.each<[string, ChartTransition]>([
    ['of another event', transition('m.a · shut', { ...renamed, id: 'm.a · shut', trigger: 'shut' })],
    [
      'of an event whose name ends like a timer',
      { ...renamed, id: 'm.a · long after', trigger: 'long after' },
    ],
    [
      'of an event whose name begins like a timer',
      { ...renamed, id: 'm.a · afternoon', trigger: 'afternoon' },
    ],
  ])('with the same state, guard, target and actions: %s', (_title, now) => {
    expect(matched([renamed], [now])).toEqual({ pairs: [['m.a · left', now.id]], added: [], removed: [] });
  });

  test.each<[string, Partial<ChartTransition>]>([
    ['from another state', { source: 'm.c' }],
    ['with another guard', { guard: 'isOpen' }],
    ['with another target', { targets: ['m.c'] }],
    ['with other actions', { actions: ['note', 'count'] }],
    ['of a timer', { trigger: 'after 300 ms' }],
    ['of an actor', { trigger: 'done of send' }],
    ['of nothing at all', { trigger: 'always' }],
  ])('but not of another event %s', (_title, facts) => {
    const now = { ...renamed, id: 'm.a · shut', trigger: 'shut', ...facts };
    expect(matched([renamed], [now])).toEqual({
      pairs: [],
      added: ['m.a · shut'],
      removed: ['m.a · left'],
    });
  });

  test('but not where a number in brackets is part of the name of the event', () => {
    const [before, after] = ['x[1] seen', 'x[2] seen'].map((trigger) =>
      transition(`m.a · ${trigger}`, { trigger, targets: [`m.${trigger}`] }),
    );
    if (!before || !after) throw new Error('there are two transitions');
    expect(matched([before], [after]).pairs).toEqual([]);
  });
});

describe('the places of a pair', () => {
  const places = (...pairs: [ChartTransition, ChartTransition][]) => pairs.map(orderOf(pairs));

  test('are those in which the transitions of its event are tried, whatever the order of the pairs', () => {
    expect(places([opened(10), opened(2)], [opened(2), opened(10)], [opened(0), opened(0)])).toEqual([
      [3, 2],
      [2, 3],
      [1, 1],
    ]);
  });

  test('are not told by a number in brackets in the name of the event', () => {
    const [second, first] = [transition('m.a · x[5] seen[1]'), transition('m.a · x[5] seen[0]')];
    expect(places([second, second], [first, first])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  test('do not count transitions that are in one build alone, nor those of other events', () => {
    const shut = transition('m.a · shut', { trigger: 'shut' });
    expect(places([opened(3), opened(5)], [shut, shut], [opened(4), opened(7)])).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });

  test('are the first ones for a pair of different events, which does not count for others', () => {
    const left = transition('m.a · opened[1]');
    const shut = transition('m.a · shut', { trigger: 'shut' });
    expect(places([opened(0), shut], [left, opened(0)])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
