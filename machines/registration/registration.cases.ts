import type { Cases } from '../paths/index.ts';
import type { registrationMachine } from './registration.machine.ts';
import { registrationMessages } from './registration.messages.ts';
import { courses, emptyValues, FEE, firstProblem, grades, isOrderValid } from './registration.rules.ts';
import type { registrationActors } from './registration.setup.ts';
import type { Order, OrderWithEmail, RegistrationValues } from './registration.types.ts';

const validValues: RegistrationValues = {
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
const formerFee = 150_000;
const paidOrder: Order = { ...order, id: 'order_paid', amount: formerFee, paymentId: 'pay_before' };
const ownOrder: OrderWithEmail = { ...order, email: validValues.email };
const draft = { values: validValues, order: null, paymentId: null, signature: null, registered: null };
const paidDraft = { ...draft, order: ownOrder, paymentId: 'pay_before', signature: 'signed before' };
const registered = { registeredOn: '2026-06-01', isPaidTwice: false };

const { name, grade, course } = validValues;
const receipt = {
  ...draft,
  values: { ...emptyValues, name, grade, course },
  paymentId: 'pay_before',
  registered: { ...registered, amount: formerFee },
};

/** Event cases and outcomes of the registration. Each `changed` case sets every field, so that the last one decides. */
export const registrationCases = {
  events: {
    draftFound: {
      'values saved': { draft },
      'an order saved': { draft: { ...draft, order: ownOrder } },
      'an order of another fee saved': { draft: { ...draft, order: { ...ownOrder, amount: 150_000 } } },
      'a payment saved': { draft: paidDraft },
      'a registration saved': { draft: receipt },
    },
    changed: {
      'everything valid': { values: validValues },
      'phones pasted with country code': {
        values: {
          ...validValues,
          phone: '+91 98765-43210',
          refrence: '+91 91234 56780',
          refrenceSt: '091234 56781',
        },
      },
      'another e-mail address': { values: { ...validValues, email: 'asha.verma@example.org' } },
      'only spaces as name': { values: { ...validValues, name: '   ' } },
      'a tab in the name': { values: { ...validValues, name: 'Asha\tVerma' } },
      'no father name': { values: { ...validValues, father: '' } },
      'no mother name': { values: { ...validValues, mother: '' } },
      'no grade': { values: { ...validValues, grade: '' } },
      'no course': { values: { ...validValues, course: '' } },
      'phone of nine digits': { values: { ...validValues, phone: '987654321' } },
      'phone of another country': { values: { ...validValues, phone: '+44 7911 123456' } },
      'e-mail address without a dot': { values: { ...validValues, email: 'asha@example' } },
      'no city': { values: { ...validValues, city: '' } },
      "parent's phone of nine digits": { values: { ...validValues, refrence: '912345678' } },
      "second parent's phone of nine digits": { values: { ...validValues, refrenceSt: '912345678' } },
      'terms not accepted': { values: { ...validValues, acceptTerms: false } },
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
      'the order is paid already': { description: 'This order has already been paid.' },
    },
    checkoutDismissed: { 'the customer closes the window': {} },
    checkoutVanished: { 'the window closes without an event': {} },
    checkRequested: { 'by the button': {} },
    returnedToForm: { 'by the link to the form': {} },
    anotherStudentStarted: { 'by the button': {} },
    receiptCleared: { 'by the button': {} },
  },
  outcomes: {
    createOrder: {
      'an open order': { output: order },
      'another open order': { output: { ...order, id: 'order_other' } },
      'an order in place of all others': { output: { ...order, id: 'order_new', replacesOthers: true } },
      'an order that is paid': { output: paidOrder },
      'a payment being confirmed': { output: { beingConfirmed: registrationMessages.beingConfirmed } },
      'an order of 2000 paise': { output: { ...order, amount: FEE.rupees } },
      'an order in dollars': { output: { ...order, currency: 'USD' } },
      'an order without an id': { output: { ...order, id: '' } },
      'refused by the server': { error: new Error('Orders cannot be created at the moment.') },
      'cannot be reached': { error: new Error() },
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
      'of a payment that was refunded': {
        output: { refunded: true, message: registrationMessages.refunded },
      },
      'refused by the server': { error: new Error('Registrations cannot be stored at the moment.') },
      'cannot be reached': { error: new Error(registrationMessages.unreachable) },
    },
    checkReceipt: {
      'still paid': { output: { refunded: false } },
      'refunded meanwhile': { output: { refunded: true } },
      'a service that does not know it': { output: { refunded: false } },
      'cannot be reached': { error: new Error('Failed to fetch') },
    },
  },
  choiceFields: ['grade', 'course'],
  choices: { grade: grades, course: courses },
  project: ({ values, order, paymentId, problem, alert, isUnconfirmed, attempts }) => ({
    form: firstProblem(values)?.field ?? (order && order.email !== values.email ? 'another' : 'valid'),
    email: values.email,
    order: order?.email ?? null,
    isOfTheFee: order === null || isOrderValid(order),
    isUnconfirmed,
    paid: paymentId !== null,
    problem: problem?.field ?? null,
    failed: alert !== null,
    attempts,
  }),
} satisfies Cases<typeof registrationMachine, typeof registrationActors>;
