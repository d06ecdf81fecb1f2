import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine, raise } from 'xstate';
import { explore } from '../../../machines/paths/explore.ts';
import { ExploreError, observingImpurity } from '../../../machines/paths/exploreError.ts';
import { createExplorer } from '../../../machines/paths/explorer.ts';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';
import { stepName } from '../../../machines/paths/steps.ts';

const GO = 'GO: without a payload';

/** Performs the first step of that name in the initial state. */
function performAtStart(machine: AnyStateMachine, name: string) {
  const explorer = createExplorer(flowOfMachine(machine));
  const { state } = explorer.start();
  const step = explorer.steps(state).steps.find((possible) => stepName(possible) === name);
  if (!step) throw new Error(`"${name}" is not possible.`);
  return explorer.perform(state, step);
}

const going = (transition: object) =>
  createMachine({
    id: 'm',
    initial: 'a',
    states: { a: { on: { GO: transition } }, b: {}, c: { always: 'b' } },
  });

describe('what happens in a step', () => {
  test('has its transitions, the states that it passes through and what it cancels', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: { entry: raise({ type: 'LATE' }, { id: 'late', delay: 50 }), on: { GO: 'b' }, after: { 80: 'c' } },
        b: { always: 'c', exit: raise({ type: 'LEFT' }) },
        c: { on: { LEFT: 'd' } },
        d: {},
      },
    });
    const { microsteps, transientStates, cancelled, guardResults, conditions } = performAtStart(machine, GO);
    expect(
      microsteps.map(({ event, transitions, snapshot }) => [event, transitions, snapshot.value]),
    ).toEqual([
      ['GO', ['m.a · GO'], 'b'],
      ['GO', ['m.b · always'], 'c'],
      ['LEFT', ['m.c · LEFT'], 'd'],
    ]);
    expect(transientStates).toEqual(['b', 'c']);
    expect(cancelled).toEqual(['xstate.after.80.m.a']);
    expect({ guardResults, conditions }).toEqual({ guardResults: [], conditions: [] });
  });

  test('passes through no state where it takes one transition', () => {
    expect(performAtStart(going({ target: 'b' }), GO)).toMatchObject({ transientStates: [], cancelled: [] });
    expect(performAtStart(going({ target: 'c' }), GO).transientStates).toEqual(['c']);
  });

  test('has the results of its guards, not of those before', () => {
    const machine = going([{ guard: () => false }, { guard: () => true, target: 'b' }]);
    const explorer = createExplorer(flowOfMachine(machine));
    const { state, ...start } = explorer.start();
    expect(start.guardResults).toEqual([]);
    const results = ['m.a · GO[0] ? false', 'm.a · GO[1] ? true'];
    const { steps, guardResults } = explorer.steps(state);
    expect(guardResults).toEqual(results);
    const [step] = steps;
    if (!step) throw new Error('there is no step');
    const next = explorer.perform(state, step);
    expect(next.guardResults).toEqual(results);
    expect(explorer.steps(next.state).guardResults).toEqual([]);
  });

  test('leaves the state from which it begins as it was', () => {
    const explorer = createExplorer(flowOfMachine(going({ target: 'b' })));
    const { state } = explorer.start();
    const [step] = explorer.steps(state).steps;
    if (!step) throw new Error('there is no step');
    expect(explorer.perform(state, step).state.snapshot.value).toBe('b');
    expect(explorer.perform(state, step).state.snapshot.value).toBe('b');
    expect(state.snapshot.value).toBe('a');
  });

  test('has custom actions, unless they are left out', () => {
    const executed: string[] = [];
    const machine = going({ actions: () => executed.push('action') });
    const performWith = (options?: { runsCustomActions: boolean }) => {
      const explorer = createExplorer(flowOfMachine(machine), options);
      const { state } = explorer.start();
      for (const step of explorer.steps(state).steps) explorer.perform(state, step);
    };
    performWith({ runsCustomActions: false });
    expect(executed).toEqual([]);
    performWith();
    expect(executed).toEqual(['action']);
  });
});

