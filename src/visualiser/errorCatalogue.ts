import { catalogue } from '../../machines/catalogue.ts';

/** A message of the error catalogue with the steps that produce it. Spec §8; for a message that was sent, §4. */
export type CatalogueMessage = {
  where: string;
  condition: string;
  /** The text that the visitor reads. */
  text: string;
  /** Further texts that are shown with it. */
  more?: readonly string[];
  flow: string;
  path: string;
  /** The state after the page has been loaded, where it is not the initial state of the flow. */
  start?: string;
  /** The steps after the page has been loaded, by name; an event where it is no case of the flow. */
  steps: readonly (string | { type: string; payload: Readonly<Record<string, unknown>> })[];
};

/** Returns the path of the page on which a flow runs. */
const pagePathOf = (flow: string): string => catalogue.find(({ id }) => id === flow)?.page ?? '/';

const submit = 'submitted: by the button';
const enterValidValues = 'changed: everything valid';

const messagesAfterSending = (
  where: string,
  flow: string,
  before: readonly string[],
  messages: readonly (readonly [condition: string, outcome: string, text: string])[],
): CatalogueMessage[] =>
  messages.map(([condition, outcome, text]) => ({
    where,
    condition,
    text,
    flow,
    path: pagePathOf(flow),
    steps: [...before, enterValidValues, submit, `send: ${outcome}`],
  }));

const stepsToPayment = [enterValidValues, submit, 'createOrder: an open order', 'loadCheckout: loaded'];

const registrationMessage = (
  condition: string,
  text: string,
  steps: readonly string[],
): CatalogueMessage => ({
  where: 'Registration',
  condition,
  text,
  flow: 'registration',
  path: pagePathOf('registration'),
  steps,
});

const paymentFailedText = (description: string) => `Payment failed: ${description}`;

/** Every message of the error catalogue. */
export const errorCatalogue: readonly CatalogueMessage[] = [
  ...messagesAfterSending(
    'Contact',
    'contact',
    [],
    [
      ['response not JSON', 'replied with an HTML page', 'Invalid response from server'],
      [
        'status not ok, the server says why',
        'refused by the server',
        'Messages cannot be taken at the moment.',
      ],
      ['status not ok, without a word', 'refused without a message', 'Failed to send message'],
      ['network failure', 'connection broken', 'Failed to fetch'],
      ['success', 'accepted', 'Message sent successfully!'],
    ],
  ),
  ...messagesAfterSending(
    'Call-back',
    'callBack',
    ['opened: by click'],
    [
      [
        'non-OK response, the server says why',
        'refused by the server',
        'Inquiries cannot be taken at the moment.',
      ],
      ['non-OK response, without a word', 'refused without a message', 'Failed to submit inquiry'],
      ['success', 'accepted', 'Inquiry submitted successfully!'],
    ],
  ),
  {
    where: 'Scholarship',
    condition: 'missing field',
    text: 'Please fill all required fields',
    flow: 'scholarship',
    path: pagePathOf('scholarship'),
    steps: ['changed: no city', submit],
  },
  ...messagesAfterSending(
    'Scholarship',
    'scholarship',
    [],
    [
      [
        'server failure, the server says why',
        'refused by the server',
        'Applications are closed at the moment.',
      ],
      ['server failure, without a word', 'refused without a message', 'Failed to submit application'],
      ['server failure, no answer', 'connection broken', 'An error occurred. Please try again later.'],
      ['success, with a word of the server', 'accepted with a message', 'We have your application.'],
      ['success, without a word', 'accepted without a message', 'Application submitted successfully!'],
    ],
  ),
  registrationMessage('order creation fails', 'Orders cannot be created at the moment.', [
    enterValidValues,
    submit,
    'createOrder: refused by the server',
  ]),
  registrationMessage('payment fails', paymentFailedText('Your payment was declined by the bank.'), [
    ...stepsToPayment,
    'paymentFailed: the bank refuses',
  ]),
  registrationMessage('registration call fails', 'Registrations cannot be stored at the moment.', [
    ...stepsToPayment,
    'paymentSucceeded: the customer pays',
    'register: refused by the server',
  ]),
  registrationMessage(
    'checkout script fails to load',
    paymentFailedText('the payment window could not be loaded. Please check your connection and try again.'),
    [
      enterValidValues,
      submit,
      'createOrder: an open order',
      'loadCheckout: not loaded',
      'after retryDelay',
      'loadCheckout: not loaded',
      'after retryDelay',
      'loadCheckout: not loaded',
    ],
  ),
  {
    ...registrationMessage('success', 'Registration Successful!', [
      ...stepsToPayment,
      'paymentSucceeded: the customer pays',
      'register: stored',
    ]),
    more: [
      'Your payment was processed successfully.',
      'Thank you for registering. You will receive a confirmation email shortly.',
    ],
  },
  {
    where: 'Careers',
    condition: 'empty category',
    text: 'No current openings in this category. Check back later!',
    flow: 'openings',
    path: pagePathOf('openings'),
    steps: [{ type: 'categoryChosen', payload: { category: 'a category without openings' } }],
  },
  {
    where: 'Blog',
    condition: 'empty category',
    text: 'No blog posts found in this category.',
    flow: 'blogList',
    path: '/blog/category/study-skills',
    start: 'empty',
    steps: [],
  },
  {
    where: 'Blog',
    condition: 'unknown slug',
    text: 'Loading...',
    flow: 'blogPost',
    path: '/blog/no-such-post',
    start: 'unknown',
    steps: [],
  },
];
