import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import {
  always,
  defineFlow,
  eventually,
  type JourneyStep,
  journeyDivergence,
  never,
  type Property,
} from '../../../machines/paths/index.ts';
import { flow } from '../../support/flowFixture.ts';

const divergenceOf = (...steps: JourneyStep[]) => journeyDivergence(flow, { title: '', steps });

test('a journey says which actors a step invokes, and with which input', () => {
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, { load: undefined }])).toBeNull();
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, {}])).toBe(
    'asked: by the visitor: invoked ["load"], not []',
  );
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime', {}, { load: { items: 1 } }])).toBe(
    'asked: by the visitor: invoked load with undefined, not {"items":1}',
  );
});

test('a step that is not possible is named with the state and the steps before it', () => {
  expect(divergenceOf(['asked: by the visitor', 'loading.onTime'], ['asked: by the visitor', 'idle'])).toBe(
    'asked: by the visitor → asked: by the visitor: the last step cannot happen in "loading.onTime"',
  );
});

test('a step that leads to another state is named with both', () => {
  expect(divergenceOf(['asked: by the visitor', 'full'])).toBe(
    'asked: by the visitor: led to "loading.onTime", not to "full"',
  );
});

type Context = { person: { name: string; tags: string[] } | null; count: number };

/** A machine whose context is set as a whole. */
const machine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'set'; context: Context } | { type: 'broken' } | { type: 'waited' },
  },
  actions: {
    set: assign(({ event }) => (event.type === 'set' ? event.context : {})),
    fail: () => {
      throw new Error('it fails');
    },
  },
}).createMachine({
  id: 'form',
  context: { person: null, count: 0 },
  initial: 'editing',
  states: {
    editing: { on: { set: { actions: 'set' }, broken: { actions: 'fail' }, waited: 'waiting' } },
    waiting: { after: { 100: 'slow' } },
    slow: { after: { 100: 'done' } },
    done: {},
  },
});

const formWith = (context: Context, properties: Property[] = []) =>
  defineFlow({
    id: 'form',
    title: '',
    purpose: '',
    machine,
    actors: {},
    properties,
    cases: {
      events: { set: { once: { context } }, broken: { once: {} }, waited: { once: {} } },
      outcomes: {},
      // A journey performs every case, also where the exploration leaves it out.
      isPossible: () => false,
      project: () => null,
    },
  });

const person = { name: 'Ada', tags: ['a', 'b'] };

describe('the expected context', () => {
  test.each<[Record<string, unknown>, Context]>([
    [{}, { person, count: 1 }],
    [{ count: 1 }, { person, count: 1 }],
    [{ person: null }, { person: null, count: 1 }],
    [{ person: { name: 'Ada' } }, { person, count: 1 }],
    [{ person: { tags: ['a', 'b'] } }, { person, count: 1 }],
    [
      { person: {}, count: 1 },
      { person, count: 1 },
    ],
  ])('%j matches by the properties that it names', (expected, context) => {
    const steps: JourneyStep[] = [['set: once', 'editing', expected]];
    expect(journeyDivergence(formWith(context), { title: '', steps })).toBeNull();
  });

  test.each<[Record<string, unknown>, Context, string]>([
    [{ count: 2 }, { person, count: 1 }, 'count is 1, not 2'],
    [{ other: { a: 1 } }, { person, count: 1 }, 'other is undefined, not {"a":1}'],
    [
      { person: { name: 'Bob' } },
      { person, count: 1 },
      'person is {"name":"Ada","tags":["a","b"]}, not {"name":"Bob"}',
    ],
    [
      { person: { age: undefined } },
      { person, count: 1 },
      'person is {"name":"Ada","tags":["a","b"]}, not {}',
    ],
    [{ person: { name: 'Ada' } }, { person: null, count: 1 }, 'person is null, not {"name":"Ada"}'],
    [{ person: null }, { person, count: 1 }, 'person is {"name":"Ada","tags":["a","b"]}, not null'],
    [
      { person: { tags: ['a'] } },
      { person, count: 1 },
      'person is {"name":"Ada","tags":["a","b"]}, not {"tags":["a"]}',
    ],
    [{ count: {} }, { person, count: 1 }, 'count is 1, not {}'],
  ])('%j differs', (expected, context, difference) => {
    const steps: JourneyStep[] = [['set: once', 'editing', expected]];
    expect(journeyDivergence(formWith(context), { title: '', steps })).toBe(`set: once: ${difference}`);
  });
});

const context = { person: null, count: 1 };
const divergenceWith = (properties: Property[], ...steps: JourneyStep[]) =>
  journeyDivergence(formWith(context, properties), { title: '', steps });

test('the error status is a divergence', () => {
  expect(divergenceWith([], ['broken: once', 'editing'])).toBe(
    'broken: once: the machine is in the error status',
  );
});

test('a violated property is named at its step', () => {
  const counts = never('it counts', ({ before, after }) => after.context.count > before.context.count);
  expect(divergenceWith([counts], ['set: once', 'editing'])).toBe('set: once: violates "it counts"');
  expect(divergenceWith([counts], ['waited: once', 'waiting'])).toBeNull();
  const notWaiting = always('it never waits', (snapshot) => !snapshot.matches('waiting'));
  expect(divergenceWith([notWaiting], ['set: once', 'editing'], ['waited: once', 'waiting'])).toBe(
    'set: once → waited: once: violates "it never waits"',
  );
});

const ends = eventually('waiting ends', {
  after: (snapshot) => snapshot.matches('waiting'),
  comes: (snapshot) => snapshot.matches('done'),
});
const comesBack = eventually('one can edit again', {
  after: (snapshot) => snapshot.matches('waiting'),
  comes: (snapshot) => snapshot.matches('editing'),
});

test('timers run until the open properties are met', () => {
  expect(divergenceWith([ends], ['set: once', 'editing'], ['waited: once', 'waiting'])).toBeNull();
  expect(divergenceWith([ends, comesBack], ['set: once', 'editing'], ['waited: once', 'waiting'])).toBe(
    'set: once → waited: once: violates "one can edit again"',
  );
});
