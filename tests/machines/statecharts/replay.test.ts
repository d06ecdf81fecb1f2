import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, createMachine, fromCallback, fromObservable, fromPromise, sendParent, setup } from 'xstate';
import { plainEvents } from '../../statecharts/chart.ts';
import { statechart } from '../../statecharts/generate.ts';
import { type ReplayStep, replay, runningActor } from '../../statecharts/replay.ts';
import { possibleSteps, randomWalk } from '../../statecharts/walk.ts';

const timer: ReplayStep = { kind: 'timer', name: 'after 10', event: { type: 'xstate.after' } };
const sent = (type: string): ReplayStep => ({ kind: 'event', name: type, event: { type } });
const done = (id: string, to?: string): ReplayStep => {
  const event = { type: `xstate.done.actor.${id}`, output: 'text' };
  return { kind: 'outcome', name: `${id}: fine`, event, ...(to !== undefined && { to }) };
};
const at = (value: unknown, status = 'active') => ({ after: { value, status } });

const actors = setup({
  actors: {
    load: fromPromise(async () => 'by itself'),
    listen: fromCallback(({ sendBack }) => sendBack({ type: 'HEARD' })),
    ticks: fromObservable<number, unknown>(() => ({
      subscribe: (observer) => {
        if (typeof observer === 'object') observer.next?.(1);
        return { unsubscribe: () => {} };
      },
    })),
  },
});

const loader = actors.createMachine({
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { guard: ({ event }) => event.output === 'text', target: 'shown' },
      },
    },
    shown: { type: 'final' },
  },
});

const listener = actors.createMachine({
  context: { tick: -1 },
  invoke: [
    { id: 'ears', src: 'listen' },
    {
      id: 'ticks',
      src: 'ticks',
      onSnapshot: { actions: assign({ tick: ({ event }) => event.snapshot.context ?? 0 }) },
    },
  ],
  initial: 'quiet',
  states: { quiet: { on: { HEARD: 'heard' } }, heard: {} },
});

const nested = createMachine({
  initial: 'on',
  states: { on: { invoke: { id: 'the.child', src: loader, onDone: 'off' } }, off: {} },
});

