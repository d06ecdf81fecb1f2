import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { messages } from '../../machines/registration/registration.messages.ts';
import type {
  RegistrationContext,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { receiptText } from '../../src/content/registration.ts';
import { defineDriver } from './driver.ts';
import { fillIn, typing } from './fillIn.ts';
import { back, either, isEvent, on, type Where } from './focus.ts';
import type { Hands } from './hands.ts';

const TERMS = /I accept the terms and conditions/;

const labels = {
  name: 'Full Name',
  father: 'Father Name',
  mother: 'Mother Name',
  phone: 'Phone',
  email: 'Email',
  city: 'City',
  refrence: "Parent's Phone",
  refrenceSt: "Second Parent's Phone",
} satisfies Partial<Record<keyof RegistrationValues, string>>;

const contextOf = (snapshot: AnyMachineSnapshot): RegistrationContext => snapshot.context;

/** The time the page waits before it says that a payment window has gone. Milliseconds. */
const GRACE = 2_000;

const PAY = 'Register and pay ₹2000';
const COMPLETE = 'Complete the registration';
const SUBMIT = /^(Register and pay ₹2000|Complete the registration)$/;

async function form(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  expect(await hands.formValues()).toEqual(contextOf(snapshot).values);
}

async function payable(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  await form(hands, snapshot);
  await hands.sees('Course Fee: ₹2000 Only');
  await hands.seesButton(PAY, { press: true });
}

const busy =
  (button = 'Processing…') =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    await form(hands, snapshot);
    await hands.seesButton(button, { press: false });
  };

const failed =
  (message: string | null, pattern = /./) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    await payable(hands, snapshot);
    const { failure } = contextOf(snapshot);
    if (message !== null && failure !== null) expect(failure).toBe(message);
    if (failure !== null) expect(failure).toMatch(pattern);
    if (failure !== null) await hands.sees(failure);
  };

async function problem(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { problem: broken } = contextOf(snapshot);
  if (!broken) throw new Error('an invalid form has a problem');
  await form(hands, snapshot);
  await hands.sees(broken.message);
}

async function paid(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  await form(hands, snapshot);
  await hands.seesNot('Course Fee: ₹2000 Only');
  await hands.seesButton(COMPLETE, { press: true });
}

const FORM = 'registration-form';
const BUTTON = 'registration-submit';
const WINDOW = 'payment-window';

const working: Where = () => FORM;

const editable = either(on(FORM, 'alertDismissed'), back(FORM, BUTTON));

/** The window had the focus, or the form whose message was closed meanwhile. */
const afterWindow: Where = (moment) => {
  const isGone = isEvent(
    moment.after,
    'checkoutDismissed',
    'checkoutVanished',
    'paymentUnclear',
    'returnedToForm',
  );
  return isGone && [WINDOW, FORM].includes(moment.had) ? BUTTON : editable(moment);
};

const onProblem: Where = ({ after, snapshot }) =>
  isEvent(after, 'submitted', 'paymentSucceeded')
    ? `registration-${contextOf(snapshot).problem?.field}`
    : null;

const onRefusal: Where = ({ after, snapshot }) =>
  after?.kind === 'outcome' ? `registration-${contextOf(snapshot).problem?.field}` : null;

const { outcomes } = registrationCases;

const ordered =
  (name: Exclude<keyof typeof outcomes.createOrder, 'refused by the server' | 'cannot be reached'>) =>
  (hands: Hands) =>
    hands.answer('/create-order', {
      status: 200,
      json: { success: true, order: outcomes.createOrder[name].output },
    });

const refused = (path: string, error: Error) => (hands: Hands) =>
  hands.answer(path, { status: 503, json: { success: false, error: error.message } });

const refusedFor = (name: 'refused for a field') => (hands: Hands) => {
  const { field, message } = outcomes.register[name].output;
  return hands.answer('/api/register', { status: 400, json: { success: false, error: message, field } });
};

