import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  cancel,
  createActor,
  createMachine,
  fromCallback,
  fromTransition,
  raise,
  sendParent,
  sendTo,
  spawnChild,
  stopChild,
} from 'xstate';
import type { SystemState } from '../../../machines/paths/actorSystem.types.ts';
import { ExploreError } from '../../../machines/paths/exploreError.ts';
import { createExplorer } from '../../../machines/paths/explorer.ts';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';
import type { Step } from '../../../machines/paths/paths.types.ts';
import { stepName } from '../../../machines/paths/steps.ts';
import { doneEvent, snapshotEvent } from '../../../machines/paths/xstateInternals.ts';

const eventStep = (type: string): Step => ({ kind: 'event', type, name: '', event: { type } });

/** Starts a machine and performs steps: events by their types, and what is due next for `time`. */
function explored(machine: AnyStateMachine, types: readonly string[] = [], cases: MachineCases = {}) {
  const flow = flowOfMachine(machine, cases);
  const explorer = createExplorer(flow);
  let last = explorer.start();
  for (const type of types)
    last = explorer.perform(
      last.state,
      type === 'time' ? { kind: 'delayed', name: '', event: { type }, wait: 0 } : eventStep(type),
    );
  return { ...last, names: explorer.steps(last.state).steps.map(stepName), explorer };
}

const pathsIn = ({ actors }: SystemState) => [...actors.values()].map(({ path }) => path.join('.'));
const pendingIn = ({ schedule }: SystemState) => schedule.map(({ event, wait }) => [event.type, wait]);

// XState warns of events to stopped actors.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('custom actions are executed in the order of a real actor', () => {
  let executed: string[] = [];
  const noting = (name: string) => () => {
    executed.push(name);
  };
  const child = createMachine({
    entry: noting('child starts'),
    on: { HEAR: { actions: noting('child hears') } },
  });
  const invoke = { id: 'child', src: child };
  const parentWith = (actions: NonNullable<Parameters<typeof createMachine>[0]['entry']>) =>
    createMachine({ on: { GO: { actions } } });

  test.each<[string, AnyStateMachine, string[]]>([
    [
      'at the start after children have started, events are sent last',
      createMachine({ invoke, entry: [sendTo('child', { type: 'HEAR' }), noting('own')] }),
      ['child starts', 'own', 'child hears'],
    ],
    [
      'a child that is stopped before it starts does nothing',
      createMachine({ entry: [spawnChild(child, { id: 'child' }), stopChild('child'), noting('own')] }),
      ['own'],
    ],
    [
      'nor does one that is stopped in the step that spawns it',
      parentWith([spawnChild(child, { id: 'child' }), stopChild('child'), noting('own')]),
      ['own'],
    ],
    [
      'one that is spawned starts after the actions of the step',
      parentWith([spawnChild(child, { id: 'child' }), noting('own')]),
      ['own', 'child starts'],
    ],
  ])('%s', (_, machine, expected) => {
    executed = [];
    createActor(machine).start().send({ type: 'GO' });
    expect(executed).toEqual(expected);
    executed = [];
    explored(machine, ['GO']);
    expect(executed).toEqual(expected);
  });
});

describe('an actor', () => {
  test('that is invoked at the start sends its first snapshot once', () => {
    const machine = createMachine({
      context: { snapshots: 0 },
      invoke: {
        id: 'child',
        src: createMachine({}),
        onSnapshot: { actions: assign({ snapshots: ({ context }) => context.snapshots + 1 }) },
      },
    });
    expect(createActor(machine).start().getSnapshot().context).toEqual({ snapshots: 1 });
    expect(explored(machine).state.snapshot.context).toEqual({ snapshots: 1 });
  });

  test('that is silent replaces another one of its path', () => {
    const silent = fromCallback(() => {});
    const machine = createMachine({
      on: { GO: { actions: assign({ job: ({ spawn }) => spawn(silent, { id: 'job' }) }) } },
    });
    const cases = { events: { GO: {} }, outcomes: { job: { fine: { output: 1 } } } };
    expect(explored(machine, ['GO'], cases).names).toEqual(['job: fine']);
    expect(explored(machine, ['GO', 'GO'], cases).names).toEqual(['job: fine']);
  });

  test('that has ended, or is not there, can do nothing more', () => {
    const machine = createMachine(
      { invoke: { id: 'job', src: 'load', onDone: {}, onError: {} } },
      { actors: { load: fromCallback(() => {}) } },
    );
    const { state, explorer } = explored(machine);
    const ofActor = { actor: 'load', path: ['job'], name: '' };
    const done = { kind: 'outcome', ...ofActor, event: doneEvent('job', 1) } as const;
    const shown = { kind: 'snapshot', ...ofActor, event: snapshotEvent('job', { context: 4 }) } as const;
    const contextIn = (system: SystemState) =>
      [...system.actors.values()].map(({ snapshot }) => Reflect.get(snapshot, 'context')).at(-1);
    expect(contextIn(explorer.perform(state, shown).state)).toBe(4);

    const ended = explorer.perform(state, done);
    expect(ended.microsteps).toHaveLength(1);
    expect(explorer.perform(ended.state, done).microsteps).toEqual([]);
    expect(contextIn(explorer.perform(ended.state, shown).state)).toBeUndefined();
    expect(explorer.perform(state, { ...done, path: ['other'] }).microsteps).toEqual([]);
    expect(explorer.perform(state, { ...shown, path: ['other'] }).microsteps).toEqual([]);
    const sent = { ...done, kind: 'sent', path: ['other', 'job'] } as const;
    expect(explorer.perform(state, sent).microsteps).toEqual([]);
  });

  test('that is stopped takes its children and what they have pending with it', () => {
    const inner = createMachine({ id: 'inner', entry: raise({ type: 'LATE' }, { delay: 20 }) });
    const outer = createMachine({ id: 'outer', after: { 10: {} }, invoke: { id: 'inner', src: inner } });
    const machine = createMachine({
      initial: 'a',
      states: { a: { on: { GO: 'b' }, invoke: { id: 'outer', src: outer } }, b: {} },
    });
    const before = explored(machine).state;
    expect(pathsIn(before)).toEqual(['', 'outer', 'outer.inner']);
    expect(pendingIn(before)).toEqual([
      ['xstate.after.10.outer', 10],
      ['LATE', 20],
    ]);
    const after = explored(machine, ['GO']).state;
    expect(pathsIn(after)).toEqual(['']);
    expect(pendingIn(after)).toEqual([]);
  });
});

