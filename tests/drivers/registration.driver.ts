import { registrationCases } from '../../machines/registration/registration.cases.ts';
import type { RegistrationValues } from '../../machines/registration/registration.types.ts';
import { checks } from '../../src/flows/checks.ts';
import { defineDriver } from './driver.ts';
import { fillFields, textSetters } from './fillFields.ts';
import type { PageDriver } from './pageDriver.ts';

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

/** The time after which the page reports that a payment window has vanished. Milliseconds. */
const VANISHED_AFTER = 2_000;

const CHECK = 'Check my payment';

/** The name of the submit button. After a decline it stands before the button that checks. */
const submitName = async ({ screen }: PageDriver): Promise<string | RegExp> =>
  /declined|paymentFailed/.test((await screen.state()) ?? '')
    ? 'Pay again'
    : /^(Register and pay ₹2000|Check my payment|Complete the registration)$/;

const { outcomes } = registrationCases;

const respondWithOrder =
  (
    name: Exclude<
      keyof typeof outcomes.createOrder,
      'a payment being confirmed' | 'refused by the server' | 'cannot be reached'
    >,
  ) =>
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

const respondAboutReceipt =
  (reply: Parameters<PageDriver['network']['reply']>[1]) =>
  ({ network }: PageDriver) =>
    network.reply('/api/receipt', reply);

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
    submitted: async (page, _, name) => {
      const button = await submitName(page);
      await (name === 'by a double click' ? page.user.pressTwice(button) : page.user.press(button));
    },
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
    checkRequested: ({ user }) => user.press(CHECK),
    returnedToForm: ({ user }) => user.press('The payment window is not there'),
    anotherStudentStarted: ({ user }) => user.press('Register another student'),
    receiptCleared: ({ user }) => user.press('Clear this page'),
  },
  multiEventTypes: ['changed'],
  outcomes: {
    createOrder: {
      'an open order': respondWithOrder('an open order'),
      'another open order': respondWithOrder('another open order'),
      'an order in place of all others': respondWithOrder('an order in place of all others'),
      'an order that is paid': respondWithOrder('an order that is paid'),
      'a payment being confirmed': ({ network }) => {
        const { beingConfirmed } = outcomes.createOrder['a payment being confirmed'].output;
        const json = { success: false, error: beingConfirmed, paymentStatus: 'authorized' };
        return network.reply('/create-order', { status: 409, json });
      },
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
      'of a payment that was refunded': ({ network }) => {
        const { message } = outcomes.register['of a payment that was refunded'].output;
        const json = { success: false, error: message, paymentStatus: 'refunded' };
        return network.reply('/api/register', { status: 409, json });
      },
      'refused by the server': respondWithRefusal(
        '/api/register',
        outcomes.register['refused by the server'].error,
      ),
      'cannot be reached': ({ network }) => network.reply('/api/register', 'disconnected'),
    },
    checkReceipt: {
      'still paid': respondAboutReceipt({ status: 200, json: { success: true, paymentStatus: 'paid' } }),
      'refunded meanwhile': respondAboutReceipt({
        status: 200,
        json: { success: true, paymentStatus: 'refunded' },
      }),
      'a service that does not know it': respondAboutReceipt({ status: 404, json: { success: false } }),
      'cannot be reached': respondAboutReceipt('disconnected'),
    },
  },
  checks: checks.registration,
});
