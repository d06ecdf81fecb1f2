import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, createMachine, fromPromise, raise } from 'xstate';
import {
  always,
  counterexample,
  eventually,
  explore,
  flowOfMachine,
  never,
  type Property,
  timersLast,
} from '../../../machines/paths/index.ts';
import { performedInOrder } from '../../../machines/performedInOrder.ts';

type Config = Parameters<typeof createMachine>[0];

const graphOf = (config: Config) => explore(flowOfMachine(createMachine({ id: 'm', ...config })));

const is =
  (...values: string[]) =>
  ({ value }: AnyMachineSnapshot) =>
    values.includes(String(value));

const went = (name: string) => `${name}: without a payload`;

const actor = fromPromise(() => Promise.resolve(null));

describe('of what is always or never so', () => {
  const circle = graphOf({
    initial: 'one',
    states: {
      one: { on: { next: 'two', skipped: 'three' } },
      two: { on: { next: 'three' } },
      three: { on: { next: 'one' } },
    },
  });

  test.each([
    ['the start', always('', is('two', 'three')), []],
    ['the nearest step', always('', is('one', 'two')), [went('skipped')]],
    ['nothing', always('', is('one', 'two', 'three')), null],
    [
      'a step between two states',
      never('', ({ before, after }) => is('two')(before) && is('three')(after)),
      [went('next'), went('next')],
    ],
    [
      'a step on an event, from the state before it',
      never('', ({ before, step }) => is('three')(before) && step.event.type === 'next'),
      [went('skipped'), went('next')],
    ],
    ['no step', never('', () => false), null],
  ])('%s', (_, property, expected) => {
    expect(counterexample(circle, property)).toEqual(expected);
  });
});

test('of the error status is the path to the step that fails', () => {
  const fail = () => {
    throw new Error('it fails');
  };
  const states = { one: { on: { next: 'two' } }, two: { on: { next: { actions: fail } } } };
  expect(
    counterexample(
      graphOf({ initial: 'one', states }),
      always('', ({ status }) => status !== 'error'),
    ),
  ).toEqual([went('next'), went('next')]);
});

describe('of what comes eventually', () => {
  const ends = eventually('', { after: is('waiting'), comes: is('done', 'failed') });

  test.each<[string, Config, string[] | null]>([
    [
      'nothing where every timer leads there',
      {
        initial: 'waiting',
        states: { waiting: { after: { 100: 'slow' } }, slow: { after: { 100: 'done' } }, done: {} },
      },
      null,
    ],
    ['the start where nothing leads on', { initial: 'waiting', states: { waiting: {}, done: {} } }, []],
    [
      'the start where an event alone leads there',
      { initial: 'waiting', states: { waiting: { on: { left: 'done' } }, done: {} } },
      [],
    ],
    [
      'nothing where an event leads away, because what follows needs none',
      {
        initial: 'waiting',
        states: { waiting: { after: { 100: 'done' }, on: { left: 'away' } }, away: {}, done: {} },
      },
      null,
    ],
    [
      'the start where an actor may never end',
      {
        initial: 'waiting',
        states: {
          waiting: { invoke: { src: actor, id: 'a', onDone: 'done', onError: 'failed' } },
          done: {},
          failed: {},
        },
      },
      [],
    ],
    [
      'nothing where an actor has a timeout',
      {
        initial: 'waiting',
        states: {
          waiting: {
            invoke: { src: actor, id: 'a', onDone: 'done', onError: 'failed' },
            after: { 100: 'failed' },
          },
          done: {},
          failed: {},
        },
      },
      null,
    ],
    [
      'the start where an outcome leads elsewhere',
      {
        initial: 'waiting',
        states: {
          waiting: {
            invoke: { src: actor, id: 'a', onDone: 'away', onError: 'failed' },
            after: { 100: 'failed' },
          },
          away: {},
          failed: {},
        },
      },
      [],
    ],
    [
      'the start where timers go round in a circle',
      {
        initial: 'waiting',
        states: { waiting: { after: { 100: 'slow' } }, slow: { after: { 100: 'waiting' } }, done: {} },
      },
      [],
    ],
    [
      'the steps to the state from which it does not follow',
      {
        initial: 'one',
        states: { one: { on: { next: 'two' } }, two: { on: { next: 'waiting' } }, waiting: {} },
      },
      [went('next'), went('next')],
    ],
    [
      'nothing where the first state is never entered',
      { initial: 'one', states: { one: { on: { next: 'two' } }, two: {}, waiting: {} } },
      null,
    ],
    [
      'nothing where two ways meet before it',
      {
        initial: 'waiting',
        states: {
          waiting: {
            invoke: { src: actor, id: 'a', onDone: 'slow', onError: 'slow' },
            after: { 100: 'slow' },
          },
          slow: { after: { 100: 'done' } },
          done: {},
        },
      },
      null,
    ],
  ])('%s', (_, config, expected) => {
    expect(counterexample(graphOf(config), ends)).toEqual(expected);
  });

  test('a delayed event is as certain as a timer', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'waiting',
      states: { waiting: { entry: raise({ type: 'rang' }, { delay: 100 }), on: { rang: 'done' } }, done: {} },
    });
    const graph = explore(flowOfMachine(machine, { events: { rang: {} } }));
    expect(counterexample(graph, ends)).toBeNull();
  });
});

describe('a step', () => {
  const machine = createMachine({
    id: 'm',
    context: { count: 0 },
    initial: 'one',
    states: {
      one: {
        on: { next: { target: 'two', actions: ['ring', 'open'] }, other: { actions: ['open', 'ring'] } },
      },
      two: { after: { 100: 'one', 200: 'one' } },
    },
  });
  const graph = explore(flowOfMachine(machine));
  const isViolated = (property: Property) => counterexample(graph, property) !== null;

  test('performs its actions in their order, with their context', () => {
    const seen: object[] = [];
    const note = never('', ({ step, actions }) => {
      if (step.event.type === 'next') seen.push(...actions().slice(0, 2));
      return false;
    });
    expect(counterexample(graph, note)).toBeNull();
    expect(seen).toEqual([
      { type: 'ring', context: { count: 0 } },
      { type: 'open', context: { count: 0 } },
    ]);
  });

  test.each([
    ['next', 'ring', 'open', false],
    ['next', 'open', 'ring', true],
    ['next', 'ring', 'knock', false],
    ['next', 'knock', 'ring', false],
    ['next', 'ring', 'ring', false],
    ['other', 'open', 'ring', false],
  ])('violates on "%s" that "%s" comes before "%s": %j', (type, first, second, expected) => {
    const property = performedInOrder(type, first, second);
    expect(property.title).toBe(`"${second}" is performed before "${first}" on "${type}"`);
    expect(isViolated(property)).toBe(expected);
  });

  test('violates the lengths of timers that its state has otherwise', () => {
    expect(timersLast({ '100': 100 }).title).toBe('the timers last {"100":100} milliseconds');
    expect(isViolated(timersLast({ '100': 100, '200': 200 }))).toBe(false);
    expect(isViolated(timersLast({ '100': 50, '200': 200 }))).toBe(true);
    expect(isViolated(timersLast({ '100': 100 }))).toBe(true);
  });
});
