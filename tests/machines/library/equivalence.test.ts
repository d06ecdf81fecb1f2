import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, setup } from 'xstate';
import { declarePromiseActor } from '../../../machines/actors.ts';
import { behaviourOf, firstDifference } from '../../../machines/paths/equivalence.ts';
import { explore } from '../../../machines/paths/explore.ts';
import { flowOfMachine } from '../../../machines/paths/machineFlow.ts';
import { writeMutations } from '../../../machines/paths/mutateImplementations.ts';
import { stepName } from '../../../machines/paths/steps.ts';

const base = setup({
  types: { context: {} as { count: number; last?: unknown } },
  actors: { send: declarePromiseActor<number>('send') },
  actions: {
    note: (_, _params?: unknown) => {},
    add: assign(({ context }) => ({ count: Math.min(context.count + 1, 3) })),
    keep: assign(({ context }) => ({ last: context.count, count: context.count })),
  },
});

type Config = Parameters<typeof base.createMachine>[0];

const config = (states: NonNullable<Config['states']> = {}, rest: Partial<Config> = {}): Config => ({
  id: 'm',
  context: { count: 0 },
  initial: 'a',
  states: { a: { on: { next: 'b' } }, b: {}, ...states },
  ...rest,
});

const flowOf = (machine: AnyStateMachine) => flowOfMachine(machine, { project: () => null });

/** Returns the names of the steps to the first difference of two machines. */
function difference(
  one: Config,
  other: Config,
  actions?: Readonly<Record<string, unknown>>,
): string[] | null {
  const [original, mutant] = [one, other].map((each) => {
    const flow = flowOf(base.createMachine(each));
    return behaviourOf(flow, explore(flow), actions);
  });
  if (!original || !mutant) throw new Error('there are two machines');
  return firstDifference(original, mutant)?.map(({ step }) => stepName(step)) ?? null;
}

const next = 'next: without a payload';
const onNext = (transition: object) => config({ a: { on: { next: transition } } });

describe('two machines differ first', () => {
  test.each<[string, Config, Config, string[] | null]>([
    ['nowhere', config(), config(), null],
    ['in the context of their start', config(), config({}, { context: { count: 1 } }), []],
    ['in the state of their start', config(), config({}, { initial: 'b' }), []],
    ['in the actions of their start', config(), config({}, { entry: 'note' }), []],
    ['in the tags of a state', config(), config({ b: { tags: 'busy' } }), [next]],
    [
      'in a step that the original does not have',
      config(),
      config({ b: { on: { back: 'a' } } }),
      [next, 'back: without a payload'],
    ],
    [
      'in a state from which the mutant has a step less',
      config({ b: { on: { back: 'a' } } }),
      config(),
      [next],
    ],
    ['in the target of a step', config({ c: {} }), config({ c: {}, a: { on: { next: 'c' } } }), [next]],
    ['in the context after a step', config(), onNext({ target: 'b', actions: 'add' }), [next]],
    ['in the actions of a step', config(), onNext({ target: 'b', actions: 'note' }), [next]],
    [
      'in the params of an action',
      onNext({ target: 'b', actions: { type: 'note', params: { one: 1 } } }),
      onNext({ target: 'b', actions: { type: 'note', params: { one: 2 } } }),
      [next],
    ],
    [
      'in the actor that a step starts',
      config({ b: { invoke: { id: 'one', src: 'send' } } }),
      config({ b: { invoke: { id: 'two', src: 'send' } } }),
      [next],
    ],
    [
      'in the length of a timer',
      config({ b: { after: { 10: 'a' } } }),
      config({ b: { after: { 20: 'a' } } }),
      [next],
    ],
    [
      'in the message of an error',
      config({}, { context: { count: 0, last: new Error('one') } }),
      config({}, { context: { count: 0, last: new Error('two') } }),
      [],
    ],
    [
      'nowhere, where errors have one message',
      config({}, { context: { count: 0, last: new Error('one') } }),
      config({}, { context: { count: 0, last: new TypeError('one') } }),
      null,
    ],
  ])('%s', (_title, one, other, path) => {
    expect(difference(one, other)).toEqual(path);
  });

  test('on the shortest path', () => {
    const states = (last: object) =>
      config({
        a: { on: { around: 'c', next: 'b' } },
        b: { on: { again: 'd' } },
        c: { on: { again: 'e' } },
        e: { on: { again: 'd' } },
        d: last,
      });
    expect(difference(states({}), states({ tags: 'busy' }))).toEqual([next, 'again: without a payload']);
  });

  test.each<[string, Readonly<Record<string, unknown>> | undefined, string[] | null]>([
    ['is taken to depend on the context', undefined, [next]],
    ['depends on it with a parameter', { note: (_: unknown) => {} }, [next]],
    ['does not without one', { note: () => {} }, null],
    ['is taken to where it is no function', { note: 'note' }, [next]],
  ])('an action that sees another context %s', (_title, actions, path) => {
    const inOrder = (...order: string[]) => onNext({ target: 'b', actions: order });
    expect(difference(inOrder('note', 'add'), inOrder('add', 'note'), actions)).toEqual(path);
  });

  test('an action of XState does not depend on the context', () => {
    const withTimer = (...actions: 'add'[]) =>
      config({
        a: { on: { next: { target: 'b', actions } } },
        b: { entry: actions.length === 0 ? 'add' : [], after: { 10: 'a' } },
      });
    expect(difference(withTimer(), withTimer('add'))).toBeNull();
  });
});

test('each write of an action that changes a value is dropped, and no other one', () => {
  const flow = flowOf(
    base.createMachine(
      config({
        a: { on: { next: { target: 'b', actions: 'add' } } },
        b: { on: { again: { actions: 'keep' } } },
      }),
    ),
  );
  expect(writeMutations(flow).map(({ name, location }) => [name, location])).toEqual([
    ['drop write of count by add', ['actions', 'add']],
    ['drop write of last by keep', ['actions', 'keep']],
  ]);
});
