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
import type { PageDriver, ScreenDriver } from './pageDriver.ts';

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

/** The time after which the page reports that a payment window has vanished. Milliseconds. */
const VANISHED_AFTER = 2_000;

const PAY = 'Register and pay ₹2000';
const COMPLETE = 'Complete the registration';
const SUBMIT = /^(Register and pay ₹2000|Complete the registration)$/;

async function expectFormValues(screen: ScreenDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  expect(await screen.formValues()).toEqual(contextOf(snapshot).values);
}

async function expectPayable({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  await expectFormValues(screen, snapshot);
  await screen.expectText('Course Fee: ₹2000 Only');
  await screen.expectButton(PAY, { isEnabled: true });
}

const expectBusy =
  (button = 'Processing…') =>
  async ({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
    await expectFormValues(screen, snapshot);
    await screen.expectButton(button, { isEnabled: false });
  };

const expectFailure =
  (message: string | null, pattern = /./) =>
  async (page: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> => {
    await expectPayable(page, snapshot);
    const { alert } = contextOf(snapshot);
    if (message !== null && alert !== null) expect(alert).toBe(message);
    if (alert !== null) expect(alert).toMatch(pattern);
    if (alert !== null) await page.screen.expectText(alert);
  };

async function expectProblem({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  const { problem: broken } = contextOf(snapshot);
  if (!broken) throw new Error('an invalid form has a problem');
  await expectFormValues(screen, snapshot);
  await screen.expectText(broken.message);
}

async function expectPaid({ screen }: PageDriver, snapshot: AnyMachineSnapshot): Promise<void> {
  await expectFormValues(screen, snapshot);
  await screen.expectNoText('Course Fee: ₹2000 Only');
  await screen.expectButton(COMPLETE, { isEnabled: true });
}

const FORM = 'registration-form';
const BUTTON = 'registration-submit';
const WINDOW = 'payment-window';

const focusOnForm: FocusRule = () => FORM;

const focusWhenEditable = firstOf(movedTo(FORM, 'alertDismissed'), returnedFrom(FORM, BUTTON));

/** The focus is on the payment window when it closes, or on the form whose message was closed meanwhile. */
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
  ({ network }: PageDriver) =>
    network.reply('/create-order', {
      status: 200,
      json: { success: true, order: outcomes.createOrder[name].output },
    });

const respondWithRefusal =
  (path: string, error: Error) =>
  ({ network }: PageDriver) =>
    network.reply(path, { status: 503, json: { success: false, error: error.message } });

const respondWithFieldRefusal =
  (name: 'refused for a field') =>
  ({ network }: PageDriver) => {
    const { field, message } = outcomes.register[name].output;
    return network.reply('/api/register', { status: 400, json: { success: false, error: message, field } });
  };

export const registrationDriver = defineDriver(registrationCases, {
  events: {
    draftFound: async ({ browser }, { draft }) => {
      await browser.saveDraft('registration', draft);
      await browser.open('/register-re');
    },
    changed: ({ screen, user }, { values }) =>
      fillFields(screen, values, [
        ...textSetters(user, values, labels),
        ['grade', () => user.selectOption('Grade', values.grade)],
        ['course', () => user.selectOption('Course', values.course)],
        ['acceptTerms', () => user.setChecked(TERMS, values.acceptTerms)],
      ]),
    submitted: ({ user }, _, name) =>
      name === 'by a double click' ? user.pressTwice(SUBMIT) : user.press(SUBMIT),
    alertDismissed: ({ user }) => user.press('Close this message'),
    paymentSucceeded: ({ checkout }, payment) => checkout.perform({ type: 'pay', ...payment }),
    paymentUnclear: ({ checkout }, _, name) =>
      checkout.perform({
        type: 'unclear',
        about: name === 'a success without a payment' ? 'no payment' : 'another order',
      }),
    paymentFailed: ({ checkout }, { description }) => checkout.perform({ type: 'fail', description }),
    checkoutDismissed: ({ checkout }) => checkout.perform({ type: 'dismiss' }),
    checkoutVanished: async ({ checkout, clock }) => {
      await checkout.perform({ type: 'vanish' });
      await clock.advance(VANISHED_AFTER);
    },
    returnedToForm: ({ user }) => user.press('The payment window is not there'),
    anotherStudentStarted: ({ user }) => user.press('Register another student'),
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
      'cannot be reached': ({ network }) => network.reply('/create-order', 'disconnected'),
    },
    loadCheckout: {
      loaded: ({ checkout }) => checkout.replyForScript('loaded'),
      'without its global': ({ checkout }) => checkout.replyForScript('without its global'),
      'not loaded': ({ checkout }) => checkout.replyForScript('not loaded'),
    },
    checkout: { 'cannot be opened': { prearranged: ({ checkout }) => checkout.breakNextWindow() } },
    register: {
      stored: ({ network }) => network.reply('/api/register', { status: 200, json: { success: true } }),
      'stored, and paid before': ({ network }) =>
        network.reply('/api/register', { status: 200, json: { success: true, surplus: true } }),
      'refused for a field': respondWithFieldRefusal('refused for a field'),
      'refused for the e-mail address': ({ network }) =>
        // A hosted service names no field: the page knows its sentence.
        network.reply('/api/register', {
          status: 400,
          json: { success: false, error: outcomes.register['refused for the e-mail address'].output.message },
        }),
      'refused by the server': respondWithRefusal(
        '/api/register',
        outcomes.register['refused by the server'].error,
      ),
      'cannot be reached': ({ network }) => network.reply('/api/register', 'disconnected'),
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
    'paying.formShown.declined': firstOf(movedTo(FORM, 'alertDismissed'), (input) =>
      input.previousFocus === WINDOW ? movedTo(WINDOW, 'paymentFailed')(input) : null,
    ),
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
    'loadingCheckout.requesting.slow': async (page, snapshot) => {
      await expectBusy()(page, snapshot);
      await page.screen.expectText('The payment window is taking longer than usual to load. Please wait.');
    },
    'loadingCheckout.waitingToRetry': async (page, snapshot) => {
      await expectBusy()(page, snapshot);
      await page.screen.expectText('The payment window did not load. Trying again…');
    },
    'paying.open': expectBusy('Waiting for the payment…'),
    'paying.formShown.declined': expectFailure(
      null,
      /^Payment failed: (Your payment was declined by the bank\.|the payment provider gave no reason\. Please try again\.)$/,
    ),
    'paying.formShown.vanished': expectFailure(registrationMessages.vanished),
    registering: expectBusy('Saving the registration…'),
    'paid.unregistered': expectPaid,
    'paid.invalid': async (page, snapshot) => {
      await expectProblem(page, snapshot);
      await page.screen.expectButton('Complete the registration', { isEnabled: true });
    },
    'paid.fieldRefused': async (page, snapshot) => {
      await expectProblem(page, snapshot);
      await page.screen.expectNoText('Course Fee: ₹2000 Only');
      await page.screen.expectButton(COMPLETE, { isEnabled: true });
    },
    registered: async ({ screen }, snapshot) => {
      await screen.expectText('Registration Successful!');
      await screen.expectText('Your payment was processed successfully.');
      await screen.expectText('Thank you for registering. You will receive a confirmation email shortly.');
      await screen.expectButton('Register another student', { isEnabled: true });
      const { registered } = contextOf(snapshot);
      await screen[registered?.isPaidTwice ? 'expectText' : 'expectNoText'](receiptText.paidTwice);
    },
  },
});
