import type { Journey } from '../paths/index.ts';
import { registrationCases } from './registration.cases.ts';
import { registrationMessages } from './registration.messages.ts';
import { emptyValues } from './registration.rules.ts';

const values = registrationCases.events.changed['everything valid'].values;
const another = 'asha.verma@example.org';
const DECLINED = 'Payment failed: Your payment was declined by the bank.';
const asksForOrder = { createOrder: { values } };
const loadsCheckout = { loadCheckout: undefined };
const opensCheckout = {
  checkout: {
    order: { id: 'order_open' },
    name: values.name,
    email: values.email,
    phone: values.phone,
    course: values.course,
  },
};
const registers = {
  register: { values, proof: { orderId: 'order_open', paymentId: 'pay_now', signature: 'signed' } },
};

const filled = [['changed: everything valid', 'editing.idle', { values }]] as const;
const ordered = [
  ...filled,
  ['submitted: by the button', 'creatingOrder', { problem: null, alert: null }, asksForOrder],
  [
    'createOrder: an open order',
    'loadingCheckout.requesting.onTime',
    { order: { id: 'order_open', email: values.email }, isUnconfirmed: false, attempts: 1 },
    loadsCheckout,
  ],
] as const;
const paying = [...ordered, ['loadCheckout: loaded', 'paying.open', {}, opensCheckout]] as const;
const declined = [
  ...paying,
  ['paymentFailed: the bank refuses', 'paying.formShown.declined', { alert: DECLINED, isUnconfirmed: true }],
] as const;
const paid = [
  ...paying,
  ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now', alert: null }, registers],
] as const;
const paidAfterDecline = [
  ...declined,
  ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now', alert: null }, registers],
] as const;
const unregistered = [
  ...paid,
  [
    'register: refused by the server',
    'paid.unregistered',
    { alert: 'Registrations cannot be stored at the moment.', paymentId: 'pay_now' },
  ],
] as const;

const receiptValues = { ...emptyValues, name: values.name, grade: values.grade, course: values.course };
const registeredBefore = { registeredOn: '2026-06-01', isPaidTwice: false, amount: 150_000 };
const checksReceipt = { checkReceipt: { paymentId: 'pay_before' } };
const nothing = {
  values: emptyValues,
  order: null,
  paymentId: null,
  signature: null,
  registered: null,
  isUnconfirmed: false,
  previousStudent: null,
};