export const registrationDriver = defineDriver(registrationCases, {
  page: '/register-re',
  events: {
    draftFound: async (hands, { draft }) => {
      await hands.keepDraft('registration', draft);
      await hands.open('/register-re');
    },
    changed: (hands, { values }) =>
      fillIn(hands, values, [
        ...typing(hands, values, labels),
        ['grade', () => hands.choose('Grade', values.grade)],
        ['course', () => hands.choose('Course', values.course)],
        ['acceptTerms', () => hands.tick(TERMS, values.acceptTerms)],
      ]),
    submitted: (hands, _, name) =>
      name === 'by a double click' ? hands.pressTwice(SUBMIT) : hands.press(SUBMIT),
    alertDismissed: (hands) => hands.press('Close this message'),
    paymentSucceeded: (hands, payment) => hands.inCheckout({ type: 'pay', ...payment }),
    paymentUnclear: (hands, _, name) =>
      hands.inCheckout({
        type: 'unclear',
        about: name === 'a success without a payment' ? 'no payment' : 'another order',
      }),
    paymentFailed: (hands, { description }) => hands.inCheckout({ type: 'fail', description }),
    checkoutDismissed: (hands) => hands.inCheckout({ type: 'dismiss' }),
    checkoutVanished: async (hands) => {
      await hands.inCheckout({ type: 'vanish' });
      await hands.pass(GRACE);
    },
    returnedToForm: (hands) => hands.press('The payment window is not there'),
    anotherStarted: (hands) => hands.press('Register another student'),
  },
  inParts: ['changed'],
  outcomes: {
    createOrder: {
      'an open order': ordered('an open order'),
      'another open order': ordered('another open order'),
      'an order that is paid': ordered('an order that is paid'),
      'an order of 2000 paise': ordered('an order of 2000 paise'),
      'an order in dollars': ordered('an order in dollars'),
      'an order without an id': ordered('an order without an id'),
      'refused by the server': refused('/create-order', outcomes.createOrder['refused by the server'].error),
      'cannot be reached': (hands) => hands.answer('/create-order', 'disconnected'),
    },
    loadCheckout: {
      loaded: (hands) => hands.answerScript('loaded'),
      'without its global': (hands) => hands.answerScript('without its global'),
      'not loaded': (hands) => hands.answerScript('not loaded'),
    },
    checkout: { 'cannot be opened': { ahead: (hands) => hands.breakCheckout() } },
    register: {
      stored: (hands) => hands.answer('/api/register', { status: 200, json: { success: true } }),
      'stored, and paid before': (hands) =>
        hands.answer('/api/register', { status: 200, json: { success: true, surplus: true } }),
      'refused for a field': refusedFor('refused for a field'),
      'refused for the e-mail address': (hands) =>
        // A hosted service names no field: its sentence is known.
        hands.answer('/api/register', {
          status: 400,
          json: { success: false, error: outcomes.register['refused for the e-mail address'].output.message },
        }),
      'refused by the server': refused('/api/register', outcomes.register['refused by the server'].error),
      'cannot be reached': (hands) => hands.answer('/api/register', 'disconnected'),
    },
  },
  focus: {
    'editing.ready': on(FORM, 'alertDismissed', 'anotherStarted'),
    'editing.invalid': onProblem,
    'editing.orderFailed': editable,
    'editing.orderRefused': editable,
    'editing.unreachable': editable,
    'editing.unusable': editable,
    'editing.blocked': editable,
    'editing.paymentFailed': afterWindow,
    'editing.dismissed': afterWindow,
    'editing.unclear': afterWindow,
    'editing.interrupted': editable,
    creatingOrder: working,
    'loadingCheckout.requesting.prompt': working,
    'loadingCheckout.requesting.slow': working,
    'loadingCheckout.pausing': working,
    'paying.open': () => WINDOW,
    'paying.back.declined': either(on(FORM, 'alertDismissed'), on(WINDOW, 'paymentFailed')),
    'paying.back.vanished': afterWindow,
    registering: working,
    'paid.unregistered': back(FORM, BUTTON),
    'paid.invalid': onProblem,
    'paid.refused': onRefusal,
    registered: () => 'h1',
  },
  states: {
    'editing.ready': payable,
    'editing.invalid': problem,
    'editing.orderFailed': failed(null),
    'editing.orderRefused': failed(messages.orderOfAnotherFee),
    'editing.unreachable': failed(messages.checkoutUnreachable),
    'editing.unusable': failed(messages.checkoutUnusable),
    'editing.blocked': failed(messages.checkoutBlocked),
    'editing.paymentFailed': failed(
      null,
      /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/,
    ),
    'editing.dismissed': failed(messages.dismissed),
    'editing.unclear': failed(messages.unclear),
    'editing.interrupted': failed(messages.interrupted),
    creatingOrder: busy(),
    'loadingCheckout.requesting.prompt': busy(),
    'loadingCheckout.requesting.slow': async (hands, snapshot) => {
      await busy()(hands, snapshot);
      await hands.sees('The payment window is taking longer than usual to load. Please wait.');
    },
    'loadingCheckout.pausing': async (hands, snapshot) => {
      await busy()(hands, snapshot);
      await hands.sees('The payment window did not load. Trying again…');
    },
    'paying.open': busy('Waiting for the payment…'),
    'paying.back.declined': failed(
      null,
      /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/,
    ),
    'paying.back.vanished': failed(messages.vanished),
    registering: busy('Saving the registration…'),
    'paid.unregistered': paid,
    'paid.invalid': async (hands, snapshot) => {
      await problem(hands, snapshot);
      await hands.seesButton('Complete the registration', { press: true });
    },
    'paid.refused': async (hands, snapshot) => {
      await problem(hands, snapshot);
      await hands.seesNot('Course Fee: ₹2000 Only');
      await hands.seesButton(COMPLETE, { press: true });
    },
    registered: async (hands, snapshot) => {
      await hands.sees('Registration Successful!');
      await hands.sees('Your payment was processed successfully.');
      await hands.sees('Thank you for registering. You will receive a confirmation email shortly.');
      await hands.seesButton('Register another student', { press: true });
      const { registered } = contextOf(snapshot);
      await hands[registered?.isPaidTwice ? 'sees' : 'seesNot'](receiptText.paidTwice);
    },
  },
});
