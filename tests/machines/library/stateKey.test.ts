import { describe, expect, test, vi } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromTransition,
  getInitialSnapshot,
  raise,
  sendTo,
} from 'xstate';
import type { SystemState } from '../../../machines/paths/actorSystem.types.ts';
import { createExplorer } from '../../../machines/paths/explorer.ts';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';
import { comparable, findKey, stateKey, systemKey } from '../../../machines/paths/stateKey.ts';
import { stepName } from '../../../machines/paths/steps.ts';

const light = createMachine({
  context: { count: 0, note: '' },
  initial: 'red',
  on: {
    counted: { actions: assign({ count: ({ context }) => context.count + 1 }) },
    noted: { actions: assign({ note: 'seen' }) },
  },
  states: { red: { on: { go: 'green', stop: 'off' } }, green: {}, off: { type: 'final' } },
});

describe('values that are compared as text', () => {
  const actor = createActor(light);

  test.each([
    ['a number', 3, '3'],
    ['a text', 'three', '"three"'],
    ['null', null, 'null'],
    ['undefined', undefined, '"undefined"'],
    ['a function', () => {}, '"function"'],
    ['not a number', Number.NaN, '"NaN"'],
    ['infinity', Number.NEGATIVE_INFINITY, '"-Infinity"'],
    ['a bigint', 12n, '"12"'],
    ['a symbol', Symbol('blue'), '"Symbol(blue)"'],
    ['a map', new Map([['one', 1]]), '{"map":[["one",1]]}'],
    ['a set', new Set([1, undefined]), '{"set":[1,"undefined"]}'],
    ['an error', new Error('no'), '{"error":"no"}'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object', { a: undefined, b: [() => {}] }, '{"a":"undefined","b":["function"]}'],
  ])('%s', (_, value, text) => {
    expect(comparable(value, () => '')).toBe(text);
  });

  test('an actor is its name', () => {
    expect(comparable({ actor }, (named) => `the one ${named.id === actor.id}`)).toBe(
      '{"actor":"actor the one true"}',
    );
  });
});

describe('the key of a snapshot', () => {
  const project = ({ count }: Record<string, unknown>) => count;
  const flow = flowOfMachine(light, { project });
  const start = getInitialSnapshot(light);
  const snapshotAfter = (...types: string[]) => {
    const actor = createActor(light).start();
    for (const type of types) actor.send({ type });
    return actor.getSnapshot();
  };

  test('has its status, its value and the projection of its context', () => {
    expect(stateKey(flow, start)).toBe('["active","red",0]');
    expect(stateKey(flow, snapshotAfter('counted', 'go', 'noted'))).toBe('["active","green",1]');
    expect(stateKey(flow, snapshotAfter('stop'))).toBe('["done","off",0]');
  });

  test('is calculated once', () => {
    const projection = vi.fn(project);
    const counting = flowOfMachine(light, { project: projection });
    const snapshot = snapshotAfter();
    expect(stateKey(counting, snapshot)).toBe(stateKey(counting, snapshot));
    expect(projection).toHaveBeenCalledOnce();
  });

  test('finds the first state of a graph that has the same', () => {
    const states = new Map([
      ['green', { snapshot: snapshotAfter('go') }],
      ['red', { snapshot: start }],
      ['red later', { snapshot: snapshotAfter('noted') }],
    ]);
    expect(findKey(flow, states, snapshotAfter())).toBe('red');
    expect(findKey(flow, states, snapshotAfter('noted'))).toBe('red');
    expect(findKey(flow, states, snapshotAfter('go', 'noted'))).toBe('green');
    expect(findKey(flow, states, snapshotAfter('counted'))).toBeNull();
  });
});

describe('the key of a state', () => {
  const keyAfter = (machine: AnyStateMachine, steps: readonly string[], cases: MachineCases = {}) => {
    const flow = flowOfMachine(machine, { project: () => null, ...cases });
    const explorer = createExplorer(flow);
    let state: SystemState = explorer.start().state;
    for (const name of steps) {
      const step = explorer.steps(state).steps.find((possible) => stepName(possible).startsWith(name));
      if (!step) throw new Error(`"${name}" is not possible.`);
      state = explorer.perform(state, step).state;
    }
    return systemKey(flow, state);
  };

  test('is that of the snapshot where nothing else is known', () => {
    expect(keyAfter(light, ['go'])).toBe('["active","green",null]');
  });

  const silent = fromCallback(() => {});
  const counter = fromTransition((count: number, _: { type: 'more' }) => count + 1, 0);
  const child = createMachine({
    id: 'child',
    context: { count: 0 },
    type: 'parallel',
    on: { counted: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
    states: {
      one: { initial: 'a', states: { a: { on: { changed: 'b' } }, b: { on: { changed: 'a' } } } },
      two: {
        initial: 'a',
        states: { a: { on: { moved: 'b' } }, b: { on: { moved: 'a' } } },
      },
    },
  });
  const forwarding = (...types: string[]) => ({
    ...Object.fromEntries(types.map((type) => [type, { actions: sendTo('child', { type }) }])),
  });
  const parent = createMachine({
    invoke: { id: 'child', src: child },
    on: forwarding('counted', 'changed', 'moved'),
  });
  const counting = createMachine({ invoke: { id: 'child', src: counter }, on: forwarding('more') });
  const sending = createMachine({
    invoke: [
      { id: 'one', src: child },
      { id: 'two', src: child },
    ],
    on: {
      late: { actions: raise({ type: 'nothing' }, { delay: 10 }) },
      later: { actions: raise({ type: 'nothing' }, { delay: 20 }) },
      named: { actions: raise({ type: 'nothing' }, { delay: 10, id: 'name' }) },
      other: { actions: raise({ type: 'other' }, { delay: 10 }) },
      withData: { actions: raise(() => ({ type: 'nothing', data: 1 }), { delay: 10 }) },
      withMore: { actions: raise(() => ({ type: 'nothing', data: 2 }), { delay: 10 }) },
      toOne: { actions: sendTo('one', { type: 'nothing' }, { delay: 10 }) },
      toTwo: { actions: sendTo('two', { type: 'nothing' }, { delay: 10 }) },
    },
  });
  const past = createMachine({
    id: 'm',
    initial: 'on',
    states: {
      on: {
        initial: 'a',
        on: { leave: 'off' },
        states: { a: { on: { next: 'b' } }, b: {}, past: { type: 'history' } },
      },
      off: { on: { back: 'on.past' } },
    },
  });
  const parentOfPast = createMachine({
    invoke: { id: 'child', src: past },
    on: forwarding('next', 'leave'),
  });
  const spawning = createMachine({
    on: {
      one: { actions: assign({ one: ({ spawn }) => spawn(silent, { id: 'a.b', input: 1 }) }) },
      two: { actions: assign({ one: ({ spawn }) => spawn(silent, { id: 'ab', input: 1 }) }) },
      three: { actions: assign({ one: ({ spawn }) => spawn(silent, { id: 'a.b', input: 2 }) }) },
    },
  });

  test.each<[string, AnyStateMachine, string[], string[]]>([
    ['the value of a child', parent, [], ['changed']],
    ['the context of a child', parent, [], ['counted']],
    ['the context of transition logic', counting, [], ['more']],
    ['the history of a child', parentOfPast, ['leave'], ['next', 'leave']],
    ['the history of the machine', past, ['leave'], ['next', 'leave']],
    ['an event that is pending', sending, [], ['late']],
    ['when an event is due', sending, ['late'], ['later']],
    ['the type of a pending event', sending, ['late'], ['other']],
    ['the data of a pending event', sending, ['withData'], ['withMore']],
    ['where a pending event goes', sending, ['toOne'], ['toTwo']],
    ['whether a pending event can be cancelled', sending, ['late', 'late'], ['named', 'named']],
    ['the number of actors', spawning, [], ['one']],
    ['the path of an actor', spawning, ['one'], ['two']],
  ])('knows %s', (_, machine, one, other) => {
    expect(keyAfter(machine, one)).not.toBe(keyAfter(machine, other));
  });

  test('knows the input of an actor where that is projected', () => {
    const projected = { project: undefined };
    expect(keyAfter(spawning, ['one'], projected)).toBe(keyAfter(spawning, ['one'], projected));
    expect(keyAfter(spawning, ['one'], projected)).not.toBe(keyAfter(spawning, ['three'], projected));
  });

  test.each<[string, AnyStateMachine, string[], string[]]>([
    ['by which way it is reached', parent, ['changed', 'changed'], []],
    ['the id of a pending event', sending, ['late'], ['named']],
    ['the input of an actor, without its projection', spawning, ['one'], ['three']],
  ])('does not know %s', (_, machine, one, other) => {
    expect(keyAfter(machine, one)).not.toBe('["active",{},null]');
    expect(keyAfter(machine, one, { project: () => null })).toBe(keyAfter(machine, other));
  });
});

test('two flows of one machine have keys of their own', () => {
  const snapshot = getInitialSnapshot(light);
  const flow = flowOfMachine(light, { events: {}, outcomes: {} });
  const keys = ['one', 'other'].map((part) => stateKey({ ...flow, project: () => part }, snapshot));
  expect(keys).toEqual(['["active","red","one"]', '["active","red","other"]']);
});
