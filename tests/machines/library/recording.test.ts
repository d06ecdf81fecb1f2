import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { declarePromiseActor } from '../../../machines/actors.ts';
import { flowOfMachine } from '../../../machines/paths/machineFlow.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import {
  createRecording,
  type ObservedTransition,
  type Recording,
  recordingDivergence,
  restoredSnapshot,
  stepNameOf,
} from '../../../machines/paths/recording.ts';
import { createSimulation } from '../../../machines/paths/simulation.ts';

type Values = { name: string; city: string; grade: string };

const empty: Values = { name: '', city: '', grade: '' };

const machine = setup({
  types: {
    context: {} as { values: Values; count: number },
    events: {} as
      | { type: 'changed'; values: Values }
      | { type: 'counted'; values: Values }
      | { type: 'sent' }
      | { type: 'told'; by: string }
      | { type: 'reset' },
  },
  actors: { send: declarePromiseActor<{ id: number }>('send') },
  actions: { set: assign(({ event }) => ('values' in event ? { values: event.values } : {})) },
  delays: { slow: 100 },
}).createMachine({
  id: 'form',
  context: { values: empty, count: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        changed: { actions: 'set' },
        counted: { actions: ['set', assign(({ context }) => ({ count: context.count + 1 }))] },
        sent: 'sending',
      },
    },
    sending: {
      invoke: { id: 'sender', src: 'send', onDone: 'done', onError: 'failed' },
      on: { told: 'failed' },
      after: { slow: 'late' },
    },
    late: { on: { reset: 'idle' } },
    failed: { on: { reset: 'idle' } },
    done: { type: 'final' },
  },
});

const told = { type: 'told', by: 'the actor' };

const flow = {
  ...flowOfMachine(machine, {
    events: {
      changed: {
        valid: { values: { name: 'Asha', city: 'Pune', grade: 'Grade 8' } },
        blank: { values: empty },
      },
      counted: {},
      sent: { 'by the button': {} },
      told: {},
      reset: { 'by the button': {} },
    },
    outcomes: {
      send: {
        accepted: { output: { id: 7 } },
        refused: { error: new Error('No.') },
        'out of order': { error: 'busy' },
        told: { sends: told },
        seen: { snapshot: { seen: true } },
      },
    },
  }),
  choiceFields: ['grade'],
};

/** Returns the transitions of the machine for some events, as a page reports them. */
function observe(...events: ObservedTransition['event'][]): ObservedTransition[] {
  const { actor } = createSimulation(flow);
  const now = (): PersistedSnapshot => {
    const { status, value, context } = actor.getSnapshot();
    return { status, value, context, children: {} };
  };
  return events.map((event) => {
    const before = now();
    actor.send(event);
    return { before, event, after: now() };
  });
}

const snapshotOf = (value: string, facts: Partial<PersistedSnapshot> = {}): PersistedSnapshot => ({
  status: 'active',
  value,
  context: { values: empty, count: 0 },
  children: {},
  ...facts,
});

const done = (output: unknown) => ({ type: 'xstate.done.actor.sender', output });
const failed = (error: unknown) => ({ type: 'xstate.error.actor.sender', error });

describe('an event is named as the step that it is', () => {
  test.each<[string, ObservedTransition['event'], string, string | null]>([
    [
      'a case',
      { type: 'changed', values: { name: 'Asha', city: 'Pune', grade: 'Grade 8' } },
      'idle',
      'changed: valid',
    ],
    ['another case', { type: 'changed', values: empty }, 'idle', 'changed: blank'],
    ['with other values', { type: 'changed', values: { ...empty, name: 'Uma' } }, 'idle', null],
    ['unknown', { type: 'unknown' }, 'idle', null],
    ['a timer', { type: 'xstate.after.slow.form.sending' }, 'sending', 'after slow'],
    ['a timer that does not run', { type: 'xstate.after.slow.form.sending' }, 'idle', null],
    ['an output', done({ id: 7 }), 'sending', 'sender: accepted'],
    ['an output of no actor', done({ id: 7 }), 'idle', null],
    ['another output', done({ id: 8 }), 'sending', null],
    [
      'an output under the type of an error',
      { type: 'xstate.error.actor.sender', output: { id: 7 } },
      'sending',
      null,
    ],
    ['the message of an error', failed('No.'), 'sending', 'sender: refused'],
    ['an error as plain data', failed({ error: 'No.' }), 'sending', 'sender: refused'],
    ['an error that is none', failed('busy'), 'sending', 'sender: out of order'],
    ['another error', failed('Yes.'), 'sending', null],
    ['an object that is no known error', failed({ message: 'No.' }), 'sending', null],
    ['nothing as an error', failed(null), 'sending', null],
    [
      'an error under the type of an output',
      { type: 'xstate.done.actor.sender', error: 'No.' },
      'sending',
      null,
    ],
    ['what the actor sends', told, 'sending', 'sender: told'],
    ['what the actor never sends', { type: 'told', by: 'somebody' }, 'sending', null],
  ])('%s', (_title, event, state, name) => {
    expect(stepNameOf(flow, restoredSnapshot(flow, snapshotOf(state)), event)).toBe(name);
  });
});

test('a flow that was stopped is restored as one that runs; one that is done stays so', () => {
  const statuses = (['stopped', 'active', 'done'] as const).map(
    (status) => restoredSnapshot(flow, snapshotOf(status === 'done' ? 'done' : 'idle', { status })).status,
  );
  expect(statuses).toEqual(['active', 'active', 'done']);
});

