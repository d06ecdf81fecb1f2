import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createMachine,
  fromCallback,
  fromObservable,
  fromPromise,
  sendParent,
  setup,
} from 'xstate';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';
import {
  createSimulation,
  ManualClock,
  possibleSteps,
  type Simulation,
} from '../../../machines/paths/simulation.ts';
import { stepName } from '../../../machines/paths/steps.ts';
import { fixtureMachine, flow } from '../../support/flowFixture.ts';

describe('a clock that is advanced by hand', () => {
  const clockWith = (...delays: number[]) => {
    const clock = new ManualClock();
    const fired: number[] = [];
    const timers = delays.map((delay) => clock.setTimeout(() => fired.push(delay), delay));
    return { clock, fired, timers };
  };

  test('knows the time until its next timer is due', () => {
    expect(new ManualClock().timeUntilNext).toBeUndefined();
    const { clock } = clockWith(30, 20);
    expect(clock.timeUntilNext).toBe(20);
    clock.advance(15);
    expect(clock.timeUntilNext).toBe(5);
    clock.advance(5);
    expect(clock.timeUntilNext).toBe(10);
  });

  test('runs what is due in order, once', () => {
    const { clock, fired } = clockWith(30, 10, 31, 20);
    clock.advance(9);
    expect(fired).toEqual([]);
    clock.advance(21);
    expect(fired).toEqual([10, 20, 30]);
    clock.advance(100);
    expect(fired).toEqual([10, 20, 30, 31]);
  });

  test('runs no timer that is cleared', () => {
    const { clock, fired, timers } = clockWith(10, 20);
    if (timers[0]) clock.clearTimeout(timers[0]);
    clock.advance(20);
    expect(fired).toEqual([20]);
  });

  test('runs timers that are set meanwhile from the time at which they are set', () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    const set = (name: string, delay: number) => clock.setTimeout(() => fired.push(name), delay);
    clock.setTimeout(() => {
      set('at once', -5);
      set('soon', 5);
      set('late', 11);
    }, 10);
    clock.advance(20);
    expect(fired).toEqual(['at once', 'soon']);
    expect(clock.timeUntilNext).toBe(1);
  });
});

const namesOf = (simulation: Simulation) => simulation.possibleSteps().map(stepName);

function perform(simulation: Simulation, ...names: string[]): void {
  for (const name of names) {
    const step = simulation.possibleSteps().find((possible) => stepName(possible) === name);
    if (!step) throw new Error(`"${name}" is not possible.`);
    simulation.perform(step);
  }
}

const stateOf = ({ actor }: Simulation): unknown => actor.getSnapshot().value;