/** Scenarios of the registration, from the specification. Spec §4, §5, §8. */
export const registrationJourneys: readonly Journey<typeof registrationCases>[] = [
  {
    title: '§4 details, order and payment lead to the registration',
    steps: [
      ...paid,
      [
        'register: stored',
        'registered',
        { registered: { registeredOn: '2026-06-01', isPaidTwice: false, amount: 200_000 } },
      ],
    ],
  },
  {
    title: '§5 nothing is checked before the first submit',
    steps: [['changed: only spaces as name', 'editing.idle', { problem: null }]],
  },
  {
    title: '§5 the first problem is shown, and disappears as soon as it is fixed',
    steps: [
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'name', message: 'Full name is required.' } },
      ],
      [
        'changed: only spaces as name',
        'editing.invalid',
        { values: { name: '   ', city: 'Jaipur' }, problem: { field: 'name' } },
      ],
      ['submitted: by the button', 'editing.invalid', { problem: { field: 'name' } }],
      ['changed: no city', 'editing.idle', { problem: null, values: { name: values.name, city: '' } }],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'city', message: 'City is required.' } },
      ],
      ['changed: phones pasted with country code', 'editing.idle', { values }],
      ['submitted: by the button', 'creatingOrder', { problem: null }],
    ],
  },
  {
    title: '§8 the order fails: the server’s message, and a second attempt',
    steps: [
      ...filled,
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: refused by the server',
        'editing.orderFailed',
        { alert: 'Orders cannot be created at the moment.', order: null, values },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
      ['createOrder: refused by the server', 'editing.orderFailed'],
      ['changed: no city', 'editing.orderFailed', { alert: 'Orders cannot be created at the moment.' }],
      ['submitted: by the button', 'editing.invalid', { alert: null }],
      ['changed: everything valid', 'editing.idle'],
      ['submitted: by the button', 'creatingOrder'],
      ['after orderTimeout', 'editing.orderFailed', { alert: registrationMessages.orderTimedOut }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: cannot be reached',
        'editing.orderFailed',
        { alert: registrationMessages.orderUnreachable },
      ],
      ['alertDismissed: by its close button', 'editing.idle', { alert: null, values }],
    ],
  },
  {
    title: '§8 a payment fails; the same window then reports a success',
    steps: [...paidAfterDecline],
  },
  {
    title:
      'a payment fails, a field is emptied, and the same window reports a success: paid, and the field is reported',
    steps: [
      ...declined,
      ['changed: no city', 'paying.formShown.declined', { values: { city: '' } }],
      [
        'paymentSucceeded: the customer pays',
        'paid.invalid',
        { paymentId: 'pay_now', problem: { field: 'city' }, alert: null },
      ],
      ['changed: everything valid', 'paid.unregistered'],
      ['submitted: by the button', 'registering'],
    ],
  },
  {
    title:
      'a payment fails, the alert is closed, and submitting asks about the order before it is opened again',
    steps: [
      ...declined,
      ['paymentFailed: the bank refuses', 'paying.formShown.declined', { alert: DECLINED }],
      ['alertDismissed: by its close button', 'paying.formShown.declined', { alert: null }],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
      [
        'createOrder: an open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_open' }, isUnconfirmed: false, attempts: 1 },
        loadsCheckout,
      ],
      ['loadCheckout: loaded', 'paying.open', {}, opensCheckout],
    ],
  },
  {
    title: 'a form that is submitted with a problem after a failed payment shows the problem',
    steps: [
      ...declined,
      ['changed: no city', 'paying.formShown.declined'],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'city' }, alert: null, isUnconfirmed: true },
      ],
    ],
  },
  {
    title:
      'a payment fails and the window is closed: the message stays; the service is asked about the order, which stays the same',
    steps: [
      ...declined,
      [
        'checkoutDismissed: the customer closes the window',
        'editing.paymentFailed',
        { alert: DECLINED, isUnconfirmed: true },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_open' }, isUnconfirmed: false },
      ],
    ],
  },
  {
    title: 'a declined payment is checked and has not arrived: the form can be paid, and no window opens',
    steps: [
      ...declined,
      ['checkRequested: by the button', 'checkingPayment', { alert: null }, asksForOrder],
      [
        'createOrder: another open order',
        'editing.unpaid',
        { alert: registrationMessages.unpaid, order: { id: 'order_open' }, isUnconfirmed: false },
        {},
      ],
      ['submitted: by the button', 'loadingCheckout.requesting.onTime', { alert: null }, loadsCheckout],
    ],
  },
  {
    title: 'a declined payment is checked and has arrived: the student is registered',
    steps: [
      ...declined,
      ['checkoutDismissed: the customer closes the window', 'editing.paymentFailed'],
      ['changed: another e-mail address', 'editing.paymentFailed', { values: { email: another } }],
      ['checkRequested: by the button', 'checkingPayment', { alert: null }, asksForOrder],
      [
        'createOrder: an order that is paid',
        'registering',
        { values: { email: values.email }, paymentId: 'pay_before', order: { id: 'order_paid' } },
        { register: { values, proof: null } },
      ],
    ],
  },
  {
    title: 'the check of a declined payment fails, and the service is still asked before paying',
    steps: [
      ...declined,
      ['changed: no city', 'paying.formShown.declined'],
      ['checkRequested: by the button', 'editing.invalid', { problem: { field: 'city' } }],
      ['changed: everything valid', 'editing.idle'],
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime'],
      ['loadCheckout: loaded', 'paying.open'],
      ['paymentFailed: the bank refuses', 'paying.formShown.declined'],
      ['checkRequested: by the button', 'checkingPayment'],
      ['after orderTimeout', 'editing.orderFailed', { alert: registrationMessages.timedOut }],
      ['submitted: by the button', 'creatingOrder', {}, asksForOrder],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime'],
      ['loadCheckout: loaded', 'paying.open'],
      ['paymentFailed: the bank refuses', 'paying.formShown.declined'],
      ['checkoutDismissed: the customer closes the window', 'editing.paymentFailed'],
      ['checkRequested: by the button', 'checkingPayment'],
      [
        'createOrder: cannot be reached',
        'editing.orderFailed',
        { alert: registrationMessages.unreachable, isUnconfirmed: true },
      ],
    ],
  },
  {
    title: 'a payment that is being confirmed opens no window, before and after its order is known',
    steps: [
      ...filled,
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: a payment being confirmed',
        'editing.beingConfirmed',
        { alert: registrationMessages.beingConfirmed, order: null, isUnconfirmed: true },
        {},
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime', { isUnconfirmed: false }],
      ['loadCheckout: loaded', 'paying.open'],
      ['paymentFailed: the bank refuses', 'paying.formShown.declined'],
      ['checkRequested: by the button', 'checkingPayment'],
      [
        'createOrder: a payment being confirmed',
        'editing.beingConfirmed',
        { alert: registrationMessages.beingConfirmed, isUnconfirmed: true },
        {},
      ],
      ['submitted: by the button', 'creatingOrder', {}, asksForOrder],
      ['createOrder: an order that is paid', 'registering', { paymentId: 'pay_before' }],
    ],
  },
  {
    title: 'an order that the window calls paid is asked about, whatever else is pressed',
    steps: [
      ...paying,
      [
        'paymentFailed: the order is paid already',
        'editing.paidAlready',
        { alert: 'Payment failed: This order has already been paid.', isUnconfirmed: true },
        {},
      ],
      ['alertDismissed: by its close button', 'editing.idle', { isUnconfirmed: true }],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
    ],
  },
  {
    title: 'the window is closed: the service is asked about the order, which is never replaced by a new one',
    steps: [
      ...paying,
      ['checkoutDismissed: the customer closes the window', 'editing.dismissed'],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_open' }, isUnconfirmed: false },
        loadsCheckout,
      ],
    ],
  },
  {
    title: 'a student who was paid and registered in another tab gets the receipt for the same details',
    steps: [
      ...declined,
      ['checkoutDismissed: the customer closes the window', 'editing.paymentFailed'],
      ['submitted: by the button', 'creatingOrder', {}, asksForOrder],
      [
        'createOrder: an order that is paid',
        'registering',
        { paymentId: 'pay_before', order: { id: 'order_paid' }, alert: null },
        { register: { values, proof: null } },
      ],
      ['register: stored', 'registered', { registered: { registeredOn: '2026-06-01' } }],
    ],
  },
  {
    title: 'the order that replaces one paid in another tab for another student is opened',
    steps: [
      ...declined,
      ['checkoutDismissed: the customer closes the window', 'editing.paymentFailed'],
      ['submitted: by the button', 'creatingOrder', {}, asksForOrder],
      [
        'createOrder: an order in place of all others',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_new', email: values.email }, isUnconfirmed: false },
        loadsCheckout,
      ],
      ['loadCheckout: loaded', 'paying.open', {}, { checkout: { order: { id: 'order_new' } } }],
    ],
  },
  {
    title: 'the payment is not checked: no message says that nothing was paid',
    steps: [
      ...paying,
      ['checkoutDismissed: the customer closes the window', 'editing.dismissed', { isUnconfirmed: true }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'after orderTimeout',
        'editing.orderFailed',
        { alert: registrationMessages.timedOut, isUnconfirmed: true },
      ],
      ['submitted: by the button', 'creatingOrder', {}, asksForOrder],
      ['createOrder: cannot be reached', 'editing.orderFailed', { isUnconfirmed: true }],
    ],
  },
  {
    title: 'the payment is refunded before the registration is stored: the form can be paid again',
    steps: [
      ...paidAfterDecline,
      [
        'register: of a payment that was refunded',
        'editing.refunded',
        {
          alert: registrationMessages.refunded,
          order: null,
          paymentId: null,
          signature: null,
          isUnconfirmed: false,
          values,
        },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }, asksForOrder],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_other' } },
      ],
    ],
  },
  {
    title: 'a payment fails and the window closes without an event',
    steps: [
      ...declined,
      [
        'checkoutVanished: the window closes without an event',
        'editing.paymentFailed',
        { alert: DECLINED, isUnconfirmed: true },
      ],
    ],
  },
  {
    title: 'the window is closed, but the payment was captured: no second payment',
    steps: [
      ...paying,
      [
        'checkoutDismissed: the customer closes the window',
        'editing.dismissed',
        { alert: registrationMessages.dismissed, isUnconfirmed: true },
      ],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order that is paid',
        'registering',
        { paymentId: 'pay_before', order: { id: 'order_paid', email: values.email } },
        { register: { values, proof: null } },
      ],
      ['register: stored', 'registered'],
    ],
  },
  {
    title: 'the window closes without an event; a later success counts',
    steps: [
      ...paying,
      [
        'checkoutVanished: the window closes without an event',
        'paying.formShown.vanished',
        { alert: registrationMessages.vanished, isUnconfirmed: true },
      ],
      ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now' }],
    ],
  },
  {
    title: 'the window closes without an event; submitting first asks the service about the order',
    steps: [
      ...paying,
      [
        'returnedToForm: by the link to the form',
        'paying.formShown.vanished',
        { alert: registrationMessages.vanished },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime', { isUnconfirmed: false }],
      ['loadCheckout: loaded', 'paying.open'],
      ['after checkoutTimeout', 'paying.formShown.vanished'],
      ['paymentFailed: the bank refuses', 'paying.formShown.declined', { alert: DECLINED }],
    ],
  },
  {
    title: 'the window was thought closed and reports afterwards that it was dismissed',
    steps: [
      ...paying,
      ['returnedToForm: by the link to the form', 'paying.formShown.vanished'],
      [
        'checkoutDismissed: the customer closes the window',
        'editing.dismissed',
        { alert: registrationMessages.dismissed },
      ],
    ],
  },
  {
    title: 'the script does not load: three attempts, and the order stays the same',
    steps: [
      ...ordered,
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['loadCheckout: not loaded', 'loadingCheckout.waitingToRetry', { attempts: 1 }],
      ['after retryDelay', 'loadingCheckout.requesting.onTime', { attempts: 2 }, loadsCheckout],
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['after scriptTimeout', 'loadingCheckout.waitingToRetry'],
      ['after retryDelay', 'loadingCheckout.requesting.onTime', { attempts: 3 }, loadsCheckout],
      [
        'loadCheckout: not loaded',
        'editing.unreachable',
        { alert: registrationMessages.checkoutUnreachable, order: { id: 'order_open' } },
        {},
      ],
      ['submitted: by the button', 'loadingCheckout.requesting.onTime', { attempts: 1, alert: null }],
      ['loadCheckout: not loaded', 'loadingCheckout.waitingToRetry'],
      ['after retryDelay', 'loadingCheckout.requesting.onTime'],
      ['loadCheckout: not loaded', 'loadingCheckout.waitingToRetry'],
      ['after retryDelay', 'loadingCheckout.requesting.onTime', { attempts: 3 }],
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['after scriptTimeout', 'editing.unreachable'],
    ],
  },
  {
    title: 'the script loads without its global; the window cannot be opened',
    steps: [
      ...ordered,
      [
        'loadCheckout: without its global',
        'editing.unusable',
        { alert: registrationMessages.checkoutUnusable },
      ],
      ['submitted: by the button', 'loadingCheckout.requesting.onTime'],
      ['loadCheckout: loaded', 'paying.open'],
      [
        'checkout: cannot be opened',
        'editing.blocked',
        { alert: registrationMessages.checkoutBlocked, order: { id: 'order_open' }, isUnconfirmed: false },
      ],
      ['submitted: by the button', 'loadingCheckout.requesting.onTime', { order: { id: 'order_open' } }],
    ],
  },
  {
    title: '§8 paid but not registered: the server’s message, and trying again only registers',
    steps: [
      ...unregistered,
      ['changed: another e-mail address', 'paid.unregistered', { values: { email: values.email } }],
      ['changed: no city', 'paid.unregistered', { values: { city: '' } }],
      ['submitted: by the button', 'paid.invalid', { problem: { field: 'city' } }],
      ['changed: no city', 'paid.invalid'],
      ['submitted: by the button', 'paid.invalid', { problem: { field: 'city' } }],
      ['changed: phones pasted with country code', 'paid.unregistered', { problem: null, values }],
      ['submitted: by the button', 'registering', { paymentId: 'pay_now', alert: null }],
      ['after registerTimeout', 'paid.unregistered', { alert: registrationMessages.registerFailed }],
      ['submitted: by the button', 'registering', { paymentId: 'pay_now' }, registers],
      ['register: stored', 'registered'],
    ],
  },
  {
    title:
      'the e-mail address is changed while its order is open: the service is first asked about that order',
    steps: [
      ...paying,
      ['checkoutDismissed: the customer closes the window', 'editing.dismissed'],
      ['changed: another e-mail address', 'editing.dismissed', { values: { email: another } }],
      ['submitted: by the button', 'creatingOrder', { order: { email: values.email } }, asksForOrder],
      [
        'createOrder: an open order',
        'creatingOrder',
        { order: null, isUnconfirmed: false },
        { createOrder: { values: { email: another, name: values.name } } },
      ],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_other', email: another } },
      ],
    ],
  },
  {
    title: 'the e-mail address is changed, but its order is paid: the address of the order counts',
    steps: [
      ...declined,
      ['changed: another e-mail address', 'paying.formShown.declined', { values: { email: another } }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order that is paid',
        'registering',
        { values: { email: values.email }, paymentId: 'pay_before' },
      ],
    ],
  },
  {
    title: 'an order that is not of the fee is never opened, and requested again',
    steps: [
      ...filled,
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order of 2000 paise',
        'editing.orderInvalid',
        { alert: registrationMessages.orderInvalid, order: null },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }],
      ['createOrder: an order in dollars', 'editing.orderInvalid', { order: null }],
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: an order without an id', 'editing.orderInvalid', { order: null }],
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime', { order: { id: 'order_open' } }],
    ],
  },
  {
    title: 'a saved order of another fee is replaced by the one that the service returns',
    steps: [
      ['draftFound: an order of another fee saved', 'editing.interrupted', { order: { amount: 150_000 } }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.onTime',
        { order: { id: 'order_other', amount: 200_000 } },
      ],
    ],
  },
  {
    title: 'a success without a payment, or for another order, does not count: the service is asked',
    steps: [
      ...paying,
      [
        'paymentUnclear: a success without a payment',
        'editing.unclear',
        { alert: registrationMessages.unclear, paymentId: null, isUnconfirmed: true },
      ],
      ['submitted: by the button', 'creatingOrder', { alert: null }],
      ['createOrder: an open order', 'loadingCheckout.requesting.onTime'],
      ['loadCheckout: loaded', 'paying.open'],
      ['paymentUnclear: a success for another order', 'editing.unclear', { paymentId: null }],
    ],
  },
  {
    title: 'a payment fails without a reason',
    steps: [
      ...paying,
      [
        'paymentFailed: without a reason',
        'paying.formShown.declined',
        { alert: 'Payment failed: the payment provider gave no reason. Please try again.' },
      ],
    ],
  },
  {
    title:
      'paid, and the service refuses a value: its message is shown at the field, and it is sent again changed',
    steps: [
      ...paid,
      [
        'register: refused for a field',
        'paid.fieldRefused',
        { problem: { field: 'city', message: 'The city is not known to us.' }, alert: null },
      ],
      ['changed: another e-mail address', 'paid.fieldRefused', { values: { email: values.email } }],
      ['changed: everything valid', 'paid.fieldRefused', { problem: { field: 'city' } }],
      ['submitted: by the button', 'registering', { paymentId: 'pay_now', problem: { field: 'city' } }],
      ['register: refused for the e-mail address', 'paid.fieldRefused', { problem: { field: 'email' } }],
      ['changed: another e-mail address', 'paid.fieldRefused', { values: { email: another } }],
      ['submitted: by the button', 'registering', { values: { email: another } }],
      ['register: stored', 'registered', { problem: null }],
    ],
  },
  {
    title: 'the receipt says that the same student was paid for twice',
    steps: [
      ...paid,
      ['register: stored, and paid before', 'registered', { registered: { isPaidTwice: true } }],
    ],
  },
  {
    title: 'another student starts with the family’s details, and the form says for whom it is',
    steps: [
      ...paidAfterDecline,
      ['register: stored', 'registered'],
      [
        'anotherStudentStarted: by the button',
        'editing.idle',
        {
          ...nothing,
          previousStudent: values.name,
          values: {
            ...emptyValues,
            email: values.email,
            father: values.father,
            mother: values.mother,
            refrence: values.refrence,
            refrenceSt: values.refrenceSt,
          },
        },
      ],
    ],
  },
  {
    title:
      'the receipt is shown after a reload, without what it does not show; another student starts without',
    steps: [
      [
        'draftFound: a registration saved',
        'checkingReceipt',
        { paymentId: 'pay_before', registered: { registeredOn: '2026-06-01' }, values: receiptValues },
        checksReceipt,
      ],
      ['checkReceipt: still paid', 'registered', { values: receiptValues }, {}],
      ['anotherStudentStarted: by the button', 'editing.idle', { ...nothing, previousStudent: values.name }],
    ],
  },
  {
    title: 'a receipt that is loaded again says that its payment was refunded meanwhile, and can be cleared',
    steps: [
      ['draftFound: a registration saved', 'checkingReceipt', {}, checksReceipt],
      [
        'checkReceipt: refunded meanwhile',
        'refunded',
        { paymentId: 'pay_before', registered: { registeredOn: '2026-06-01' }, values: receiptValues },
        {},
      ],
      ['receiptCleared: by the button', 'editing.idle', nothing],
      ['draftFound: a registration saved', 'checkingReceipt'],
      ['checkReceipt: refunded meanwhile', 'refunded'],
      ['anotherStudentStarted: by the button', 'editing.idle', nothing],
    ],
  },
  {
    title:
      'a receipt stays as it is where the service does not know it, cannot be reached or does not answer',
    steps: [
      ['draftFound: a registration saved', 'checkingReceipt'],
      [
        'checkReceipt: a service that does not know it',
        'registered',
        { alert: null, registered: registeredBefore },
        {},
      ],
      ['receiptCleared: by the button', 'editing.idle'],
      ['draftFound: a registration saved', 'checkingReceipt'],
      ['checkReceipt: cannot be reached', 'registered', { alert: null, registered: registeredBefore }, {}],
      ['receiptCleared: by the button', 'editing.idle'],
      ['draftFound: a registration saved', 'checkingReceipt'],
      ['after receiptTimeout', 'registered', { alert: null, registered: registeredBefore }, {}],
    ],
  },
  {
    title: 'another student starts while the receipt is checked',
    steps: [
      ['draftFound: a registration saved', 'checkingReceipt'],
      [
        'anotherStudentStarted: by the button',
        'editing.idle',
        { ...nothing, previousStudent: values.name },
        {},
      ],
    ],
  },
  {
    title: 'the receipt is cleared: nothing of it is left',
    steps: [
      ...paidAfterDecline,
      ['register: stored', 'registered'],
      ['receiptCleared: by the button', 'editing.idle', nothing],
      ['draftFound: a registration saved', 'checkingReceipt'],
      ['receiptCleared: by the button', 'editing.idle', nothing],
    ],
  },
  {
    title: 'a tab in a field of one line becomes a space; a number of another country is refused',
    steps: [
      ['changed: a tab in the name', 'editing.idle', { values: { name: 'Asha Verma' } }],
      ['changed: phone of another country', 'editing.idle', { values: { phone: '+447911123' } }],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'phone', message: 'Valid phone number is required.' } },
      ],
    ],
  },
  {
    title: 'a reload restores typed values, an order and a payment',
    steps: [
      [
        'draftFound: values saved',
        'editing.idle',
        { values, order: null, paymentId: null, isUnconfirmed: false },
      ],
      [
        'draftFound: an order saved',
        'editing.interrupted',
        { order: { id: 'order_open' }, alert: registrationMessages.interrupted, isUnconfirmed: true },
      ],
      ['alertDismissed: by its close button', 'editing.idle', { alert: null }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: refused by the server',
        'editing.orderFailed',
        { order: { id: 'order_open' }, isUnconfirmed: true },
      ],
      // The order may be paid, so that nothing is said about it.
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: cannot be reached', 'editing.orderFailed', { alert: registrationMessages.unreachable }],
      ['submitted: by the button', 'creatingOrder'],
      ['after orderTimeout', 'editing.orderFailed', { alert: registrationMessages.timedOut }],
      ['alertDismissed: by its close button', 'editing.idle'],
      [
        'draftFound: a payment saved',
        'registering',
        { paymentId: 'pay_before', values },
        {
          register: {
            values,
            proof: { orderId: 'order_open', paymentId: 'pay_before', signature: 'signed before' },
          },
        },
      ],
    ],
  },
];