describe('a recording', () => {
  test.each<[string, PersistedSnapshot | null, Recording['start']]>([
    ['in the initial state needs no start', snapshotOf('idle'), null],
    ['in another state', snapshotOf('late'), snapshotOf('late')],
    [
      'in the initial state with another context, which is masked',
      snapshotOf('idle', { context: { values: { ...empty, name: 'Uma' }, count: 0 }, children: { a: 1 } }),
      snapshotOf('idle', { context: { values: { ...empty, name: 'Xxx' }, count: 0 } }),
    ],
    ['in an unknown state has no start', null, null],
  ])('that begins %s', (_title, before, start) => {
    const recording = createRecording(flow, '/form', [
      { before, event: { type: 'sent' }, after: snapshotOf('sending') },
    ]);
    expect(recording.start).toEqual(start);
    expect(recording.steps).toHaveLength(1);
  });

  test('of nothing has no start and no steps', () => {
    expect(createRecording(flow, '/form', [])).toEqual({
      flow: 'form',
      path: '/form',
      start: null,
      steps: [],
    });
  });

  const changed = (values: Partial<Values>, type = 'changed') => ({ type, values: { ...empty, ...values } });
  const recorded = (...events: ObservedTransition['event'][]) =>
    createRecording(flow, '/form', observe(...events)).steps.map(({ name, event }) => [name, event?.values]);

  test('has the masked event of a step that is no case', () => {
    expect(
      createRecording(flow, '/form', observe({ type: 'sent' }, { type: 'told', by: 'Uma' })).steps,
    ).toEqual([
      { name: 'sent: by the button', state: 'sending' },
      { name: 'told: as recorded (2)', state: 'failed', event: { type: 'told', by: 'Xxx' } },
    ]);
  });

  test.each<[string, ObservedTransition['event'][], unknown[]]>([
    [
      'typing in one field is one step',
      [changed({ name: 'U' }), changed({ name: 'Um' }), changed({ name: 'Uma' })],
      [['changed: as recorded (1)', { ...empty, name: 'Xxx' }]],
    ],
    [
      'typing in two fields is two',
      [changed({ name: 'Um' }), changed({ name: 'Uma' }), changed({ name: 'Uma', city: 'P' })],
      [
        ['changed: as recorded (1)', { ...empty, name: 'Xxx' }],
        ['changed: as recorded (2)', { ...empty, name: 'Xxx', city: 'X' }],
      ],
    ],
    [
      'typing in two fields at once is no typing',
      [changed({ name: 'U' }), changed({ name: 'Um', city: 'P' })],
      [
        ['changed: as recorded (1)', { ...empty, name: 'X' }],
        ['changed: as recorded (2)', { ...empty, name: 'Xx', city: 'Y' }],
      ],
    ],
    [
      'choosing is no typing',
      [changed({ grade: 'Grade 1' }), changed({ grade: 'Grade 2' })],
      [
        ['changed: as recorded (1)', { ...empty, grade: 'Grade 1' }],
        ['changed: as recorded (2)', { ...empty, grade: 'Grade 2' }],
      ],
    ],
    [
      'events that count are no typing',
      [changed({ name: 'U' }, 'counted'), changed({ name: 'Um' }, 'counted')],
      [
        ['counted: as recorded (1)', { ...empty, name: 'X' }],
        ['counted: as recorded (2)', { ...empty, name: 'Xx' }],
      ],
    ],
    [
      'a case is a step of its own',
      [changed({ name: 'U' }), changed({}), changed({ name: 'U' })],
      [
        ['changed: as recorded (1)', { ...empty, name: 'X' }],
        ['changed: blank', undefined],
        ['changed: as recorded (3)', { ...empty, name: 'X' }],
      ],
    ],
  ])('%s', (_title, events, steps) => {
    expect(recorded(...events)).toEqual(steps);
  });

  test('does not join events between which something else happened', () => {
    const [first, second] = observe(changed({ name: 'U' }), changed({ name: 'Um' }));
    if (!first || !second) throw new Error('there are two transitions');
    const stepsOf = (...observed: ObservedTransition[]) =>
      createRecording(flow, '/form', observed).steps.length;
    expect(stepsOf(first, second)).toBe(1);
    expect(stepsOf(first, { ...second, before: snapshotOf('idle') })).toBe(2);
    expect(stepsOf(first, { ...second, before: null })).toBe(2);
    expect(stepsOf({ ...first, before: null }, second)).toBe(2);
  });
});

describe('a recording is walked on the bare machine', () => {
  const recording = (start: Recording['start'], ...steps: Recording['steps']): Recording => ({
    flow: 'form',
    path: '/form',
    start,
    steps,
  });
  const sent = { name: 'sent: by the button', state: 'sending' };

  test.each<[string, Recording, string | null]>([
    ['to its end', recording(null, sent, { name: 'after slow', state: 'late' }), null],
    ['from its start', recording(snapshotOf('late'), { name: 'reset: by the button', state: 'idle' }), null],
    [
      'with an event that is no case',
      recording(null, sent, {
        name: 'told: as recorded (2)',
        state: 'failed',
        event: { type: 'told', by: 'X' },
      }),
      null,
    ],
    [
      'up to a step that cannot happen',
      recording(null, sent, { name: 'reset: by the button', state: 'idle' }),
      'sent: by the button → reset: by the button: the last step cannot happen in "sending"',
    ],
    [
      'up to a step that leads elsewhere',
      recording(null, sent, { name: 'after slow', state: 'idle' }),
      'sent: by the button → after slow: led to "late", not to "idle"',
    ],
  ])('%s', (_title, given, divergence) => {
    expect(recordingDivergence(flow, given)).toBe(divergence);
  });

  test('also where a case is not to be tried', () => {
    expect(recordingDivergence({ ...flow, isPossible: () => false }, recording(null, sent))).toBeNull();
  });
});
