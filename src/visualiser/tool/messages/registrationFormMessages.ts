import { registrationMessages } from '../../../../machines/registration/registration.messages.ts';
import { partOf } from '../../shared/partOf.ts';
import type { CatalogueMessage, CatalogueStep } from './messages.types.ts';
import { enterValidValues, messageOf, messagesOf, submit } from './steps.ts';

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

/** The messages of the error catalogue. Spec §8. */
const ofTheSpecification: CatalogueMessage[] = [
  ...messagesOf(
    WHERE,
    FLOW,
    [],
    [
      [
        'order creation fails',
        'Orders cannot be created at the moment.',
        ...order,
        'createOrder: refused by the server',
      ],
      [
        'payment fails',
        registrationMessages.paymentFailed('Your payment was declined by the bank.'),
        ...pay,
        'paymentFailed: the bank refuses',
      ],
      [
        'registration call fails',
        'Registrations cannot be stored at the moment.',
        ...register,
        'register: refused by the server',
      ],
      [
        'checkout script fails to load',
        registrationMessages.checkoutUnreachable,
        ...load,
        cannotLoad,
        'after retryDelay',
        cannotLoad,
        'after retryDelay',
        cannotLoad,
      ],
    ],
  ),
  messageOf(WHERE, FLOW, {
    condition: 'success',
    text: 'Registration Successful!',
    more: [
      'Your payment was processed successfully.',
      'Thank you for registering. You will receive a confirmation email shortly.',
    ],
    steps: [...register, 'register: stored'],
    shownIn: { state: 'registered' },
  }),
];

const failures: CatalogueMessage[] = messagesOf(
  WHERE,
  FLOW,
  [],
  [
    [
      'no order, without a word',
      registrationMessages.orderFailed,
      ...order,
      { actor: 'createOrder', error: registrationMessages.orderFailed },
    ],
    [
      'no order, the server is not reached',
      registrationMessages.orderUnreachable,
      ...order,
      'createOrder: cannot be reached',
    ],
    ['no order, time-out', registrationMessages.orderTimedOut, ...order, 'after orderTimeout'],
    [
      'an order that may be paid, and the server is not reached',
      registrationMessages.unreachable,
      'draftFound: an order saved',
      submit,
      'createOrder: cannot be reached',
    ],
    [
      'an order that may be paid, time-out',
      registrationMessages.timedOut,
      'draftFound: an order saved',
      submit,
      'after orderTimeout',
    ],
    [
      'an order of another fee',
      registrationMessages.orderInvalid,
      ...order,
      'createOrder: an order of 2000 paise',
    ],
    [
      'an order of another fee, where an earlier one may be paid',
      registrationMessages.invalid,
      'draftFound: an order of another fee saved',
      submit,
      'createOrder: an order of 2000 paise',
    ],
    [
      'the payment window did not start',
      registrationMessages.checkoutUnusable,
      ...load,
      'loadCheckout: without its global',
    ],
    [
      'the payment window could not be opened',
      registrationMessages.checkoutBlocked,
      ...pay,
      'checkout: cannot be opened',
    ],
    [
      'payment declined, without a reason',
      registrationMessages.paymentFailed(''),
      ...pay,
      'paymentFailed: without a reason',
    ],
    [
      'the visitor closed the payment window',
      registrationMessages.dismissed,
      ...pay,
      'checkoutDismissed: the customer closes the window',
    ],
    [
      'the payment window vanished',
      registrationMessages.vanished,
      ...pay,
      'checkoutVanished: the window closes without an event',
    ],
    [
      'the payment window was unclear',
      registrationMessages.unclear,
      ...pay,
      'paymentUnclear: a success without a payment',
    ],
    [
      'the payment was refunded',
      registrationMessages.refunded,
      ...register,
      'register: of a payment that was refunded',
    ],
    ['interrupted by a reload', registrationMessages.interrupted, 'draftFound: an order saved'],
    ['paid but not saved', registrationMessages.registerFailed, ...register, 'after registerTimeout'],
    [
      'paid, and the server is not reached',
      registrationMessages.unreachable,
      ...register,
      'register: cannot be reached',
    ],
  ],
);

const progress: CatalogueMessage[] = [
  shownIn(
    'loadingCheckout.requesting.slow',
    'the payment window loads slowly',
    'The payment window is taking longer than usual to load. Please wait.',
    ...load,
    'after slowNotice',
  ),
  shownIn(
    'loadingCheckout.waitingToRetry',
    'the payment window is loaded again',
    'The payment window did not load. Trying again…',
    ...load,
    cannotLoad,
  ),
  shownIn('paying.open', 'the payment window is open', 'Please finish paying in the payment window.', ...pay),
  shownIn(
    'paid.unregistered',
    'paid, and to be sent again',
    'You will not be asked to pay again.',
    ...register,
    'register: refused by the server',
  ),
  messageOf(WHERE, FLOW, {
    condition: 'paid twice',
    text: 'This student was registered and paid for before. We have noted this second payment, so that it is refunded. If you have questions, call or write to us with the payment reference.',
    steps: [...register, 'register: stored, and paid before'],
    shownIn: {
      state: 'registered',
      context: ({ registered }) => partOf(registered, 'isPaidTwice') === true,
    },
  }),
];

const PHONE = 'Valid phone number is required.';

const fields: CatalogueMessage[] = (
  [
    ['name', 'full name', 'Full name is required.', 'only spaces as name'],
    ['father', 'father name', 'Father name is required.', 'no father name'],
    ['mother', 'mother name', 'Mother name is required.', 'no mother name'],
    ['grade', 'grade', 'Please select your grade', 'no grade'],
    ['course', 'course', 'Please select a course', 'no course'],
    ['phone', 'phone', PHONE, 'phone of nine digits'],
    ['email', 'e-mail', 'Valid email is required.', 'e-mail address without a dot'],
    ['city', 'city', 'City is required.', 'no city'],
    ['refrence', "parent's phone", PHONE, "parent's phone of nine digits"],
    ['refrenceSt', "second parent's phone", PHONE, "second parent's phone of nine digits"],
    ['acceptTerms', 'terms', 'You must accept the terms and conditions.', 'terms not accepted'],
  ] as const
).map(([field, name, text, broken]) =>
  messageOf(WHERE, FLOW, {
    condition: `field: ${name}`,
    text,
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

export const registrationFormMessages: readonly CatalogueMessage[] = [
  ...ofTheSpecification,
  ...failures,
  ...progress,
  ...fields,
  refused,
];