describe('a state that is restored', () => {
  const child = createMachine({ invoke: { id: 'inner', src: 'load' } });
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: {
        invoke: { id: 'job', src: 'load', onDone: 'b' },
        after: { 50: 'b', 20: 'c' },
      },
      b: { type: 'final' },
      c: {},
      d: { invoke: { id: 'child', src: child } },
    },
  });
  const cases: MachineCases = { outcomes: { load: { fine: { output: 1 } } } };
  const explorer = createExplorer(flowOfMachine(machine, cases));
  const namesIn = (value: string, status: 'active' | 'done' = 'active') => {
    const state = explorer.restore(machine.resolveState({ value, context: {}, status }));
    return explorer.steps(state).steps.map(stepName);
  };

  test('has the actors and the timers that it starts when it is entered', () => {
    expect(namesIn('a')).toEqual(['job: fine', 'after 20']);
    expect(namesIn('c')).toEqual([]);
    expect(namesIn('b', 'done')).toEqual([]);
  });

  test('goes on as any other state', () => {
    const state = explorer.restore(machine.resolveState({ value: 'a', context: {} }));
    const [done, timer] = explorer.steps(state).steps;
    if (!done || !timer) throw new Error('a step is missing');
    expect(explorer.perform(state, done).state.snapshot).toMatchObject({ value: 'b', status: 'done' });
    expect(explorer.perform(state, timer).state.snapshot).toMatchObject({ value: 'c', status: 'active' });
    expect(explorer.perform(state, timer).cancelled).toEqual(['xstate.after.50.m.a']);
  });

  test('of a machine that is done has no actors and no timers', () => {
    const snapshot = machine.resolveState({ value: 'a', context: {}, status: 'done' });
    const { actors, schedule } = explorer.restore(snapshot);
    expect([...actors.values()].map(({ path }) => path)).toEqual([[]]);
    expect(schedule).toEqual([]);
  });
});

describe('what cannot be explored is refused with the place', () => {
  const refusalOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error;
    }
    return null;
  };
  const remedy = 'take the value from the event or the context';
  const endless =
    'the step never ends: the machine takes transitions without events, or raises events, for ever; change what repeats';

  test.each<[string, AnyStateMachine, string]>([
    [
      'at the start',
      createMachine({
        id: 'm',
        initial: 'a',
        states: { a: { always: { guard: () => Date.now() < 0, target: 'b' } }, b: {} },
      }),
      `m: at the start: the guard "inline" of "m.a · always" reads Date; ${remedy}`,
    ],
    [
      'in a state',
      going({ guard: () => Math.random() < 0, target: 'b' }),
      `m: in "a": the guard "inline" of "m.a · GO" reads Math.random; ${remedy}`,
    ],
    [
      'at a step',
      createMachine({
        id: 'm',
        initial: 'a',
        states: {
          a: { after: { 10: { guard: () => performance.now() < 0, target: 'b' } } },
          b: {},
        },
      }),
      `m: in "a", at "after 10": the guard "inline" of "m.a · xstate.after.10.m.a" reads performance.now; ${remedy}`,
    ],
    [
      'that never ends',
      createMachine({
        id: 'm',
        initial: 'a',
        states: { a: { on: { GO: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
      }),
      `m: in "a", at "${GO}": ${endless}`,
    ],
    [
      'that never ends at the start',
      createMachine({ id: 'm', initial: 'b', states: { b: { always: 'c' }, c: { always: 'b' } } }),
      `m: at the start: ${endless}`,
    ],
  ])('%s', (_, machine, message) => {
    const refusal = refusalOf(() => explore(flowOfMachine(machine)));
    expect(refusal).toBeInstanceOf(ExploreError);
    expect(refusal).toHaveProperty('message', message);
  });

  test('only what guards read counts, and only in the part that reads it', () => {
    const read: string[] = [];
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          on: {
            ACTS: {
              guard: () => true,
              actions: assign(() => {
                read.push(`${Date.now() > 0}`);
                return {};
              }),
              target: 'b',
            },
            READS: { guard: () => Math.random() < 0 },
          },
        },
        b: {},
      },
    });
    const explorer = createExplorer(flowOfMachine(machine));
    observingImpurity(() => {
      const { state } = explorer.start();
      expect(() => explorer.steps(state)).toThrow('reads Math.random');
      const step = { kind: 'event', type: 'ACTS', name: '', event: { type: 'ACTS' } } as const;
      expect(explorer.perform(state, step).state.snapshot.value).toBe('b');
    }, explorer.onImpurity);
    expect(read).toEqual(['true']);
  });

  test('a guard that reads the clock and throws breaks the machine', () => {
    const machine = createMachine({
      id: 'm',
      after: {
        10: {
          guard: () => {
            throw new Error(`broken ${Date.now() > 0}`);
          },
        },
      },
    });
    const { states } = explore(flowOfMachine(machine));
    expect([...states.values()].map(({ snapshot }) => snapshot.status)).toEqual(['active', 'error']);
  });

  test('another error is thrown as it is', () => {
    const error = new Error('no fixed length');
    const explorer = createExplorer({
      ...flowOfMachine(going({ target: 'b' })),
      isPossible: () => {
        throw error;
      },
    });
    const { state } = explorer.start();
    expect(refusalOf(() => explorer.steps(state))).toBe(error);
  });
});