describe('replay', () => {
  const light = createMachine({
    initial: 'red',
    states: { red: { on: { GO: 'green' } }, green: { after: { 10: 'end' } }, end: { type: 'final' } },
  });

  test('returns null when every state is as the test says', () => {
    const steps = [
      { ...sent('GO'), ...at('green') },
      { ...timer, ...at('end', 'done') },
    ];
    expect(replay({ machine: light }, { steps })).toBe(null);
  });

  test.each([
    [
      'a state',
      [{ ...sent('GO'), ...at('red') }],
      'After step 1, "GO", the state is "green" instead of "red".',
    ],
    [
      'a status',
      [{ ...sent('GO'), ...at('green', 'done') }],
      'After step 1, "GO", the status is active instead of done.',
    ],
    [
      'a timer that is not there',
      [{ ...timer, ...at('red') }],
      'step 1, "after 10" is not possible: nothing is due.',
    ],
    [
      'an actor that is not there',
      [{ ...done('load'), ...at('red') }],
      'step 1, "load: fine" is not possible: no actor "load" waits for an outcome.',
    ],
    [
      'an owner that is not there',
      [{ ...done('load', 'child'), ...at('red') }],
      'step 1, "load: fine" is not possible: there is no running actor "child".',
    ],
    [
      'a step after the end',
      [
        { ...sent('GO'), ...at('green') },
        { ...timer, ...at('end', 'done') },
        { ...sent('GO'), ...at('end', 'done') },
      ],
      'step 3, "GO" is not possible: the machine has the status done.',
    ],
  ])('reports %s', (_, steps, difference) => {
    expect(replay({ machine: light }, { steps })).toBe(difference);
  });

  test('compares values whatever the order of their regions', () => {
    const machine = createMachine({
      type: 'parallel',
      states: { one: { initial: 'a', states: { a: { on: { GO: 'b' } }, b: {} } }, two: {} },
    });
    expect(replay({ machine }, { steps: [{ ...sent('GO'), ...at({ two: {}, one: 'b' }) }] })).toBe(null);
  });

  test('every random walk on a generated chart is what a second actor does', () => {
    fc.assert(
      fc.property(statechart, fc.nat(), (chart, seed) => {
        expect(replay(chart, randomWalk(chart, seed).test)).toBe(null);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});

describe('a running actor', () => {
  test('keeps promises, callbacks and observables from doing anything by themselves', async () => {
    const running = runningActor(listener);
    const loading = runningActor(loader);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(running.snapshot()).toMatchObject({ value: 'quiet', context: { tick: 0 } });
    expect(loading.snapshot().value).toBe('loading');
  });

  test('tells what its actors do', () => {
    const running = runningActor(listener);
    const snapshot = { type: 'xstate.snapshot.ticks', snapshot: { status: 'active', context: 4 } };
    running.perform({ kind: 'snapshot', name: 'ticks: four', event: snapshot });
    running.perform({ kind: 'sent', name: 'ears: word', event: { type: 'HEARD' } });
    expect(running.snapshot()).toMatchObject({ value: 'heard', context: { tick: 4 } });
  });

  test('lets an actor end once', () => {
    const machine = actors.createMachine({
      context: { ends: 0 },
      invoke: {
        id: 'load',
        src: 'load',
        onDone: { actions: assign({ ends: ({ context }) => context.ends + 1 }) },
      },
    });
    const running = runningActor(machine);
    running.perform(done('load'));
    expect(running.snapshot().context).toEqual({ ends: 1 });
    expect(running.pendingActors()).toEqual([]);
    expect(() => running.perform(done('load'))).toThrow('no actor "load" waits');
  });

  test('finds an actor by the path of its owner, and the child ends for real', () => {
    const running = runningActor(nested);
    expect(running.pendingActors()).toEqual([
      { path: 'the.child', id: 'load', src: 'load', syncsSnapshots: false },
    ]);
    running.perform(done('load', 'the.child'));
    expect(running.snapshot().value).toBe('off');
  });

  test('fails an actor with the error of a step', () => {
    const running = runningActor(loader);
    const event = { type: 'xstate.error.actor.load', error: 'no' };
    running.perform({ kind: 'outcome', name: 'load: no', event });
    expect(running.snapshot()).toMatchObject({ status: 'error', error: 'no' });
  });

  test('performs everything due at an instant, what becomes due meanwhile last', () => {
    const add = (word: string) =>
      assign({ trace: ({ context }: { context: { trace: string } }) => context.trace + word });
    const machine = createMachine({
      context: { trace: '' },
      type: 'parallel',
      states: {
        one: {
          initial: 'a',
          states: {
            a: { after: { 10: 'b' } },
            b: { entry: add('1'), after: { 0: 'c' } },
            c: { entry: add('3') },
          },
        },
        two: {
          initial: 'a',
          states: { a: { after: { 10: 'b', 20: 'b' } }, b: { entry: add('2'), after: { 5: 'c' } }, c: {} },
        },
      },
    });
    const running = runningActor(machine);
    expect(running.nextDue()).toBe(10);
    running.perform(timer);
    expect(running.snapshot().context).toEqual({ trace: '123' });
    expect(running.nextDue()).toBe(15);
  });

  test('refuses timers of 0 ms without end', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { after: { 0: 'b' } }, b: { after: { 0: 'a' } } },
    });
    expect(() => runningActor(machine).perform(timer)).toThrow('without end');
  });
});

describe('the possible steps', () => {
  const namesAt = (
    machine: Parameters<typeof runningActor>[0],
    cases: Parameters<typeof possibleSteps>[0]['cases'],
  ) => possibleSteps({ cases }, runningActor(machine)).map(({ name }) => name);

  test('are the events with a transition, also one that throws, the outcomes and the next instant', () => {
    const machine = actors.createMachine({
      invoke: { id: 'first', src: 'load' },
      initial: 'a',
      states: {
        a: {
          after: { 10: 'b', 20: 'b' },
          on: {
            YES: 'b',
            NO: { guard: () => false, target: 'b' },
            BREAKS: {
              guard: () => {
                throw new Error('broken');
              },
            },
          },
        },
        b: {},
      },
    });
    const cases = {
      events: plainEvents('YES', 'NO', 'BREAKS', 'UNKNOWN'),
      outcomes: { load: { fine: { output: 1 }, seen: { snapshot: 1 } }, other: { fine: { output: 1 } } },
    };
    expect(namesAt(machine, cases)).toEqual(['YES: plain', 'BREAKS: plain', 'first: fine', 'timer']);
  });

  test('are none when the machine is done', () => {
    const machine = createMachine({ initial: 'a', states: { a: { type: 'final' } }, on: { GO: {} } });
    expect(namesAt(machine, { events: plainEvents('GO') })).toEqual([]);
  });

  test('name an outcome by the id of its actor before the name of its logic', () => {
    const outcomes = {
      listen: { byName: { output: 1 } },
      ears: { byId: { sends: { type: 'HEARD' } } },
      ticks: { four: { snapshot: 4 } },
    };
    expect(namesAt(listener, { outcomes })).toEqual(['ears: byId', 'ticks: four']);
  });

  test('lead to the owner of a nested actor', () => {
    const cases = { outcomes: { load: { fine: { output: 'text' } } } };
    expect(possibleSteps({ cases }, runningActor(nested))).toMatchObject([
      { kind: 'outcome', to: 'the.child' },
    ]);
  });

  test('make the same walk for the same seed', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { on: { X: 'b', Y: 'c' } }, b: { on: { X: 'c', Y: 'a' } }, c: { on: { X: 'a', Y: 'b' } } },
      invoke: { src: createMachine({ entry: sendParent({ type: 'X' }) }) },
    });
    const cases = { events: plainEvents('X', 'Y') };
    expect(randomWalk({ machine, cases }, 1)).toEqual(randomWalk({ machine, cases }, 1));
    expect(randomWalk({ machine, cases }, 1).states).not.toEqual(randomWalk({ machine, cases }, 2).states);
  });
});
