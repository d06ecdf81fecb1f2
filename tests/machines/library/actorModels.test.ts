import { describe, expect, test } from 'vitest';
import {
  type AnyActor,
  type AnyActorLogic,
  createActor,
  createMachine,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  getInitialSnapshot,
} from 'xstate';
import {
  actorPath,
  isEndless,
  isSamePath,
  modelOf,
  outcomesOf,
  silentLogic,
  srcOf,
  withBoundedSteps,
  withMissingActors,
} from '../../../machines/paths/actorModels.ts';
import { ExploreError } from '../../../machines/paths/exploreError.ts';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';

const load = fromPromise(async () => 1);
const empty = createMachine({ id: 'empty' });

const actorOf = (logic: AnyActorLogic, id?: string, src?: string): AnyActor =>
  createActor(logic, { ...(id !== undefined && { id }), ...(src !== undefined && { src }) });

test('a silent actor stays as it is', () => {
  const snapshot = { status: 'active', output: undefined, error: undefined, input: 3 } as const;
  expect(silentLogic.getInitialSnapshot(undefined, 3)).toStrictEqual(snapshot);
  expect(silentLogic.transition(snapshot)).toBe(snapshot);
  expect(silentLogic.getPersistedSnapshot(snapshot)).toBe(snapshot);
});

describe('the name of the logic of an actor', () => {
  test.each([
    ['its src', actorOf(load, 'first', 'load'), 'load'],
    ['its id, where it is inline', actorOf(load, 'first', 'xstate.invoke.0.m'), 'first'],
    ['its id, where it is given as such', actorOf(load, 'first'), 'first'],
    ['actor, where it has neither', actorOf(load), 'actor'],
  ])('is %s', (_, actor, name) => {
    expect(srcOf(actor)).toBe(name);
  });
});

describe('the path of an actor', () => {
  test('ends with its id', () => {
    expect(actorPath(actorOf(load, 'first', 'load'), ['a'], [['a', 'first']])).toEqual(['a', 'first']);
  });

  test('without an id ends with the name of its logic, and a number where that is taken', () => {
    const actor = actorOf(load, undefined, 'load');
    expect(actorPath(actor, ['a'], [['load'], ['b', 'load']])).toEqual(['a', 'load']);
    expect(actorPath(actor, ['a'], [['other'], ['a', 'load']])).toEqual(['a', 'load (2)']);
    expect(actorPath(actor, [], [['load'], ['load (2)']])).toEqual(['load (3)']);
  });

  test.each([
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['ab'], false],
    [['a', 'b'], ['a'], false],
    [[], [], true],
  ])('%j and %j are the same: %s', (one, other, expected) => {
    expect(isSamePath(one, other)).toBe(expected);
  });
});

describe('a machine that takes transitions for ever', () => {
  const endless = createMachine({
    initial: 'a',
    states: { a: { always: 'b' }, b: { always: 'a' } },
  });

  test('throws once it has a bound, which is set once and on a copy', () => {
    const bounded = withBoundedSteps(endless);
    expect(getInitialSnapshot(bounded)).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('more than 1000 microsteps') },
    });
    expect(isEndless(getInitialSnapshot(bounded).error)).toBe(true);
    expect(withBoundedSteps(endless)).toBe(bounded);
    expect(endless.options.maxIterations).toBe(Number.POSITIVE_INFINITY);
  });

  test('keeps a bound of its own, and its other options', () => {
    const own = createMachine({ id: 'own', options: { maxIterations: 20 } });
    expect(withBoundedSteps(own)).toBe(own);
    const other = createMachine({ id: 'other' });
    Object.assign(other.options, { note: 'kept' });
    expect(withBoundedSteps(other).options).toEqual({ maxIterations: 1_000, note: 'kept' });
  });

  test.each([
    [
      'an error of another bound',
      new Error('Infinite loop detected: the machine has processed more than 20 '),
    ],
    ['another error', new Error('no')],
    ['no error', undefined],
    ['a text', 'Infinite loop detected: the machine has processed more than 1000 microsteps'],
  ])('is not told by %s', (_, error) => {
    expect(isEndless(error)).toBe(false);
  });
});

describe('the cases of an actor', () => {
  const byName = { fine: { output: 1 } };
  const byId = { other: { output: 2 } };
  const flowWith = (outcomes: MachineCases['outcomes'], isStrict = false) => ({
    ...flowOfMachine(empty, { outcomes }),
    ...(isStrict && { defaultOutcomes: undefined }),
  });

  test('are those of its name, then those of its id, then the default ones', () => {
    expect(outcomesOf(flowWith({ load: byName, job: byId }), 'load', ['a', 'job'])).toBe(byName);
    expect(outcomesOf(flowWith({ job: byId, a: byName }), 'load', ['a', 'job'])).toBe(byId);
    expect(Object.keys(outcomesOf(flowWith({}), 'load', ['a', 'job']))).toEqual(['done', 'error']);
  });

  test('are an error where there are none', () => {
    const strict = flowWith({}, true);
    expect(() => outcomesOf(strict, 'load', ['a', 'job'])).toThrow(ExploreError);
    expect(() => outcomesOf(strict, 'load', ['a', 'job'])).toThrow(
      'the actor "a.job" has no cases; write what it can do under outcomes.load in the file that --cases names, {} where it never ends',
    );
  });

  test.each<[string, AnyActorLogic, string, MachineCases['outcomes']]>([
    ['a promise', load, 'silent', {}],
    ['a callback', fromCallback(() => {}), 'silent', {}],
    ['an observable', fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => {} }) })), 'silent', {}],
    ['transition logic', fromTransition((state) => state, 0), 'pure', {}],
    ['a machine', empty, 'pure', {}],
    ['a machine with cases by its name', empty, 'silent', { child: {} }],
    ['a machine with cases by its id', empty, 'silent', { job: {} }],
    ['a machine with cases of another', empty, 'pure', { other: {} }],
  ])('decide about the model of %s', (_, logic, kind, outcomes) => {
    const model = modelOf(flowWith(outcomes), actorOf(logic, 'job', 'child'), ['a', 'job']);
    expect(model).toMatchObject({ kind, src: 'child' });
    expect(model.logic === silentLogic).toBe(kind === 'silent');
  });

  test('are wanted for a child machine that is nested deeper than three levels', () => {
    const actor = actorOf(empty, 'job', 'child');
    expect(modelOf(flowWith({}), actor, ['a', 'b', 'job']).logic).toBe(withBoundedSteps(empty));
    const tooDeep = () => modelOf(flowWith({}), actor, ['a', 'b', 'c', 'job']);
    expect(tooDeep).toThrow(ExploreError);
    expect(tooDeep).toThrow(
      'the actor "a.b.c.job" is nested deeper than 3 levels; write outcomes of "child" in the file that --cases names',
    );
  });

  test('stand in for implementations that are missing', () => {
    const machine = createMachine({ invoke: { id: 'job', src: 'child' } }, { actors: { load } });
    expect(withMissingActors(flowOfMachine(machine, { outcomes: { load: {} } }))).toBe(machine);
    const { actors } = withMissingActors(
      flowOfMachine(machine, { outcomes: { load: {}, child: {} } }),
    ).implementations;
    expect(Object.keys(actors)).toEqual(['load', 'child']);
    expect(actors.load).toBe(load);
  });
});
