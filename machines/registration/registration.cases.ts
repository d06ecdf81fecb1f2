import type { Cases } from '../paths/flow.ts';
import type { registrationMachine } from './registration.machine.ts';
import { messages } from './registration.messages.ts';
import { FEE, firstProblem, isOfTheFee } from './registration.rules.ts';
import type { registrationActors } from './registration.setup.ts';
import type { Order, OwnOrder, RegistrationValues } from './registration.types.ts';

const right: RegistrationValues = {
  name: 'Asha Verma',
  father: 'Ramesh Verma',
  mother: 'Sunita Verma',
  grade: '8th',
  course: 'Math Problem Solving',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Jaipur',
  refrence: '9123456780',
  refrenceSt: '9123456781',
  acceptTerms: true,
};

const order: Order = { id: 'order_open', amount: FEE.paise, currency: FEE.currency, key: 'rzp_test_key' };
const paidOrder: Order = { ...order, id: 'order_paid', paymentId: 'pay_before' };
const ownOrder: OwnOrder = { ...order, email: right.email };
const draft = { values: right, order: null, paymentId: null, signature: null, registered: null };
const paidDraft = { ...draft, order: ownOrder, paymentId: 'pay_before', signature: 'signed before' };
const registered = { registeredOn: '2026-06-01', isPaidTwice: false };

/** One broken rule stands for all where it does not matter which one it is. */
const everywhere = new Set(['everything right', 'another e-mail address', 'no city']);

/** The alphabet of the registration. Each `changed` case sets every field, so that the last one decides. */
export const registrationCases = {
  events: {
    draftFound: {
      'values kept': { draft },
      'an order kept': { draft: { ...draft, order: ownOrder } },
      'an order of another fee kept': { draft: { ...draft, order: { ...ownOrder, amount: 150_000 } } },
      'a payment kept': { draft: paidDraft },
      'a registration kept': { draft: { ...paidDraft, registered } },
    },
    changed: {
      'everything right': { values: right },
      'phones pasted with country code': {
        values: {
          ...right,
          phone: '+91 98765-43210',
          refrence: '+91 91234 56780',
          refrenceSt: '091234 56781',
        },
      },
      'another e-mail address': { values: { ...right, email: 'asha.verma@example.org' } },
      'only spaces as name': { values: { ...right, name: '   ' } },
      'a tab in the name': { values: { ...right, name: 'Asha\tVerma' } },
      'no father name': { values: { ...right, father: '' } },
      'no mother name': { values: { ...right, mother: '' } },
      'no grade': { values: { ...right, grade: '' } },
      'no course': { values: { ...right, course: '' } },
      'phone of nine digits': { values: { ...right, phone: '987654321' } },
      'phone of another country': { values: { ...right, phone: '+44 7911 123456' } },
      'e-mail address without a dot': { values: { ...right, email: 'asha@example' } },
      'no city': { values: { ...right, city: '' } },
      "parent's phone of nine digits": { values: { ...right, refrence: '912345678' } },
      "second parent's phone of nine digits": { values: { ...right, refrenceSt: '912345678' } },
      'terms not accepted': { values: { ...right, acceptTerms: false } },
    },
    submitted: { 'by the button': {}, 'by a double click': {} },
    alertDismissed: { 'by its close button': {} },
    paymentSucceeded: {
      'the customer pays': { paymentId: 'pay_now', signature: 'signed' },
      'without a signature': { paymentId: 'pay_now', signature: null },
    },
    paymentUnclear: { 'a success without a payment': {}, 'a success for another order': {} },
    paymentFailed: {
      'the bank refuses': { description: 'Your payment was declined by the bank.' },
      'without a reason': { description: '' },
    },
    checkoutDismissed: { 'the customer closes the window': {} },
    checkoutVanished: { 'the window dies without a word': {} },
    returnedToForm: { 'by the way back': {} },
    anotherStarted: { 'by the button': {} },
  },
  outcomes: {
    createOrder: {
      'an open order': { output: order },
      'another open order': { output: { ...order, id: 'order_other' } },
      'an order that is paid': { output: paidOrder },
      'an order of 2000 paise': { output: { ...order, amount: FEE.rupees } },
      'an order in dollars': { output: { ...order, currency: 'USD' } },
      'an order without an id': { output: { ...order, id: '' } },
      'refused by the server': { error: new Error('Orders cannot be created at the moment.') },
      'cannot be reached': { error: new Error(messages.unreachable) },
    },
    loadCheckout: {
      loaded: { output: { usable: true } },
      'without its global': { output: { usable: false } },
      'not loaded': { error: new Error('The script did not load.') },
    },
    checkout: {
      'cannot be opened': { error: new Error('Cannot be opened.') },
    },
    register: {
      stored: { output: registered },
      'stored, and paid before': { output: { ...registered, isPaidTwice: true } },
      'refused for a field': { output: { field: 'city', message: 'The city is not known to us.' } },
      'refused for the e-mail address': { output: { field: 'email', message: 'Valid email is required.' } },
      'refused by the server': { error: new Error('Registrations cannot be stored at the moment.') },
      'cannot be reached': { error: new Error(messages.unreachable) },
    },
  },
  where: (of, name, snapshot) => {
    // The window opens or throws at once.
    if (of === 'checkout') return snapshot.matches({ paying: 'open' });
    if (of !== 'changed' || everywhere.has(name)) return true;
    return snapshot.context.order === null && snapshot.matches('editing');
  },
  choices: ['grade', 'course'],
  project: ({ values, order, paymentId, problem, failure, inDoubt, tries }) => ({
    form: firstProblem(values)?.field ?? (order && order.email !== values.email ? 'another' : 'right'),
    email: values.email,
    order: order?.email ?? null,
    isOfTheFee: order === null || isOfTheFee(order),
    inDoubt,
    paid: paymentId !== null,
    problem: problem?.field ?? null,
    failed: failure !== null,
    tries,
  }),
} satisfies Cases<typeof registrationMachine, typeof registrationActors>;
