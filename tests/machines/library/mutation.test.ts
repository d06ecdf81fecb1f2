import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, createMachine, setup } from 'xstate';
import { mutationsOf } from '../../../machines/paths/mutate.ts';
import { delayMutations } from '../../../machines/paths/mutateImplementations.ts';
import {
  asList,
  configMutation,
  isConfig,
  itemAfter,
  nameOf,
  withoutItem,
  withSwapped,
} from '../../../machines/paths/mutation.ts';

describe('parts of a configuration', () => {
  test('only an object is a configuration', () => {
    expect([{}, { type: 'a' }].map(isConfig)).toEqual([true, true]);
    expect([null, undefined, 'a', [], () => {}].map(isConfig)).toEqual([false, false, false, false, false]);
  });

  test('what is no list is one with a single item; nothing is an empty one', () => {
    expect([undefined, 'a', ['a', 'b'], null].map(asList)).toEqual([[], ['a'], ['a', 'b'], [null]]);
  });

  test('a thing is named by its text or its type', () => {
    const things = ['a', { type: 'b' }, { type: 1 }, {}, () => {}, null, undefined];
    expect(things.map(nameOf)).toEqual(['a', 'b', ...Array.from({ length: 5 }, () => 'inline')]);
  });

  test('an item is left out, or changes places with the next one', () => {
    expect(withoutItem(['a', 'b', 'a'], 0)).toEqual(['b', 'a']);
    expect(withSwapped(['a', 'b', 'c', 'd'], 1)).toEqual(['a', 'c', 'b', 'd']);
  });

  test('the item after the last one is the first; the only one has none after it', () => {
    expect(itemAfter(['a', 'b', 'c'], 'a')).toBe('b');
    expect(itemAfter(['a', 'b', 'c'], 'c')).toBe('a');
    expect(itemAfter(['a'], 'a')).toBeUndefined();
  });
});

test('a mutation replaces a part of the configuration, in lists too, and makes the objects on its way', () => {
  const machine = setup({ actions: { note: () => {} } }).createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { next: [{ actions: 'note' }, { target: 'b' }] } }, b: {} },
    options: { maxIterations: 7 },
  });
  const config = (...args: Parameters<typeof configMutation>) =>
    configMutation(...args).apply(machine).config;
  expect(config('', ['states', 'a', 'on', 'next', 1, 'target'], 'a')).toEqual({
    ...machine.config,
    states: { a: { on: { next: [{ actions: 'note' }, { target: 'a' }] } }, b: {} },
    options: { maxIterations: 100 },
  });
  expect(config('', ['states', 'b', 'on', 'back'], 'a').states?.b).toEqual({ on: { back: 'a' } });
  const { name, location, apply } = configMutation('a name', ['initial'], 'b');
  expect([name, location]).toEqual(['a name', ['initial']]);
  expect(apply(machine).implementations.actions).toHaveProperty('note');
  expect(createActor(apply(machine)).start().getSnapshot().value).toBe('b');
});

/** Returns the mutations of a machine by their names, each with its location as one text. */
const mutationsIn = (machine: AnyStateMachine): Record<string, string> =>
  Object.fromEntries(mutationsOf(machine).map(({ name, location }) => [name, location.join('/')]));

test('delays are mutated where they are written as a number', () => {
  const machine = setup({ delays: { slow: 100, computed: () => 5 } }).createMachine({});
  expect(delayMutations(machine).map(({ name, location }) => [name, location])).toEqual([
    ['double delay slow', ['delays', 'slow']],
    ['halve delay slow', ['delays', 'slow']],
  ]);
});

