import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { contactCases } from '../../../machines/contact/contact.cases.ts';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import type { Flow } from '../../../machines/paths/flow.ts';
import type { PersistedSnapshot } from '../../../machines/paths/paths.types.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import { EnvironmentPanel } from '../../../src/visualiser/panels/EnvironmentPanel.tsx';
import { EventsPanel } from '../../../src/visualiser/panels/EventsPanel.tsx';
import { InvokedActorItem } from '../../../src/visualiser/panels/InvokedActorItem.tsx';
import { firstSnapshot } from '../../../src/visualiser/runSteps.ts';
import { invokedActor, persisted } from '../../support/visualiserFixture.ts';

/** The panels with which a tester sends events, and chooses the outcomes of invoked actors. */

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

function snapshotIn(flow: Flow, value: PersistedSnapshot['value'], context: object = {}) {
  const first = firstSnapshot(flow);
  return persisted(value, { ...first?.context, ...context });
}
const { values } = contactCases.events.changed['everything valid'];

describe('the events of a flow', () => {
  const show = (persistedSnapshot: PersistedSnapshot | null, flow: Flow = contactFlow) => {
    const send = vi.fn();
    render(<EventsPanel {...{ flow, persistedSnapshot, send }} />);
    return send;
  };
  const reasonOf = (name: string) => {
    const sending = button(name);
    const isDisabled = sending.getAttribute('aria-disabled') === 'true';
    const id = sending.getAttribute('aria-describedby');
    return [isDisabled, id && document.getElementById(id)?.textContent];
  };

  test('are listed by their cases', () => {
    show(snapshotIn(contactFlow, 'idle'));
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      ...['draftFound', 'changed', 'submitted', 'alertDismissed'],
    ]);
    const draftFound = within(screen.getByRole('region', { name: 'draftFound' }));
    expect(textsOf(draftFound.getAllByRole('button', { name: /^Send draftFound: / }))).toEqual([
      ...['everything saved', 'a name saved'],
    ]);
    expect(screen.queryByText(/does not run/)).toBeNull();
  });

  test('are sent with their payload, or say why they are not handled', () => {
    const send = show(snapshotIn(contactFlow, 'idle', { values: { ...values, name: '' } }));
    expect(reasonOf('Send changed: everything valid')).toEqual([false, null]);
    expect(reasonOf('Send submitted: by the button')).toEqual([
      true,
      'blocked by isValid, passesBrowserValidation',
    ]);
    expect(reasonOf('Send alertDismissed: by its close button')).toEqual([true, 'not taken in this state']);
    click('Send submitted: by the button');
    click('Send changed: everything valid');
    expect(send.mock.calls).toEqual([[{ type: 'changed', values }]]);
    expect(button('Send changed: everything valid')).toHaveClass('send');
  });

  test('are blocked by a guard that stands at several transitions once', () => {
    const isPaid = { ...registrationFlow.events.alertDismissed };
    show(snapshotIn(registrationFlow, { editing: 'idle' }), {
      ...registrationFlow,
      events: { alertDismissed: isPaid },
    });
    expect(reasonOf('Send alertDismissed: by its close button')).toEqual([true, 'blocked by hasAlert']);
  });

  test('cannot be sent where the flow does not run', () => {
    show(null);
    expect(screen.getByText('The flow does not run on the page that is followed.')).toBeVisible();
    expect(reasonOf('Send changed: everything valid')).toEqual([true, '']);
  });

  describe('with an edited payload', () => {
    const form = () => {
      const field = screen.getByLabelText<HTMLTextAreaElement>('Payload of changed: no phone, as JSON');
      if (!field.form) throw new Error('The field is in no form.');
      return { field, form: field.form };
    };
    const edit = (text: string) => {
      const shown = form();
      fireEvent.input(shown.field, { target: { value: text } });
      expect(fireEvent.submit(shown.form)).toBe(false);
      return shown.field.validationMessage;
    };

    test('are sent where it has the shape of a case', () => {
      const send = show(snapshotIn(contactFlow, 'idle'));
      const { field } = form();
      expect(field.value).toBe(JSON.stringify({ values: { ...values, phone: '' } }, null, 2));
      expect(['rows', 'spellcheck'].map((name) => field.getAttribute(name))).toEqual(['8', 'false']);
      expect(screen.getByLabelText('Payload of changed: no phone')).toHaveTextContent('payload');
      expect(edit('{}')).toBe('values is missing.');
      expect(send).not.toHaveBeenCalled();
      const edited = { ...values, name: 'Meera' };
      expect(edit(JSON.stringify({ values: edited }))).toBe('');
      expect(send.mock.calls).toEqual([[{ type: 'changed', values: edited }]]);
    });

    test('are not refused any more as soon as it is edited', () => {
      show(snapshotIn(contactFlow, 'idle'));
      expect(edit('no JSON')).toMatch(/^This is no JSON: /);
      const { field } = form();
      fireEvent.input(field, { target: { value: '{' } });
      expect(field.validationMessage).toBe('');
    });

    test('are limited to the choices of the flow', () => {
      show(snapshotIn(contactFlow, 'idle'), { ...contactFlow, choices: { name: ['Asha', 'Meera'] } });
      expect(edit(JSON.stringify({ values: { ...values, name: 'Kiran' } }))).toBe(
        'values.name is "Kiran", which is no choice: "Asha", "Meera".',
      );
    });

    test('have a field of at most twelve lines, and none without a payload', () => {
      const long = { list: Array.from({ length: 20 }, (_, index) => index) };
      show(snapshotIn(contactFlow, 'idle'), { ...contactFlow, events: { changed: { long, empty: {} } } });
      expect(screen.getAllByRole('textbox').map(({ ariaLabel }) => ariaLabel)).toHaveLength(1);
      expect(screen.getByLabelText('Payload of changed: long, as JSON')).toHaveAttribute('rows', '12');
    });
  });
});