describe('a simulation', () => {
  test('performs events, outcomes and timers', () => {
    const simulation = createSimulation(flow);
    expect(namesOf(simulation)).toEqual(['asked: by the visitor']);
    expect(simulation.timeUntilNextTimer()).toBeNull();

    perform(simulation, 'asked: by the visitor');
    expect(simulation.timeUntilNextTimer()).toBe(100);
    perform(simulation, 'after hint');
    expect(stateOf(simulation)).toEqual({ loading: 'slow' });

    perform(simulation, 'load: the van broke down', 'load: two items');
    expect(simulation.actor.getSnapshot()).toMatchObject({
      value: 'full',
      context: { items: 2, attempts: 2 },
    });
    expect(simulation.takenTransitions).toEqual([
      'shelf.idle · asked',
      'shelf.loading · xstate.after.hint.shelf.loading',
      'shelf.loading · xstate.error.actor.load[0]',
      'shelf.loading · xstate.done.actor.load',
    ]);
    expect(simulation.invokedActors).toEqual([
      { actor: 'load', input: undefined },
      { actor: 'load', input: undefined },
    ]);
  });

  test('advances its clock by any time', () => {
    const simulation = createSimulation(flow);
    perform(simulation, 'asked: by the visitor');
    simulation.advance(99);
    expect(simulation.timeUntilNextTimer()).toBe(1);
    expect(stateOf(simulation)).toEqual({ loading: 'onTime' });
    simulation.advance(901);
    expect(stateOf(simulation)).toBe('idle');
  });

  test('takes events that are no cases', () => {
    const simulation = createSimulation(flow);
    perform(simulation, 'asked: by the visitor', 'load: two items');
    simulation.send({ type: 'cleared' });
    expect(stateOf(simulation)).toBe('idle');
    expect(namesOf(simulation)).toEqual(['asked: by the visitor']);
  });

  test('starts in another state, with its timers and what its actors can do', () => {
    const loading = fixtureMachine.resolveState({
      value: { loading: 'onTime' },
      context: { items: 0, attempts: 1 },
    });
    const started = () => createSimulation(flow, loading);
    const steps = ['load: two items', 'load: the van broke down', 'after hint'];
    expect(possibleSteps(flow, loading).map(stepName)).toEqual(steps);
    expect(namesOf(started())).toEqual(steps);

    const loaded = started();
    expect(loaded.invokedActors).toEqual([]);
    expect(loaded.timeUntilNextTimer()).toBe(100);
    perform(loaded, 'load: two items');
    expect(stateOf(loaded)).toBe('full');
    expect(loaded.takenTransitions).toEqual(['shelf.loading · xstate.done.actor.load']);

    const failed = started();
    perform(failed, 'load: the van broke down');
    expect(failed.actor.getSnapshot()).toMatchObject({
      value: { loading: 'onTime' },
      context: { attempts: 2 },
    });
    expect(failed.invokedActors).toEqual([{ actor: 'load', input: undefined }]);
  });

  const load = fromPromise<string, number>(async () => 'by itself');
  const outcomes = { load: { fine: { output: 'text' }, odd: { error: 'no' } } };
  const simulationOf = (machine: AnyStateMachine, cases: MachineCases = { outcomes }) =>
    createSimulation(flowOfMachine(machine, cases));

  test('leaves what happens at the start out of the transitions, not out of the invoked actors', () => {
    const machine = createMachine(
      {
        initial: 'a',
        states: {
          a: { always: 'b' },
          b: { invoke: { id: 'job', src: 'load', input: 3, onDone: 'c' } },
          c: {},
        },
      },
      { actors: { load } },
    );
    const simulation = simulationOf(machine);
    expect(stateOf(simulation)).toBe('b');
    expect(simulation.takenTransitions).toEqual([]);
    expect(simulation.invokedActors).toEqual([{ actor: 'load', input: 3 }]);
  });

  test('tells the output of an actor, its error and its snapshots', () => {
    const ticks = fromObservable<number, unknown>(() => ({ subscribe: () => ({ unsubscribe: () => {} }) }));
    const machine = createMachine(
      {
        context: { heard: 'nothing' },
        invoke: {
          id: 'ticks',
          src: 'ticks',
          onSnapshot: { actions: assign({ heard: ({ event }) => `${event.snapshot.context} seen` }) },
          onDone: { actions: assign({ heard: ({ event }) => `${event.output} done` }) },
          onError: { actions: assign({ heard: ({ event }) => `${event.error} failed` }) },
        },
      },
      { actors: { ticks } },
    );
    const cases = {
      outcomes: { ticks: { seen: { snapshot: 4 }, fine: { output: 5 }, odd: { error: 'no' } } },
      project: ({ heard }: Record<string, unknown>) => heard,
    };
    const heardAfter = (...names: string[]) => {
      const simulation = simulationOf(machine, cases);
      perform(simulation, ...names);
      return simulation.actor.getSnapshot().context.heard;
    };
    expect(heardAfter('ticks: seen')).toBe('4 seen');
    expect(heardAfter('ticks: fine')).toBe('5 done');
    expect(heardAfter('ticks: odd')).toBe('no failed');
    const done = simulationOf(machine, cases);
    perform(done, 'ticks: fine');
    expect(done.actor.getSnapshot().children.ticks?.getSnapshot()).toMatchObject({
      status: 'done',
      output: 5,
    });
    expect(() => heardAfter('ticks: fine', 'ticks: fine')).toThrow('"ticks: fine" is not possible.');
  });

  test('performs what the actors of a child do, for the child', () => {
    const child = setup({ actors: { load, listen: fromCallback(() => {}) } }).createMachine({
      initial: 'a',
      invoke: { id: 'ears', src: 'listen' },
      states: {
        a: { invoke: { id: 'job', src: 'load', input: 1, onDone: 'b' } },
        b: { entry: sendParent({ type: 'LOADED' }), on: { HEARD: 'c' } },
        c: { type: 'final' },
      },
    });
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { invoke: { id: 'child', src: child, onDone: 'b' }, on: { LOADED: { actions: () => {} } } },
        b: {},
      },
    });
    const simulation = simulationOf(machine, {
      outcomes: { ...outcomes, listen: { heard: { sends: { type: 'HEARD' } } } },
      events: { LOADED: {} },
    });
    expect(simulation.invokedActors).toEqual([
      { actor: 'listen', input: undefined },
      { actor: 'load', input: 1 },
    ]);
    perform(simulation, 'child.job: fine', 'child.ears: heard');
    expect(stateOf(simulation)).toBe('b');
    expect(simulation.takenTransitions).toEqual(['m.a · LOADED', 'm.a · xstate.done.actor.child']);
  });

  test('tells actors of one logic apart, also where they have no ids, and gives their names anew', () => {
    const machine = createMachine(
      {
        context: { ended: 0 },
        on: {
          GO: {
            actions: assign(({ spawn }) => {
              spawn('load', { input: 1 });
              return {};
            }),
          },
          'xstate.done.actor.*': { actions: assign({ ended: ({ context }) => context.ended + 1 }) },
        },
      },
      { actors: { load } },
    );
    const go = 'GO: without a payload';
    const simulation = simulationOf(machine, { outcomes: { load: { fine: { output: 'text' } } } });
    perform(simulation, go, go);
    expect(namesOf(simulation)).toEqual([go, 'load: fine', 'load (2): fine']);
    perform(simulation, 'load (2): fine', 'load: fine', go, 'load: fine');
    expect(simulation.actor.getSnapshot().context).toEqual({ ended: 3 });
    expect(namesOf(simulation)).toEqual([go]);
  });

  test('finds an actor by its path after one of that path was stopped', () => {
    const machine = createMachine(
      {
        initial: 'a',
        states: {
          a: { on: { BACK: 'b' }, invoke: { id: 'job', src: 'load', input: 1, onDone: 'c' } },
          b: { on: { AGAIN: 'a' } },
          c: {},
        },
      },
      { actors: { load } },
    );
    const simulation = simulationOf(machine);
    perform(simulation, 'BACK: without a payload', 'AGAIN: without a payload', 'job: fine');
    expect(stateOf(simulation)).toBe('c');
  });

  test('has no timer of a state that is left', () => {
    const machine = createMachine({
      initial: 'a',
      states: { a: { after: { 10: {} }, on: { GO: 'b' } }, b: {} },
    });
    const simulation = simulationOf(machine);
    expect(simulation.timeUntilNextTimer()).toBe(10);
    perform(simulation, 'GO: without a payload');
    expect(simulation.timeUntilNextTimer()).toBeNull();
  });

  test('executes custom actions once', () => {
    const action = vi.fn();
    const simulation = simulationOf(createMachine({ on: { GO: { actions: action } } }));
    perform(simulation, 'GO: without a payload', 'GO: without a payload');
    expect(namesOf(simulation)).toEqual(['GO: without a payload']);
    expect(action).toHaveBeenCalledTimes(2);
  });

  test('gives the machine its input', () => {
    const machine = createMachine({ context: ({ input }) => ({ given: input }) });
    expect(simulationOf(machine, { input: 3 }).actor.getSnapshot().context).toEqual({ given: 3 });
  });

  test('has the possible steps of its own input, also where another one has run the machine', () => {
    const machine = createMachine({
      context: ({ input }) => ({ isOpen: input }),
      initial: 'start',
      states: {
        start: { always: [{ guard: ({ context }) => context.isOpen, target: 'open' }, 'closed'] },
        open: { on: { CLOSE: 'closed' } },
        closed: { on: { OPEN: 'open' } },
      },
    });
    const stepsFor = (input: boolean) => namesOf(simulationOf(machine, { input }));
    expect([stepsFor(true), stepsFor(false)]).toEqual([
      ['CLOSE: without a payload'],
      ['OPEN: without a payload'],
    ]);
  });

  describe('of a machine that breaks', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    test('has its error, and reports it nowhere else', () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const machine = createMachine({
        on: {
          GO: {
            guard: () => {
              throw new Error('broken');
            },
          },
        },
      });
      const simulation = simulationOf(machine);
      simulation.send({ type: 'GO' });
      expect(simulation.actor.getSnapshot()).toMatchObject({
        status: 'error',
        error: { message: expect.stringContaining('broken') },
      });
      expect(vi.getTimerCount()).toBe(0);
      expect(simulation.possibleSteps()).toEqual([]);
    });
  });
});
