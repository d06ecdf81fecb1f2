import type { Journey } from '../paths/journey.ts';
import { registrationCases } from './registration.cases.ts';
import { messages } from './registration.messages.ts';
import { emptyValues } from './registration.rules.ts';

const values = registrationCases.events.changed['everything right'].values;
const another = 'asha.verma@example.org';
const DECLINED = 'Payment failed: Your payment was declined by the bank.';

const filled = [['changed: everything right', 'editing.ready', { values }]] as const;
const ordered = [
  ...filled,
  ['submitted: by the button', 'creatingOrder', { problem: null, failure: null }],
  [
    'createOrder: an open order',
    'loadingCheckout.requesting.prompt',
    { order: { id: 'order_open', email: values.email }, inDoubt: false, tries: 1 },
  ],
] as const;
const paying = [...ordered, ['loadCheckout: loaded', 'paying.open']] as const;
const declined = [
  ...paying,
  ['paymentFailed: the bank refuses', 'paying.back.declined', { failure: DECLINED, inDoubt: false }],
] as const;
const paid = [
  ...paying,
  ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now', failure: null }],
] as const;
const unregistered = [
  ...paid,
  [
    'register: refused by the server',
    'paid.unregistered',
    { failure: 'Registrations cannot be stored at the moment.', paymentId: 'pay_now' },
  ],
] as const;