describe('an invoked actor', () => {
  const show = (
    flow: Flow,
    snapshot: PersistedSnapshot,
    more: Parameters<typeof invokedActor>[1] = {},
    isMasked = true,
  ) => {
    const sendCommand = vi.fn();
    const invoked = invokedActor(flow.id, more);
    render(
      <InvokedActorItem
        {...{ flow, persistedSnapshot: snapshot, isMasked, sendCommand, invokedActor: invoked }}
      />,
    );
    return sendCommand;
  };
  const outcomes = (actor = 'send') =>
    textsOf(within(screen.getByRole('group', { name: `Outcome of ${actor}` })).getAllByRole('button'));
  const submitting = snapshotIn(contactFlow, 'submitting', { values });
  const cases = [
    ...['accepted', 'refused by the server', 'refused without a message', 'replied with an HTML page'],
    'connection broken',
  ];

  test.each([
    ['waiting', 'waits for you', ['never settle', 'run the real actor']],
    ['running', 'the real actor is running', []],
    ['never', 'never settles', ['run the real actor']],
  ] as const)('that is %s says so, and has its outcomes', (state, text, more) => {
    show(contactFlow, submitting, { state });
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(`send ${text}`);
    expect(outcomes()).toEqual([...cases, ...more]);
  });

  test('is given an outcome', () => {
    const sendCommand = show(contactFlow, submitting);
    for (const name of ['accepted', 'refused by the server', 'never settle', 'run the real actor'])
      click(name);
    const provided = sendCommand.mock.calls.map(([{ type, invokedActor: id, outcome }]) => [
      type,
      id,
      outcome,
    ]);
    expect(provided).toEqual(
      [
        { kind: 'output', output: {} },
        { kind: 'error', message: 'Messages cannot be taken at the moment.' },
        { kind: 'never' },
        { kind: 'real' },
      ].map((outcome) => ['provideOutcome', 7, outcome]),
    );
  });

  test('has its input, with what was typed masked until values are shown', () => {
    const input = { values: { name: 'Kiran' } };
    const shownInput = () => document.querySelector('pre')?.textContent;
    show(contactFlow, submitting, { input });
    expect(screen.getByText('its input')).toBeVisible();
    expect(shownInput()).toBe(JSON.stringify({ values: { name: 'Xxxxx' } }, null, 2));
    cleanup();
    show(contactFlow, submitting, { input }, false);
    expect(shownInput()).toBe(JSON.stringify(input, null, 2));
    cleanup();
    show(contactFlow, submitting);
    expect(screen.queryByText('its input')).toBeNull();
  });

  test('sends the events that only states with it handle, where they are handled now', () => {
    const draft = Reflect.get(registrationFlow.events.draftFound?.['an order saved'] ?? {}, 'draft');
    const paying = (value: object) => snapshotIn(registrationFlow, { paying: { ...value } }, draft);
    const checkout = { actor: 'checkout', state: 'running' } as const;
    const sendCommand = show(
      registrationFlow,
      snapshotIn(registrationFlow, { paying: 'open' }, draft),
      checkout,
    );
    expect(outcomes('checkout')).toEqual([
      'cannot be opened',
      'paymentSucceeded: the customer pays',
      'paymentSucceeded: without a signature',
      'paymentUnclear: a success without a payment',
      'paymentUnclear: a success for another order',
      'paymentFailed: the bank refuses',
      'paymentFailed: without a reason',
      'checkoutDismissed: the customer closes the window',
      'checkoutVanished: the window closes without an event',
      'returnedToForm: by the link to the form',
    ]);
    click('paymentFailed: without a reason');
    expect(sendCommand.mock.calls).toEqual([
      [
        {
          type: 'send',
          session: 'registration:1',
          event: {
            ...registrationFlow.events.paymentFailed?.['without a reason'],
            type: 'paymentFailed',
          },
        },
      ],
    ]);
    cleanup();
    show(registrationFlow, paying({ formShown: 'vanished' }), checkout);
    expect(outcomes('checkout')).toContain('paymentSucceeded: the customer pays');
    expect(outcomes('checkout')).not.toContain('returnedToForm: by the link to the form');
    cleanup();
    show(registrationFlow, snapshotIn(registrationFlow, { editing: 'idle' }), checkout);
    expect(outcomes('checkout')).toEqual(['cannot be opened']);
  });

  test('without a case has no outcome of its own', () => {
    show(contactFlow, submitting, { actor: 'other' });
    expect(outcomes('other')).toEqual(['never settle', 'run the real actor']);
    expect(screen.queryByText('an answer of your own')).toBeNull();
  });

  test('that calls the server is given an answer of the tester', async () => {
    const sendCommand = show(contactFlow, submitting, { input: { values } });
    expect(screen.getByText('an answer of your own')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Seconds'), { target: { value: '2' } });
    click('Answer so');
    await waitFor(() => expect(sendCommand).toHaveBeenCalledOnce());
    expect(sendCommand.mock.lastCall).toEqual([
      {
        type: 'provideOutcome',
        invokedActor: 7,
        outcome: { kind: 'error', message: 'Please try again in a minute.' },
        delay: 2_000,
      },
    ]);
  });
});

describe('the environment of a flow', () => {
  const submitting = snapshotIn(contactFlow, 'submitting', { values });
  const show = (props: Partial<Parameters<typeof EnvironmentPanel>[0]> = {}) => {
    const sendCommand = vi.fn();
    const shown = {
      ...{ flow: contactFlow, persistedSnapshot: submitting, session: 'contact:1', invokedActors: [] },
      ...{ isPaused: false, isMasked: true, sendCommand, replay: vi.fn() },
    };
    render(<EnvironmentPanel {...shown} {...props} />);
    return sendCommand;
  };
  const hint = () => document.querySelector('.hint')?.textContent;
  const headings = () => textsOf(screen.queryAllByRole('heading', { level: 2 }));

  test.each([
    [
      false,
      'The server, the payment window and the clock run by themselves. Pause them to choose their outcomes.',
      'contact',
    ],
    [true, 'Invoked actors wait for you, and the clock of this flow is paused.', null],
  ])('can be paused and resumed: it is paused, %s', (isPaused, text, flow) => {
    const sendCommand = show({ isPaused });
    expect(button('Pause the environment')).toHaveAttribute('aria-pressed', String(isPaused));
    expect(hint()).toBe(text);
    click('Pause the environment');
    expect(sendCommand.mock.calls).toEqual([[{ type: 'pause', flow }]]);
  });

  test('has the invoked actors of the session, whose outcomes are sent', () => {
    const sendCommand = show({
      invokedActors: [invokedActor('contact'), invokedActor('contact', { id: 8, session: 'contact:2' })],
    });
    expect(textsOf(screen.getAllByRole('heading', { level: 3 }))).toEqual(['send waits for you']);
    expect(document.querySelector('.note')).toBeNull();
    click('accepted');
    expect(sendCommand).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'Invoked actors' })).toHaveFocus();
  });

  test('says that no actor is there, or that the page has not reported it', () => {
    show();
    expect(screen.getByText('The page has not reported its invoked actors yet.')).toBeVisible();
    cleanup();
    show({ persistedSnapshot: snapshotIn(contactFlow, 'idle') });
    expect(screen.getByText('No invoked actor is running.')).toBeVisible();
  });

  test('fires the first timer, and names the others', () => {
    const sendCommand = show();
    click('Fire sendTimeout (30 s) now');
    expect(sendCommand.mock.calls).toEqual([[{ type: 'fireTimer', session: 'contact:1' }]]);
    expect(screen.queryByText(/^then /)).toBeNull();
    cleanup();
    const machine = createMachine({
      initial: 'waiting',
      states: { waiting: { after: { 5000: 'done', 1500: 'done', 20000: 'done' } }, done: {} },
    });
    show({ flow: { ...contactFlow, page: null, machine }, persistedSnapshot: persisted('waiting') });
    expect(button('Fire 1500 (1.5 s) now')).not.toHaveAttribute('aria-disabled');
    expect(screen.getByText(/^then /)).toHaveTextContent(/^then 5000 \(5 s\), 20000 \(20 s\)$/);
  });

  test.each<[string, PersistedSnapshot]>([
    ['where none runs', snapshotIn(contactFlow, 'idle')],
    ['where the machine has stopped', { ...submitting, status: 'error' }],
  ])('fires no timer %s', (_, persistedSnapshot) => {
    const sendCommand = show({ persistedSnapshot });
    click('No timer runs');
    expect(sendCommand).not.toHaveBeenCalled();
  });

  test.each([{ persistedSnapshot: null }, { session: null }])(
    'is none where the flow does not run: %o',
    (props) => {
      show(props);
      expect(screen.getByText('The flow does not run on the page that is followed.')).toBeVisible();
      expect(headings()).not.toContain('Invoked actors');
    },
  );

  test('has the settings of the page only where there is one', () => {
    show();
    expect(headings()).toContain('Network and browser of the page');
    cleanup();
    show({
      flow: { ...scholarshipTermsFlow, page: null },
      persistedSnapshot: persisted('hidden'),
    });
    expect(headings()).toEqual(['Invoked actors', 'Timers']);
  });
});
