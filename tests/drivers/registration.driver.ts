import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import type {
  RegistrationContext,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { receiptText } from '../../src/content/registration.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import { type FocusRule, firstOf, isEvent, movedTo, returnedFrom } from './focus.ts';
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
const VANISHED_AFTER = 2_000;

const PAY = 'Register and pay ₹2000';
const COMPLETE = 'Complete the registration';
const SUBMIT = /^(Register and pay ₹2000|Complete the registration)$/;

async function expectFormValues(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  expect(await hands.formValues()).toEqual(contextOf(snapshot).values);
}

async function expectPayable(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  await expectFormValues(hands, snapshot);
  await hands.sees('Course Fee: ₹2000 Only');
  await hands.seesButton(PAY, { press: true });
}

const expectBusy =
  (button = 'Processing…') =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    await expectFormValues(hands, snapshot);
    await hands.seesButton(button, { press: false });
  };

const expectFailure =
  (message: string | null, pattern = /./) =>
  async (hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> => {
    await expectPayable(hands, snapshot);
    const { alert } = contextOf(snapshot);
    if (message !== null && alert !== null) expect(alert).toBe(message);
    if (alert !== null) expect(alert).toMatch(pattern);
    if (alert !== null) await hands.sees(alert);
  };

async function expectProblem(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  const { problem: broken } = contextOf(snapshot);
  if (!broken) throw new Error('an invalid form has a problem');
  await expectFormValues(hands, snapshot);
  await hands.sees(broken.message);
}

async function expectPaid(hands: Hands, snapshot: AnyMachineSnapshot): Promise<void> {
  await expectFormValues(hands, snapshot);
  await hands.seesNot('Course Fee: ₹2000 Only');
  await hands.seesButton(COMPLETE, { press: true });
}

const FORM = 'registration-form';
const BUTTON = 'registration-submit';
const WINDOW = 'payment-window';

const focusOnForm: FocusRule = () => FORM;

const focusWhenEditable = firstOf(movedTo(FORM, 'alertDismissed'), returnedFrom(FORM, BUTTON));

/** The window had the focus, or the form whose message was closed meanwhile. */
const focusAfterWindow: FocusRule = (moment) => {
  const isGone = isEvent(
    moment.after,
    'checkoutDismissed',
    'checkoutVanished',
    'paymentUnclear',
    'returnedToForm',
  );
  return isGone && [WINDOW, FORM].includes(moment.previousFocus) ? BUTTON : focusWhenEditable(moment);
};

const focusOnProblem: FocusRule = ({ after, snapshot }) =>
  isEvent(after, 'submitted', 'paymentSucceeded')
    ? `registration-${contextOf(snapshot).problem?.field}`
    : null;

const focusOnRefusedField: FocusRule = ({ after, snapshot }) =>
  after?.kind === 'outcome' ? `registration-${contextOf(snapshot).problem?.field}` : null;

const { outcomes } = registrationCases;

const respondWithOrder =
  (name: Exclude<keyof typeof outcomes.createOrder, 'refused by the server' | 'cannot be reached'>) =>
  (hands: Hands) =>
    hands.answer('/create-order', {
      status: 200,
      json: { success: true, order: outcomes.createOrder[name].output },
    });

const respondWithRefusal = (path: string, error: Error) => (hands: Hands) =>
  hands.answer(path, { status: 503, json: { success: false, error: error.message } });

const respondWithFieldRefusal = (name: 'refused for a field') => (hands: Hands) => {
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
      fillFields(hands, values, [
        ...textSetters(hands, values, labels),
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
      await hands.pass(VANISHED_AFTER);
    },
    returnedToForm: (hands) => hands.press('The payment window is not there'),
    anotherStudentStarted: (hands) => hands.press('Register another student'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    createOrder: {
      'an open order': respondWithOrder('an open order'),
      'another open order': respondWithOrder('another open order'),
      'an order that is paid': respondWithOrder('an order that is paid'),
      'an order of 2000 paise': respondWithOrder('an order of 2000 paise'),
      'an order in dollars': respondWithOrder('an order in dollars'),
      'an order without an id': respondWithOrder('an order without an id'),
      'refused by the server': respondWithRefusal(
        '/create-order',
        outcomes.createOrder['refused by the server'].error,
      ),
      'cannot be reached': (hands) => hands.answer('/create-order', 'disconnected'),
    },
    loadCheckout: {
      loaded: (hands) => hands.answerScript('loaded'),
      'without its global': (hands) => hands.answerScript('without its global'),
      'not loaded': (hands) => hands.answerScript('not loaded'),
    },
    checkout: { 'cannot be opened': { prearranged: (hands) => hands.breakCheckout() } },
    register: {
      stored: (hands) => hands.answer('/api/register', { status: 200, json: { success: true } }),
      'stored, and paid before': (hands) =>
        hands.answer('/api/register', { status: 200, json: { success: true, surplus: true } }),
      'refused for a field': respondWithFieldRefusal('refused for a field'),
      'refused for the e-mail address': (hands) =>
        // A hosted service names no field: its sentence is known.
        hands.answer('/api/register', {
          status: 400,
          json: { success: false, error: outcomes.register['refused for the e-mail address'].output.message },
        }),
      'refused by the server': respondWithRefusal(
        '/api/register',
        outcomes.register['refused by the server'].error,
      ),
      'cannot be reached': (hands) => hands.answer('/api/register', 'disconnected'),
    },
  },
  focus: {
    'editing.idle': movedTo(FORM, 'alertDismissed', 'anotherStudentStarted'),
    'editing.invalid': focusOnProblem,
    'editing.orderFailed': focusWhenEditable,
    'editing.orderInvalid': focusWhenEditable,
    'editing.unreachable': focusWhenEditable,
    'editing.unusable': focusWhenEditable,
    'editing.blocked': focusWhenEditable,
    'editing.paymentFailed': focusAfterWindow,
    'editing.dismissed': focusAfterWindow,
    'editing.unclear': focusAfterWindow,
    'editing.interrupted': focusWhenEditable,
    creatingOrder: focusOnForm,
    'loadingCheckout.requesting.onTime': focusOnForm,
    'loadingCheckout.requesting.slow': focusOnForm,
    'loadingCheckout.waitingToRetry': focusOnForm,
    'paying.open': () => WINDOW,
    'paying.formShown.declined': firstOf(movedTo(FORM, 'alertDismissed'), movedTo(WINDOW, 'paymentFailed')),
    'paying.formShown.vanished': focusAfterWindow,
    registering: focusOnForm,
    'paid.unregistered': returnedFrom(FORM, BUTTON),
    'paid.invalid': focusOnProblem,
    'paid.fieldRefused': focusOnRefusedField,
    registered: () => 'h1',
  },
  states: {
    'editing.idle': expectPayable,
    'editing.invalid': expectProblem,
    'editing.orderFailed': expectFailure(null),
    'editing.orderInvalid': expectFailure(registrationMessages.orderInvalid),
    'editing.unreachable': expectFailure(registrationMessages.checkoutUnreachable),
    'editing.unusable': expectFailure(registrationMessages.checkoutUnusable),
    'editing.blocked': expectFailure(registrationMessages.checkoutBlocked),
    'editing.paymentFailed': expectFailure(
      null,
      /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/,
    ),
    'editing.dismissed': expectFailure(registrationMessages.dismissed),
    'editing.unclear': expectFailure(registrationMessages.unclear),
    'editing.interrupted': expectFailure(registrationMessages.interrupted),
    creatingOrder: expectBusy(),
    'loadingCheckout.requesting.onTime': expectBusy(),
    'loadingCheckout.requesting.slow': async (hands, snapshot) => {
      await expectBusy()(hands, snapshot);
      await hands.sees('The payment window is taking longer than usual to load. Please wait.');
    },
    'loadingCheckout.waitingToRetry': async (hands, snapshot) => {
      await expectBusy()(hands, snapshot);
      await hands.sees('The payment window did not load. Trying again…');
    },
    'paying.open': expectBusy('Waiting for the payment…'),
    'paying.formShown.declined': expectFailure(
      null,
      /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/,
    ),
    'paying.formShown.vanished': expectFailure(registrationMessages.vanished),
    registering: expectBusy('Saving the registration…'),
    'paid.unregistered': expectPaid,
    'paid.invalid': async (hands, snapshot) => {
      await expectProblem(hands, snapshot);
      await hands.seesButton('Complete the registration', { press: true });
    },
    'paid.fieldRefused': async (hands, snapshot) => {
      await expectProblem(hands, snapshot);
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
