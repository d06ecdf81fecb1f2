import { describe, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  createMachine,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  raise,
} from 'xstate';
import { createExplorer } from '../../../machines/paths/explorer.ts';
import { flowOfMachine, type MachineCases } from '../../../machines/paths/machineFlow.ts';
import type { Step } from '../../../machines/paths/paths.types.ts';
import { occurrenceOf, stepName, stepsIn } from '../../../machines/paths/steps.ts';

const event = { type: 'GO' };
const ofActor = { actor: 'load', path: ['child', 'load'], name: 'fine' };

describe('the name of a step', () => {
  test.each<[string, Step]>([
    ['GO: by the visitor', { kind: 'event', type: 'GO', name: 'by the visitor', event }],
    ['child.load: fine', { kind: 'outcome', ...ofActor, event }],
    ['child.load: fine', { kind: 'sent', ...ofActor, event }],
    ['child.load: fine', { kind: 'snapshot', ...ofActor, event }],
    ['after slow', { kind: 'timer', state: 'm', name: 'slow', event, wait: 10 }],
    ['delayed: GO', { kind: 'delayed', name: 'GO', event, wait: 10 }],
  ])('%s', (name, step) => {
    expect(stepName(step)).toBe(name);
  });
});

describe('what a step is to a system of actors', () => {
  const done = { type: 'xstate.done.actor.load', output: 3 };
  const failed = { type: 'xstate.error.actor.load', error: 'no' };
  const shown = { type: 'xstate.snapshot.load', snapshot: { context: 4 } };
  test.each<[string, Step, object]>([
    ['an event', { kind: 'event', type: 'GO', name: '', event }, { kind: 'event', to: [], event }],
    ['an event of an actor', { kind: 'sent', ...ofActor, event }, { kind: 'event', to: ['child'], event }],
    [
      'a snapshot',
      { kind: 'snapshot', ...ofActor, event: shown },
      { kind: 'snapshot', of: ofActor.path, context: 4 },
    ],
    [
      'a snapshot without a context',
      { kind: 'snapshot', ...ofActor, event },
      { kind: 'snapshot', of: ofActor.path, context: undefined },
    ],
    [
      'an output',
      { kind: 'outcome', ...ofActor, event: done },
      { kind: 'end', of: ofActor.path, end: { output: 3 } },
    ],
    [
      'an end without an output',
      { kind: 'outcome', ...ofActor, event },
      { kind: 'end', of: ofActor.path, end: { output: undefined } },
    ],
    [
      'an error',
      { kind: 'outcome', ...ofActor, event: failed },
      { kind: 'end', of: ofActor.path, end: { error: 'no' } },
    ],
    ['a timer', { kind: 'timer', state: 'm', name: 'slow', event, wait: 10 }, { kind: 'time' }],
    ['a delayed event', { kind: 'delayed', name: 'GO', event, wait: 10 }, { kind: 'time' }],
  ])('%s', (_, step, occurrence) => {
    expect(occurrenceOf(step)).toStrictEqual(occurrence);
  });
});

