import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, assign, createMachine, fromPromise, raise, setup } from 'xstate';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { contactMachine } from '../../../machines/contact/contact.machine.ts';
import {
  always,
  counterexample,
  createSimulation,
  defineFlow,
  eventually,
  explore,
  flowOfMachine,
  type Journey,
  type JourneyStep,
  journeyDivergence,
  nearestBreak,
  never,
  type Property,
  stepName,
  timersLast,
} from '../../../machines/paths/index.ts';
import { performedInOrder } from '../../../machines/shared/performedInOrder.ts';
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
  ])('the expected context %j matches by the properties that it names', (expected, context) => {
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
  ])('the expected context %j differs', (expected, context, difference) => {
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

test('a counterexample of the error status is the path to the step that fails', () => {
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

  test('a step performs its actions in their order, with their context', () => {
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
  ])('a step violates on "%s" that "%s" comes before "%s": %j', (type, first, second, expected) => {
    const property = performedInOrder(type, first, second);
    expect(property.title).toBe(`"${second}" is performed before "${first}" on "${type}"`);
    expect(isViolated(property)).toBe(expected);
  });

  test('a step violates the lengths of timers that its state has otherwise', () => {
    expect(timersLast({ '100': 100 }).title).toBe('the timers last {"100":100} milliseconds');
    expect(isViolated(timersLast({ '100': 100, '200': 200 }))).toBe(false);
    expect(isViolated(timersLast({ '100': 50, '200': 200 }))).toBe(true);
    expect(isViolated(timersLast({ '100': 100 }))).toBe(true);
    expect(isViolated(timersLast({ '100': 100, '200': 200, '300': 300 }))).toBe(true);
  });
});

test.each<[string, Property, string | null]>([
  [
    'leaves out what it writes',
    never('', ({ after }) => after.value === 'full' && after.context.items === 0),
    'asked: by the visitor → load: two items, if its last step leaves "items" as it was',
  ],
  [
    'leads to another state',
    never('', ({ before, after }) => before.value === 'idle' && after.value === 'full'),
    'asked: by the visitor, if its last step leads to "full"',
  ],
  [
    'writes a value that no state has',
    always('', ({ context }) => context.items >= 0),
    'asked: by the visitor, if its last step writes another "items"',
  ],
  [
    'leads to a state without its tag',
    always('', (snapshot) => snapshot.matches('loading') === snapshot.hasTag('busy')),
    'asked: by the visitor, if its last step leads to a state without the tag busy',
  ],
  [
    'is the last',
    eventually('', { after: ({ value }) => value !== 'idle', comes: ({ value }) => value === 'idle' }),
    'asked: by the visitor, if nothing follows',
  ],
  ['is none: it is about code', always('', () => true), 'at the start, if the code is another'],
  ['does not exist', always('', ({ value }) => value !== 7), null],
  ['waits for nothing', eventually('', { after: ({ value }) => value === 7, comes: () => true }), null],
])('a property is nearest to broken by a step that %s', (_, property, expected) => {
  const nearest = nearestBreak(explore(flow), property);
  const steps = nearest?.path.map(({ step }) => stepName(step)).join(' → ');
  expect(nearest && `${steps || 'at the start'}, if ${nearest.change}`).toBe(expected);
});

test('a misspelt case or context part does not compile', () => {
  const journey: Journey<typeof contactCases> = {
    title: '',
    // @ts-expect-error: no case has this name
    steps: [['changed: everything vald', 'editing']],
  };
  expect(journeyDivergence(contactFlow, journey)).toMatch(/cannot happen/);
  // @ts-expect-error: the context has no such part
  const property = always<typeof contactMachine>('', ({ context }) => context.nothing === undefined);
  expect(counterexample(explore(contactFlow), property)).toBeNull();
  const { isPossible } = defineFlow({
    id: 'contact',
    title: '',
    purpose: '',
    machine: contactFlow.machine,
    actors: {},
    cases: contactCases,
    // @ts-expect-error: no case has this name
    isPossible: (name) => name !== 'changed: everything vald',
  });
  expect(isPossible('changed: everything vald', createSimulation(contactFlow).actor.getSnapshot())).toBe(
    false,
  );
});