/** The registration as the specification tells it, by hand. Spec §4, §5, §8. */
export const registrationJourneys: readonly Journey[] = [
  {
    title: '§4 details, order, payment, registration',
    legs: [
      ...paid,
      ['register: stored', 'registered', { registered: { registeredOn: '2026-06-01', isPaidTwice: false } }],
    ],
  },
  {
    title: '§5 the first rule that does not hold is shown, and goes as soon as it is met',
    legs: [
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'name', message: 'Full name is required.' } },
      ],
      ['changed: only spaces as name', 'editing.invalid', { values: { name: '   ', city: 'Jaipur' } }],
      ['submitted: by the button', 'editing.invalid', { problem: { field: 'name' } }],
      ['changed: no city', 'editing.ready', { problem: null, values: { name: values.name, city: '' } }],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'city', message: 'City is required.' } },
      ],
      ['changed: phones pasted with country code', 'editing.ready', { values }],
      ['submitted: by the button', 'creatingOrder', { problem: null }],
    ],
  },
  {
    title: '§8 the order fails: the server’s words, and a second try',
    legs: [
      ...filled,
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: refused by the server',
        'editing.orderFailed',
        { failure: 'Orders cannot be created at the moment.', order: null },
      ],
      ['changed: no city', 'editing.orderFailed', { failure: 'Orders cannot be created at the moment.' }],
      ['submitted: by the button', 'editing.invalid', { failure: null }],
      ['changed: everything right', 'editing.ready'],
      ['submitted: by the button', 'creatingOrder'],
      ['after orderTimeout', 'editing.orderFailed', { failure: messages.orderTimedOut }],
      ['alertDismissed: by its close button', 'editing.ready', { failure: null, values }],
    ],
  },
  {
    title: '§8 a payment fails; the same window then brings a success',
    legs: [
      ...declined,
      ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now', failure: null }],
    ],
  },
  {
    title:
      'a payment fails, a field is emptied, and the same window brings a success: paid, and the field is asked for',
    legs: [
      ...declined,
      ['changed: no city', 'paying.back.declined', { values: { city: '' } }],
      [
        'paymentSucceeded: the customer pays',
        'paid.invalid',
        { paymentId: 'pay_now', problem: { field: 'city' }, failure: null },
      ],
      ['changed: everything right', 'paid.unregistered'],
      ['submitted: by the button', 'registering'],
    ],
  },
  {
    title:
      'a payment fails, the alert is closed, and submitting reopens the same order without asking for one',
    legs: [
      ...declined,
      ['paymentFailed: the bank refuses', 'paying.back.declined', { failure: DECLINED }],
      ['alertDismissed: by its close button', 'paying.back.declined', { failure: null }],
      [
        'submitted: by the button',
        'loadingCheckout.requesting.prompt',
        { order: { id: 'order_open' }, tries: 1, failure: null },
      ],
      ['loadCheckout: loaded', 'paying.open'],
    ],
  },
  {
    title: 'a payment fails, the form is submitted with a problem',
    legs: [
      ...declined,
      ['changed: no city', 'paying.back.declined'],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'city' }, failure: null, inDoubt: true },
      ],
    ],
  },
  {
    title: 'a payment fails and the window is closed: the message stays; the order is asked after and kept',
    legs: [
      ...declined,
      [
        'checkoutDismissed: the customer closes the window',
        'editing.paymentFailed',
        { failure: DECLINED, inDoubt: true },
      ],
      ['submitted: by the button', 'creatingOrder', { failure: null }],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.prompt',
        { order: { id: 'order_open' }, inDoubt: false },
      ],
    ],
  },
  {
    title: 'a payment fails and the window dies',
    legs: [
      ...declined,
      [
        'checkoutVanished: the window dies without a word',
        'editing.paymentFailed',
        { failure: DECLINED, inDoubt: true },
      ],
    ],
  },
  {
    title: 'the window is closed, but the payment was captured: no second payment',
    legs: [
      ...paying,
      [
        'checkoutDismissed: the customer closes the window',
        'editing.dismissed',
        { failure: messages.dismissed, inDoubt: true },
      ],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order that is paid',
        'registering',
        { paymentId: 'pay_before', order: { id: 'order_paid', email: values.email } },
      ],
      ['register: stored', 'registered'],
    ],
  },
  {
    title: 'the window dies without a word; a success that still comes is taken',
    legs: [
      ...paying,
      [
        'checkoutVanished: the window dies without a word',
        'paying.back.vanished',
        { failure: messages.vanished, inDoubt: true },
      ],
      ['paymentSucceeded: the customer pays', 'registering', { paymentId: 'pay_now' }],
    ],
  },
  {
    title: 'the window dies without a word; submitting asks after the order first',
    legs: [
      ...paying,
      ['returnedToForm: by the way back', 'paying.back.vanished', { failure: messages.vanished }],
      ['submitted: by the button', 'creatingOrder', { failure: null }],
      ['createOrder: an open order', 'loadingCheckout.requesting.prompt', { inDoubt: false }],
      ['loadCheckout: loaded', 'paying.open'],
      ['after checkoutTimeout', 'paying.back.vanished'],
      ['paymentFailed: the bank refuses', 'paying.back.declined', { failure: DECLINED }],
    ],
  },
  {
    title: 'the window was thought dead and is closed after all',
    legs: [
      ...paying,
      ['returnedToForm: by the way back', 'paying.back.vanished'],
      [
        'checkoutDismissed: the customer closes the window',
        'editing.dismissed',
        { failure: messages.dismissed },
      ],
    ],
  },
  {
    title: 'the script does not load: three tries, and then the order is still the same',
    legs: [
      ...ordered,
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['loadCheckout: not loaded', 'loadingCheckout.pausing', { tries: 1 }],
      ['after pauseBetweenTries', 'loadingCheckout.requesting.prompt', { tries: 2 }],
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['after scriptTimeout', 'loadingCheckout.pausing'],
      ['after pauseBetweenTries', 'loadingCheckout.requesting.prompt', { tries: 3 }],
      [
        'loadCheckout: not loaded',
        'editing.unreachable',
        { failure: messages.checkoutUnreachable, order: { id: 'order_open' } },
      ],
      ['submitted: by the button', 'loadingCheckout.requesting.prompt', { tries: 1, failure: null }],
      ['loadCheckout: not loaded', 'loadingCheckout.pausing'],
      ['after pauseBetweenTries', 'loadingCheckout.requesting.prompt'],
      ['loadCheckout: not loaded', 'loadingCheckout.pausing'],
      ['after pauseBetweenTries', 'loadingCheckout.requesting.prompt', { tries: 3 }],
      ['after slowNotice', 'loadingCheckout.requesting.slow'],
      ['after scriptTimeout', 'editing.unreachable'],
    ],
  },
  {
    title: 'the script loads without its global; the window cannot be opened',
    legs: [
      ...ordered,
      ['loadCheckout: without its global', 'editing.unusable', { failure: messages.checkoutUnusable }],
      ['submitted: by the button', 'loadingCheckout.requesting.prompt'],
      ['loadCheckout: loaded', 'paying.open'],
      [
        'checkout: cannot be opened',
        'editing.blocked',
        { failure: messages.checkoutBlocked, order: { id: 'order_open' }, inDoubt: true },
      ],
    ],
  },
  {
    title: '§8 paid but not registered: the server’s words, and trying again only registers',
    legs: [
      ...unregistered,
      ['changed: another e-mail address', 'paid.unregistered', { values: { email: values.email } }],
      ['changed: no city', 'paid.unregistered', { values: { city: '' } }],
      ['submitted: by the button', 'paid.invalid', { problem: { field: 'city' } }],
      ['changed: no city', 'paid.invalid'],
      ['submitted: by the button', 'paid.invalid', { problem: { field: 'city' } }],
      ['changed: phones pasted with country code', 'paid.unregistered', { problem: null, values }],
      ['submitted: by the button', 'registering', { paymentId: 'pay_now', failure: null }],
      ['after registerTimeout', 'paid.unregistered', { failure: messages.registerFailed }],
    ],
  },
  {
    title: 'the e-mail address is changed while its order is open: first asks after that order',
    legs: [
      ...paying,
      ['checkoutDismissed: the customer closes the window', 'editing.dismissed'],
      ['changed: another e-mail address', 'editing.dismissed', { values: { email: another } }],
      ['submitted: by the button', 'creatingOrder', { order: { email: values.email } }],
      ['createOrder: an open order', 'creatingOrder', { order: null, inDoubt: false }],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.prompt',
        { order: { id: 'order_other', email: another } },
      ],
    ],
  },
  {
    title: 'the e-mail address is changed, but its order is paid: the address of the order counts',
    legs: [
      ...declined,
      ['changed: another e-mail address', 'paying.back.declined', { values: { email: another } }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order that is paid',
        'registering',
        { values: { email: values.email }, paymentId: 'pay_before' },
      ],
    ],
  },
  {
    title: 'an order that is not of the fee is never opened, and asked for anew',
    legs: [
      ...filled,
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: an order of 2000 paise',
        'editing.orderRefused',
        { failure: messages.orderOfAnotherFee, order: null },
      ],
      ['submitted: by the button', 'creatingOrder', { failure: null }],
      ['createOrder: an order in dollars', 'editing.orderRefused', { order: null }],
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: an order without an id', 'editing.orderRefused', { order: null }],
      ['submitted: by the button', 'creatingOrder'],
      ['createOrder: an open order', 'loadingCheckout.requesting.prompt', { order: { id: 'order_open' } }],
    ],
  },
  {
    title: 'an order of another fee that was kept is replaced by the one that the service answers',
    legs: [
      ['draftFound: an order of another fee kept', 'editing.interrupted', { order: { amount: 150_000 } }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: another open order',
        'loadingCheckout.requesting.prompt',
        { order: { id: 'order_other', amount: 200_000 } },
      ],
    ],
  },
  {
    title: 'a success that names no payment, or that is about another order, is none: the service is asked',
    legs: [
      ...paying,
      [
        'paymentUnclear: a success without a payment',
        'editing.unclear',
        { failure: messages.unclear, paymentId: null, inDoubt: true },
      ],
      ['submitted: by the button', 'creatingOrder', { failure: null }],
      ['createOrder: an open order', 'loadingCheckout.requesting.prompt'],
      ['loadCheckout: loaded', 'paying.open'],
      ['paymentUnclear: a success for another order', 'editing.unclear', { paymentId: null }],
    ],
  },
  {
    title: 'a payment fails without a reason',
    legs: [
      ...paying,
      [
        'paymentFailed: without a reason',
        'paying.back.declined',
        { failure: 'Payment failed: the payment provider gave no reason. Please try again.' },
      ],
    ],
  },
  {
    title:
      'paid, and the service refuses a value: its sentence stands at the field, and it is sent again changed',
    legs: [
      ...paid,
      [
        'register: refused for a field',
        'paid.refused',
        { problem: { field: 'city', message: 'The city is not known to us.' }, failure: null },
      ],
      ['changed: another e-mail address', 'paid.refused', { values: { email: values.email } }],
      ['changed: everything right', 'paid.refused', { problem: { field: 'city' } }],
      ['submitted: by the button', 'registering', { paymentId: 'pay_now', problem: null }],
      ['register: refused for the e-mail address', 'paid.refused', { problem: { field: 'email' } }],
      ['changed: another e-mail address', 'paid.refused', { values: { email: another } }],
      ['submitted: by the button', 'registering', { values: { email: another } }],
      ['register: stored', 'registered'],
    ],
  },
  {
    title: 'paid twice for the same student: the receipt says so',
    legs: [
      ...paid,
      ['register: stored, and paid before', 'registered', { registered: { isPaidTwice: true } }],
    ],
  },
  {
    title: 'the receipt is there after a reload; another student begins with the family’s details',
    legs: [
      [
        'draftFound: a registration kept',
        'registered',
        { paymentId: 'pay_before', registered: { registeredOn: '2026-06-01' }, values },
      ],
      [
        'anotherStarted: by the button',
        'editing.ready',
        {
          order: null,
          paymentId: null,
          signature: null,
          registered: null,
          inDoubt: false,
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
    title: 'a tab in a field of one line becomes a space; a number of another country is refused',
    legs: [
      ['changed: a tab in the name', 'editing.ready', { values: { name: 'Asha Verma' } }],
      ['changed: phone of another country', 'editing.ready', { values: { phone: '+447911123' } }],
      [
        'submitted: by the button',
        'editing.invalid',
        { problem: { field: 'phone', message: 'Valid phone number is required.' } },
      ],
    ],
  },
  {
    title: 'a reload with typed values; with an order; with a payment',
    legs: [
      ['draftFound: values kept', 'editing.ready', { values, order: null, paymentId: null, inDoubt: false }],
      [
        'draftFound: an order kept',
        'editing.interrupted',
        { order: { id: 'order_open' }, failure: messages.interrupted, inDoubt: true },
      ],
      ['alertDismissed: by its close button', 'editing.ready', { failure: null }],
      ['submitted: by the button', 'creatingOrder'],
      [
        'createOrder: refused by the server',
        'editing.orderFailed',
        { order: { id: 'order_open' }, inDoubt: true },
      ],
      ['alertDismissed: by its close button', 'editing.ready'],
      ['draftFound: a payment kept', 'registering', { paymentId: 'pay_before', values }],
    ],
  },
];