describe('what is mutated in a machine', () => {
  test('its entry and exit actions, initial states and timers, with their locations', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          entry: ['one', 'two', { type: 'three' }],
          exit: 'four',
          initial: 'first',
          states: { first: {}, past: { type: 'history' }, second: {} },
        },
        b: { type: 'parallel', states: { left: {}, right: {} } },
        c: { after: { 300: { actions: 'five' }, slow: 'a' } },
      },
    });
    expect(mutationsIn(machine)).toEqual({
      'start m in b': 'initial',
      'drop action one of m.a · entry': 'states/a/entry',
      'swap actions one and two of m.a · entry': 'states/a/entry',
      'drop action two of m.a · entry': 'states/a/entry',
      'swap actions two and three of m.a · entry': 'states/a/entry',
      'drop action three of m.a · entry': 'states/a/entry',
      'drop action four of m.a · exit': 'states/a/exit',
      'start m.a in second': 'states/a/initial',
      'remove m.c · 300': 'states/c/after/300',
      'retarget m.c · 300 to m.a.first': 'states/c/after/300',
      'drop action five of m.c · 300': 'states/c/after/300',
      'remove m.c · slow': 'states/c/after/slow',
      'retarget m.c · slow to m.b.left': 'states/c/after/slow',
      'swap target of m.c · slow with m.b': 'states/c/after/slow',
      'double delay 300 of m.c': 'states/c/after',
      'halve delay 300 of m.c': 'states/c/after',
    });
  });

  test('its transitions, wherever they stand', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          on: { next: 'b' },
          always: { guard: 'isReady', target: 'c' },
          invoke: [
            { src: 'load', onDone: 'b' },
            { src: 'send', onError: 'c' },
          ],
          onDone: 'b',
          initial: 'end',
          states: { end: { type: 'final' } },
        },
        b: { invoke: { src: 'save', onDone: [{ guard: 'isReady', target: 'a' }, 'c'] } },
        c: {},
      },
    });
    const removed = Object.entries(mutationsIn(machine)).filter(([name]) => name.startsWith('remove'));
    expect(Object.fromEntries(removed)).toEqual({
      'remove m.a · next': 'states/a/on/next',
      'remove m.a · load.onDone': 'states/a/invoke/0/onDone',
      'remove m.a · send.onError': 'states/a/invoke/1/onError',
      'remove m.a · always': 'states/a/always',
      'remove m.a · onDone': 'states/a/onDone',
      'remove m.b · save.onDone[0]': 'states/b/invoke/onDone',
      'remove m.b · save.onDone[1]': 'states/b/invoke/onDone',
    });
  });

  test('every eventless transition of a state at once, where it has several', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          always: [{ guard: 'isReady', target: 'b' }, 'c'],
          on: { next: [{ guard: 'isReady', target: 'b' }, 'c'] },
        },
        b: { always: 'c' },
        c: {},
      },
    });
    expect(Object.keys(mutationsIn(machine)).filter((name) => name.startsWith('remove every'))).toEqual([
      'remove every m.a · always',
    ]);
  });
});

describe('the wrong targets of a transition', () => {
  const targetsOf = (target: string) => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          initial: 'x',
          on: { next: { target } },
          states: { x: {}, y: { initial: 'deep', states: { deep: {} } } },
        },
        b: { type: 'final' },
        past: { type: 'history' },
        c: {},
      },
    });
    return Object.keys(mutationsIn(machine))
      .filter((name) => name.includes('target'))
      .map((name) => name.replace('of m.a · next ', '').replace('m.a · next ', ''));
  };

  test.each<[string, string[]]>([
    ['b', ['retarget to m.c']],
    ['c', ['retarget to m.a.x', 'swap target with m.a']],
    ['.x', ['retarget to m.a.y.deep', 'swap target with m.a.y']],
    ['.y', ['retarget to m.b', 'swap target with m.a.x']],
    ['a.y', ['retarget to m.b', 'swap target with m.a.x']],
    ['#m.a.x', ['retarget to m.a.y.deep', 'swap target with m.a.y']],
    ['#m.a.y.deep', ['retarget to m.b']],
    ['#m.b', ['retarget to m.c']],
  ])(
    '%s: the state without children after it, and its next sibling where that is another one',
    (target, expected) => {
      expect(targetsOf(target)).toEqual(expected);
    },
  );
});

test.each<[string, object[]]>([
  ['remove m.a · next[0]', []],
  ['retarget m.a · next[0] to m.c', [{ target: '#m.c' }]],
  ['drop reenter of m.a · next[0]', [{ reenter: false }]],
  ['drop guard isReady of m.a · next[0]', [{ guard: undefined }]],
  ['drop action one of m.a · next[0]', [{ actions: ['two'] }]],
  ['swap actions one and two of m.a · next[0]', [{ actions: ['two', 'one'] }]],
])('the rest of a transition stays, and so do the others of its event: %s', (name, changed) => {
  const next = { guard: 'isReady', target: 'b', actions: ['one', 'two'], reenter: true };
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { next: [next, { target: 'c' }] } }, b: {}, c: {} },
  });
  const mutation = mutationsOf(machine).find((each) => each.name === name);
  expect(mutation?.apply(machine).config.states?.a?.on).toEqual({
    next: [...changed.map((facts) => ({ ...next, ...facts })), { target: 'c' }],
  });
});
