import { describe, expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { Recording } from '../../../machines/paths/recording.ts';
import { routeLoadingFlow } from '../../../machines/routeLoading/routeLoading.flow.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import type { CatalogueMessage } from '../../../src/visualiser/messages/messages.types.ts';
import {
  commandOf,
  firstSnapshot,
  messageRun,
  missingCase,
  openStep,
  outcomeOf,
  recordingRun,
  restartStep,
  simulateMessage,
} from '../../../src/visualiser/runSteps.ts';
import { persisted } from '../../support/visualiserFixture.ts';

/** The steps of the runs that the visualiser performs on a page: of a message, and of a recording. */

const idle = persisted('idle', firstSnapshot(contactFlow)?.context);

describe('the command of a step', () => {
  const event = { type: 'changed', values: { name: 'Asha' } };
  test.each([
    [{ kind: 'timer', state: 'contact.idle', name: 'hint', event, wait: 5 }, { kind: 'timer' }],
    [{ kind: 'delayed', name: 'hint', event, wait: 5 }, { kind: 'timer' }],
    [
      { kind: 'outcome', actor: 'send', path: ['send'], name: 'accepted', event },
      { kind: 'outcome', actor: 'send', outcome: { kind: 'output', output: {} } },
    ],
    [
      { kind: 'event', type: 'changed', name: 'a name', event },
      { kind: 'event', event },
    ],
    [
      { kind: 'sent', actor: 'send', path: ['send'], name: 'a name', event },
      { kind: 'event', event },
    ],
    [
      { kind: 'snapshot', actor: 'send', path: ['send'], name: 'a name', event },
      { kind: 'event', event },
    ],
  ] as const)('%j is %j', (step, command) => {
    expect(commandOf(contactFlow, step)).toEqual(command);
  });
});

test('an outcome is sent as an output or the message of an error; what is none is refused', () => {
  const outcomes = { send: { empty: { error: 'no Error' }, sends: { sends: { type: 'closed' } } } };
  const flow = { ...contactFlow, outcomes };
  expect(outcomeOf(contactFlow, 'send', 'accepted')).toEqual({ kind: 'output', output: {} });
  expect(outcomeOf(contactFlow, 'send', 'refused by the server')).toEqual({
    kind: 'error',
    message: 'Messages cannot be taken at the moment.',
  });
  expect(outcomeOf(flow, 'send', 'empty')).toEqual({ kind: 'error', message: '' });
  expect(() => outcomeOf(flow, 'send', 'sends')).toThrow('contact has no outcome "send: sends".');
  expect(() => outcomeOf(flow, 'send', 'gone')).toThrow('contact has no outcome "send: gone".');
  expect(() => outcomeOf(flow, 'gone', 'gone')).toThrow('contact has no outcome "gone: gone".');
});

test('a page is opened with the flow in a state, or as it starts, or as its machine starts', () => {
  const open = { kind: 'open', path: '/contact', draftsToClear: ['contact'], snapshot: null };
  const step = { name: 'open /contact', command: open, state: 'idle', transitions: [] };
  expect(openStep(contactFlow, '/contact', 'idle')).toEqual(step);
  expect(openStep(contactFlow, '/contact', 'idle', idle)).toEqual({
    ...step,
    command: { ...open, snapshot: idle },
  });
  expect(restartStep(contactFlow, '/contact')).toEqual({
    ...step,
    command: { ...open, snapshot: firstSnapshot(contactFlow) },
  });
  expect(firstSnapshot(scholarshipTermsFlow)).toMatchObject(persisted('hidden'));
  expect(firstSnapshot(routeLoadingFlow)?.context).toMatchObject({ requested: { to: '/', screen: 'home' } });
});

const message: CatalogueMessage = {
  ...{ where: 'Contact', condition: 'sent', text: 'It was sent.', flow: 'contact', path: '/contact' },
  steps: [
    'changed: everything valid',
    { type: 'changed', payload: { values: { ...contactFlow.events.changed?.['everything valid'] } } },
    'changed: everything valid',
    'submitted: by the button',
    { actor: 'send', error: 'An error of its own.' },
  ],
};

describe('the run of a message', () => {
  test('opens its page, and performs cases, other values and other errors', () => {
    const run = messageRun(contactFlow, message, 'a tab');
    const { steps, ...rest } = run;
    expect(rest).toEqual({
      ...{ title: 'It was sent.', flow: 'contact', on: 'page', tab: 'a tab', skipsPauses: true },
    });
    expect(steps.map(({ name, state }) => [name, state])).toEqual([
      ['open /contact', 'idle'],
      ['changed: everything valid', 'idle'],
      ['changed: with another value', 'idle'],
      ['changed: everything valid', 'idle'],
      ['submitted: by the button', 'submitting'],
      ['send: An error of its own.', 'failed'],
    ]);
    expect(steps[0]?.command).toMatchObject({ kind: 'open', snapshot: null });
    expect(steps[2]).toMatchObject({
      command: { kind: 'event', event: { type: 'changed', values: expect.any(Object) } },
      transitions: [],
    });
    expect(steps.slice(4)).toMatchObject([
      { transitions: ['contact.idle · submitted[0]'] },
      {
        command: {
          kind: 'outcome',
          actor: 'send',
          outcome: { kind: 'error', message: 'An error of its own.' },
        },
        transitions: ['contact.submitting · xstate.error.actor.send'],
      },
    ]);
  });

  test('is offline, and starts anew, where the message says so', () => {
    const run = messageRun(contactFlow, { ...message, isOffline: true, startsAnew: true }, 'a tab');
    expect(run.isOffline).toBe(true);
    expect(run.steps[0]?.command).toMatchObject({ kind: 'open', snapshot: firstSnapshot(contactFlow) });
  });

  test('has the input of its page, else that of the cases', () => {
    const about = { to: '/about', screen: 'about' };
    const ofRoute = { ...message, flow: 'routeLoading', path: '/', steps: [] };
    const requested = (given: CatalogueMessage) =>
      simulateMessage(routeLoadingFlow, given).map(({ snapshot }) => snapshot.context.requested);
    expect(requested(ofRoute)).toEqual([{ to: '/', screen: 'home' }]);
    expect(requested({ ...ofRoute, input: { first: about } })).toEqual([about]);
  });

  test('knows the event of each step', () => {
    const events = simulateMessage(contactFlow, message).map(({ event }) => event);
    expect(events).toEqual([
      ...['xstate.init', 'changed', 'changed', 'changed', 'submitted', 'xstate.error.actor.send'],
    ]);
  });

  test('performs also a case that is not tried in its state, and refuses one that is not possible', () => {
    const untried = { ...contactFlow, isPossible: () => false };
    expect(messageRun(untried, message, 'a tab').steps).toHaveLength(6);
    expect(() =>
      messageRun(contactFlow, { ...message, steps: ['alertDismissed: by magic'] }, 'a tab'),
    ).toThrow('contact: "alertDismissed: by magic" cannot happen in "idle".');
  });
});

describe('the run of a recording', () => {
  const recording: Recording = {
    ...{ flow: 'contact', path: '/contact?x', start: null },
    steps: [
      { name: 'submitted: by the button', state: 'invalid' },
      { name: 'send: refused by the server', state: 'failed' },
      { name: 'after sendTimeout', state: 'failed' },
      { name: 'changed: as recorded', state: 'idle', event: { type: 'changed', values: { name: 'Xx' } } },
    ],
  };

  test('opens its page and performs its steps', () => {
    const { steps, ...rest } = recordingRun(contactFlow, recording, 'a tab');
    expect(rest).toEqual({ title: 'The recording', flow: 'contact', on: 'page', tab: 'a tab' });
    expect(steps).toEqual([
      openStep(contactFlow, '/contact?x', 'idle'),
      {
        name: 'submitted: by the button',
        command: { kind: 'event', event: { type: 'submitted' } },
        ...{ state: 'invalid', transitions: [] },
      },
      {
        name: 'send: refused by the server',
        command: {
          ...{ kind: 'outcome', actor: 'send' },
          outcome: { kind: 'error', message: 'Messages cannot be taken at the moment.' },
        },
        ...{ state: 'failed', transitions: [] },
      },
      { name: 'after sendTimeout', command: { kind: 'timer' }, state: 'failed', transitions: [] },
      {
        name: 'changed: as recorded',
        command: { kind: 'event', event: { type: 'changed', values: { name: 'Xx' } } },
        ...{ state: 'idle', transitions: [] },
      },
    ]);
  });

  test('that began later opens the page in the state in which it began', () => {
    const start = { ...idle, value: 'failed' };
    expect(recordingRun(contactFlow, { ...recording, start, steps: [] }, 'a tab').steps).toEqual([
      openStep(contactFlow, '/contact?x', 'failed', start),
    ]);
  });

  test.each(['gone: by the button', 'submitted: with: colons', 'send: gone'])(
    'has no step "%s" that the flow does not have',
    (name) => {
      const problem = `The flow has no case "${name}" any more: record it again.`;
      expect(missingCase(contactFlow, { ...recording, steps: [{ name, state: 'idle' }] })).toBe(problem);
    },
  );

  test('finds a case and an outcome with a colon in the name', () => {
    const flow = {
      ...contactFlow,
      events: { submitted: { 'with: colons': { by: 'magic' } } },
      outcomes: { send: { 'with: colons': { output: 5 } } },
    };
    const steps = ['submitted: with: colons', 'send: with: colons'].map((name) => ({ name, state: 'idle' }));
    expect(missingCase(flow, { ...recording, steps })).toBeNull();
    const commands = recordingRun(flow, { ...recording, steps }, 'a tab').steps.map(({ command }) => command);
    expect(commands.slice(1)).toEqual([
      { kind: 'event', event: { by: 'magic', type: 'submitted' } },
      { kind: 'outcome', actor: 'send', outcome: { kind: 'output', output: 5 } },
    ]);
  });
});
