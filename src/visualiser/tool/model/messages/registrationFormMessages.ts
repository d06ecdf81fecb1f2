import {
  feeMessages,
  receiptMessages,
  registeredMessages,
  registrationProgress,
  registrationMessages as texts,
} from '../../../../../machines/registration/registration.messages.ts';
import { registrationFields } from '../../../../../machines/registration/registration.rules.ts';
import { partOf } from '../../../shared/partOf.ts';
import type { CatalogueMessage, CatalogueStep } from './messages.types.ts';
import { enterValidValues, messageOf, messagesOf, type Row, submit } from './steps.ts';

const WHERE = 'Registration';
const FLOW = 'registration';

const order = [enterValidValues, submit];
const load = [...order, 'createOrder: an open order'];
const pay = [...load, 'loadCheckout: loaded'];
const register = [...pay, 'paymentSucceeded: the customer pays'];
const cannotLoad = 'loadCheckout: not loaded';

const shownIn = (
  state: string,
  condition: string,
  text: string,
  ...steps: CatalogueStep[]
): CatalogueMessage => messageOf(WHERE, FLOW, { condition, text, steps, shownIn: { state } });

/** Messages with common first steps. */
const after = (steps: readonly string[], rows: readonly Row[]) => messagesOf(WHERE, FLOW, steps, rows);

const failures: CatalogueMessage[] = [
  ...after(order, [
    ['order creation fails', 'Orders cannot be created at the moment.', 'createOrder: refused by the server'],
    ['no order, without a word', texts.orderFailed, { actor: 'createOrder', error: texts.orderFailed }],
    ['no order, the server is not reached', texts.orderUnreachable, 'createOrder: cannot be reached'],
    ['no order, time-out', texts.orderTimedOut, 'after orderTimeout'],
    ['an order of another fee', texts.orderInvalid, 'createOrder: an order of 2000 paise'],
    ['a payment is being confirmed', texts.beingConfirmed, 'createOrder: a payment being confirmed'],
  ]),
  ...after(load, [
    [
      'checkout script fails to load',
      texts.checkoutUnreachable,
      ...[cannotLoad, 'after retryDelay', cannotLoad, 'after retryDelay', cannotLoad],
    ],
    ['the payment window did not start', texts.checkoutUnusable, 'loadCheckout: without its global'],
  ]),
  ...after(pay, [
    [
      'payment fails',
      texts.paymentFailed('Your payment was declined by the bank.'),
      'paymentFailed: the bank refuses',
    ],
    ['payment declined, without a reason', texts.paymentFailed(''), 'paymentFailed: without a reason'],
    [
      'the order is paid already',
      texts.paymentFailed('This order has already been paid.'),
      'paymentFailed: the order is paid already',
    ],
    [
      'a declined payment has not arrived',
      texts.unpaid,
      'paymentFailed: the bank refuses',
      'checkRequested: by the button',
      'createOrder: an open order',
    ],
    ['the payment window could not be opened', texts.checkoutBlocked, 'checkout: cannot be opened'],
    [
      'the visitor closed the payment window',
      texts.dismissed,
      'checkoutDismissed: the customer closes the window',
    ],
    ['the payment window vanished', texts.vanished, 'checkoutVanished: the window closes without an event'],
    ['the payment window was unclear', texts.unclear, 'paymentUnclear: a success without a payment'],
  ]),
  ...after(register, [
    [
      'registration call fails',
      'Registrations cannot be stored at the moment.',
      'register: refused by the server',
    ],
    ['the payment was refunded', texts.refunded, 'register: of a payment that was refunded'],
    ['paid but not saved', texts.registerFailed, 'after registerTimeout'],
    ['paid, and the server is not reached', texts.unreachable, 'register: cannot be reached'],
  ]),
  ...after(['draftFound: an order saved'], [['interrupted by a reload', texts.interrupted]]),
  ...after(
    ['draftFound: an order saved', submit],
    [
      [
        'an order that may be paid, and the server is not reached',
        texts.unreachable,
        'createOrder: cannot be reached',
      ],
      ['an order that may be paid, time-out', texts.timedOut, 'after orderTimeout'],
    ],
  ),
  ...after(
    ['draftFound: an order of another fee saved', submit],
    [
      [
        'an order of another fee, where an earlier one may be paid',
        texts.invalid,
        'createOrder: an order of 2000 paise',
      ],
    ],
  ),
];

const registered: CatalogueMessage = messageOf(WHERE, FLOW, {
  condition: 'success',
  text: registeredMessages.heading,
  more: [registeredMessages.processed, registeredMessages.thanks],
  steps: [...register, 'register: stored'],
  shownIn: { state: 'registered' },
});

const progress: CatalogueMessage[] = [
  shownIn(
    'loadingCheckout.requesting.slow',
    'the payment window loads slowly',
    registrationProgress.slow,
    ...load,
    'after slowNotice',
  ),
  shownIn(
    'loadingCheckout.waitingToRetry',
    'the payment window is loaded again',
    registrationProgress.retrying,
    ...load,
    cannotLoad,
  ),
  shownIn('paying.open', 'the payment window is open', registrationProgress.open, ...pay),
  shownIn(
    'paid.unregistered',
    'paid, and to be sent again',
    feeMessages.notAgain,
    ...register,
    'register: refused by the server',
  ),
  messageOf(WHERE, FLOW, {
    condition: 'paid twice',
    text: receiptMessages.paidTwice(200_000),
    steps: [...register, 'register: stored, and paid before'],
    shownIn: {
      state: 'registered',
      context: ({ registered }) => partOf(registered, 'isPaidTwice') === true,
    },
  }),
  messageOf(WHERE, FLOW, {
    condition: 'a receipt is loaded again, and was refunded',
    text: receiptMessages.refunded(false, 150_000),
    more: [feeMessages.refunded],
    steps: ['draftFound: a registration saved', 'checkReceipt: refunded meanwhile'],
    shownIn: { state: 'refunded' },
  }),
];

const fields: CatalogueMessage[] = (
  [
    ['name', 'full name', 'only spaces as name'],
    ['father', 'father name', 'no father name'],
    ['mother', 'mother name', 'no mother name'],
    ['grade', 'grade', 'no grade'],
    ['course', 'course', 'no course'],
    ['phone', 'phone', 'phone of nine digits'],
    ['email', 'e-mail', 'e-mail address without a dot'],
    ['city', 'city', 'no city'],
    ['refrence', "parent's phone", "parent's phone of nine digits"],
    ['refrenceSt', "second parent's phone", "second parent's phone of nine digits"],
    ['acceptTerms', 'terms', 'terms not accepted'],
  ] as const
).map(([field, name, broken]) =>
  messageOf(WHERE, FLOW, {
    condition: `field: ${name}`,
    text: registrationFields[field].validate('') ?? '',
    steps: [`changed: ${broken}`, submit],
    field,
  }),
);

const refused = messageOf(WHERE, FLOW, {
  condition: 'the server refuses a field',
  text: 'The city is not known to us.',
  steps: [...register, 'register: refused for a field'],
  field: 'city',
});

/** The messages of the registration. Spec §8. */
export const registrationFormMessages: readonly CatalogueMessage[] = [
  registered,
  ...failures,
  ...progress,
  ...fields,
  refused,
];