describe('events that are pending', () => {
  test('are due at once where their delay is negative', () => {
    const machine = createMachine({ entry: raise({ type: 'LATE' }, { delay: -5 }) });
    expect(pendingIn(explored(machine).state)).toEqual([['LATE', 0]]);
  });

  test('stay as they are where nothing is due', () => {
    const { state, microsteps } = explored(createMachine({}), ['time']);
    expect(microsteps).toEqual([]);
    expect(pendingIn(state)).toEqual([]);
  });

  test('that a child cancels are not counted as those of the machine', () => {
    const entry = raise({ type: 'LATE' }, { id: 'late', delay: 10 });
    const child = createMachine({ entry, on: { STOP: { actions: cancel('late') } } });
    const machine = createMachine({
      entry,
      invoke: { id: 'child', src: child },
      on: { CHILD: { actions: sendTo('child', { type: 'STOP' }) }, OWN: { actions: cancel('late') } },
    });
    expect(pendingIn(explored(machine).state)).toHaveLength(2);
    expect(explored(machine, ['CHILD']).microsteps.map(({ event }) => event)).toEqual(['CHILD']);
    expect(explored(machine, ['CHILD']).cancelled).toEqual([]);
    expect(pendingIn(explored(machine, ['CHILD']).state)).toHaveLength(1);
    expect(explored(machine, ['OWN']).cancelled).toEqual(['LATE']);
    expect(pendingIn(explored(machine, ['OWN']).state)).toHaveLength(1);
  });

  test('can be two hundred', () => {
    const raising = (count: number) =>
      createMachine({
        id: 'm',
        entry: Array.from({ length: count }, () => raise({ type: 'LATE' }, { delay: 10 })),
      });
    expect(pendingIn(explored(raising(200)).state)).toHaveLength(200);
    expect(() => explored(raising(201))).toThrow(ExploreError);
    expect(() => explored(raising(201))).toThrow(
      'm: at the start: more than 200 events are pending, the last "LATE"; cancel one before it is delayed again',
    );
  });
});

describe('a machine breaks', () => {
  test('where it sends to an actor that is not there', () => {
    const machine = createMachine({
      on: { GO: { actions: sendTo(() => Object(undefined), { type: 'HEAR' }) } },
    });
    expect(explored(machine, ['GO']).state.snapshot).toMatchObject({
      status: 'error',
      error: { message: 'There is no actor to send "HEAR" to.' },
    });
  });

  test('where an actor has no implementation', () => {
    const machine = createMachine({ invoke: { id: 'job', src: 'absent' } });
    expect(explored(machine).state.snapshot).toMatchObject({
      status: 'error',
      error: { message: 'The actor "job" has no implementation.' },
    });
  });

  test('where a custom action throws, and does nothing after it', () => {
    const machine = createMachine({
      entry: [
        () => {
          throw new Error('broken');
        },
        raise({ type: 'LATE' }, { delay: 10 }),
      ],
    });
    const { state } = explored(machine);
    expect(state.snapshot).toMatchObject({ status: 'error', error: { message: 'broken' } });
    expect(pendingIn(state)).toEqual([]);
  });
});

test('a child whose start throws has failed', () => {
  const broken = fromTransition(
    (state) => state,
    () => {
      throw new Error('broken');
    },
  );
  const machine = createMachine({
    initial: 'a',
    states: {
      a: {
        invoke: {
          id: 'job',
          src: broken,
          onError: { guard: ({ event }) => String(event.error) === 'Error: broken', target: 'b' },
        },
      },
      b: {},
    },
  });
  expect(createActor(machine).start().getSnapshot().value).toBe('b');
  expect(explored(machine).state.snapshot.value).toBe('b');
});

test('an action without an implementation does nothing', () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { on: { GO: 'b' } }, b: { entry: 'unknown' } },
  });
  expect(explored(machine, ['GO']).state.snapshot).toMatchObject({ status: 'active', value: 'b' });
});

test('actors that send events for ever are refused', () => {
  const answering = createMachine({ on: { PING: { actions: sendParent({ type: 'PONG' }) } } });
  const machine = createMachine({
    id: 'm',
    invoke: { id: 'other', src: answering },
    on: {
      GO: { actions: sendTo('other', { type: 'PING' }) },
      PONG: { actions: sendTo('other', { type: 'PING' }) },
    },
  });
  expect(() => explored(machine, ['GO'])).toThrow(ExploreError);
  expect(() => explored(machine, ['GO'])).toThrow(
    /: the step never ends: its actors send events for ever, the last "P[IO]NG"$/,
  );
});