describe('the possible steps', () => {
  const stepsAtStart = (machine: AnyStateMachine, cases: MachineCases) => {
    const flow = flowOfMachine(machine, cases);
    return stepsIn(flow, createExplorer(flow).start().state);
  };
  const namesAtStart = (machine: AnyStateMachine, cases: MachineCases = {}) =>
    stepsAtStart(machine, cases).map(stepName);

  const choosing = createMachine({
    on: {
      YES: {},
      NO: { guard: () => false },
      BREAKS: {
        guard: () => {
          throw new Error('broken');
        },
      },
    },
  });

  test('are the event cases that a transition takes, also one whose guard throws', () => {
    expect(namesAtStart(choosing)).toEqual(['YES: without a payload', 'BREAKS: without a payload']);
    expect(stepsAtStart(choosing, { events: { YES: { loud: { volume: 3 } }, BREAKS: {} } })).toEqual([
      { kind: 'event', type: 'YES', name: 'loud', event: { type: 'YES', volume: 3 } },
    ]);
  });

  const load = fromPromise(async () => 1);
  const loading = createMachine(
    { invoke: { id: 'job', src: 'load' }, on: { YES: {} } },
    { actors: { load } },
  );

  test('leave out the cases that are not possible', () => {
    const outcomes = { load: { fine: { output: 1 }, odd: { output: 2 } } };
    expect(namesAtStart(loading, { outcomes })).toEqual(['YES: without a payload', 'job: fine', 'job: odd']);
    const isPossible = (of: string, name: string) => of === 'load' && name === 'fine';
    expect(namesAtStart(loading, { outcomes, isPossible })).toEqual(['job: fine']);
  });

  test('are what a silent actor can do', () => {
    const heard = { type: 'HEARD' };
    const outcomes = {
      load: {
        ...{ fine: { output: 1 }, nothing: { output: undefined }, odd: { error: 'no' } },
        ...{ heard: { sends: heard }, seen: { snapshot: 4 } },
      },
    };
    const common = { actor: 'load', path: ['job'] };
    const done = { type: 'xstate.done.actor.job', actorId: 'job' };
    expect(stepsAtStart(loading, { events: { YES: {} }, outcomes })).toEqual([
      { ...common, kind: 'outcome', name: 'fine', event: { ...done, output: 1 } },
      { ...common, kind: 'outcome', name: 'nothing', event: { ...done, output: undefined } },
      {
        ...common,
        kind: 'outcome',
        name: 'odd',
        event: { type: 'xstate.error.actor.job', actorId: 'job', error: 'no' },
      },
      { ...common, kind: 'sent', name: 'heard', event: heard },
      {
        ...common,
        kind: 'snapshot',
        name: 'seen',
        event: {
          type: 'xstate.snapshot.job',
          snapshot: { status: 'active', output: undefined, error: undefined, context: 4 },
        },
      },
    ]);
  });

  test('are none of transition logic and machines, which act by themselves', () => {
    const machine = createMachine({
      invoke: [
        { id: 'logic', src: fromTransition((state) => state, 0) },
        { id: 'machine', src: createMachine({}) },
        { id: 'callback', src: fromCallback(() => {}) },
        { id: 'observable', src: fromObservable(() => ({ subscribe: () => ({ unsubscribe: () => {} }) })) },
      ],
    });
    expect(namesAtStart(machine)).toEqual([
      'callback: done',
      'callback: error',
      'observable: done',
      'observable: error',
    ]);
  });

  test('are none in a machine that is done', () => {
    const done = createMachine({ initial: 'a', states: { a: { type: 'final' } }, on: { GO: {} } });
    expect(namesAtStart(done)).toEqual([]);
  });

  const waiting = createMachine({
    id: 'waiting',
    initial: 'a',
    states: { a: { after: { 20: 'b' } }, b: {} },
  });
  const raising = createMachine({ entry: raise({ type: 'LATE' }, { delay: 20 }) });
  const parentOf = (src: AnyStateMachine) =>
    createMachine({ invoke: { id: 'one', src: createMachine({ invoke: { id: 'two', src } }) } });

  test.each<[string, AnyStateMachine, object]>([
    [
      'a timer of the machine',
      waiting,
      { kind: 'timer', state: 'waiting.a', name: '20', event: { type: 'xstate.after.20.waiting.a' } },
    ],
    [
      'a timer of a child',
      parentOf(waiting),
      {
        kind: 'timer',
        state: 'waiting.a',
        name: '20 in one.two',
        event: { type: 'xstate.after.20.waiting.a' },
      },
    ],
    ['a delayed event', raising, { kind: 'delayed', name: 'LATE', event: { type: 'LATE' } }],
    [
      'a delayed event of a child',
      parentOf(raising),
      { kind: 'delayed', name: 'LATE in one.two', event: { type: 'LATE' } },
    ],
  ])('have %s that is due next', (_, machine, step) => {
    expect(stepsAtStart(machine, {})).toEqual([{ ...step, wait: 20 }]);
  });

  test('have only the earliest of several timers', () => {
    const machine = createMachine({ after: { 30: {}, 10: {}, 20: {} } });
    expect(namesAtStart(machine)).toEqual(['after 10']);
  });
});
