import type { CatalogueMessage } from './messages.types.ts';
import { enterValidValues, messagesOf, submit } from './steps.ts';

const send = [enterValidValues, submit];
const register = [
  ...send,
  'createOrder: an open order',
  'loadCheckout: loaded',
  'paymentSucceeded: the customer pays',
];

const refused = (
  flow: string,
  actor: string,
  steps: readonly string[],
  rows: readonly (readonly [condition: string, text: string])[],
): CatalogueMessage[] =>
  messagesOf(
    'Server',
    flow,
    steps,
    rows.map(([condition, text]) => [condition, text, { actor, error: text }]),
  );

const tooMany = (by: string) => `We have received too many requests ${by}. Please try again in a minute.`;

/** The sentences of the server that the site shows as they are; those that every call can have, in the contact form. */
export const serverMessages: readonly CatalogueMessage[] = [
  ...refused('contact', 'send', send, [
    ['429, from one address', tooMany('from your connection')],
    ['429, with one phone number', tooMany('with this phone number')],
    ['429, with one e-mail address', tooMany('with this email address')],
    ['503, busy', 'We have too many requests at the moment. Please try again in a few seconds.'],
    ['503, restart', 'We are restarting. Please try again in a moment.'],
    ['503, too slow', 'That took too long. Please try again in a moment.'],
    ['503, no database', 'We cannot save anything at the moment. Please try again in a few minutes.'],
    ['503, the last request', 'We are still working on your last request. Please try again in a moment.'],
    ['500', 'Something went wrong on our side. Please try again later.'],
    ['403, from another site', 'This form can only be sent from our own site.'],
    ['400, cut off', 'The data did not arrive completely. Please try again.'],
    ['400, a proxy changed it', 'The request could not be understood.'],
  ]),
  ...refused('registration', 'createOrder', send, [
    ['503, no payment provider', 'The payment provider cannot be reached. Please try again in a moment.'],
  ]),
  ...refused('registration', 'register', register, [
    [
      '409, paid for another student',
      'The payment for this e-mail address goes with another student’s name or phone number. Please give those, or call or write to us: your registration is saved, and you do not need to pay again.',
    ],
    [
      '409, paid for another e-mail address',
      'The payment was made for another e-mail address. Your registration is saved, but not as paid: please call or write to us with the payment reference. You do not need to pay again.',
    ],
    [
      '409, registered with other details',
      'This student is registered and paid for already, with other details. Your new details are saved: please call or write to us if they are the right ones. You do not need to pay again.',
    ],
    [
      '503, payment not confirmed',
      'We cannot confirm your payment yet, and another registration with this e-mail address waits for it. Yours is saved: please send it again in a minute, and do not pay again.',
    ],
  ]),
];
