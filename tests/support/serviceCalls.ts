/** The five calls of the site, and the texts that the visitor reads when one fails. Spec §7, §8. */

/** The text that the visitor reads after each fault; null if the specification counts it as a success. */
export type FailureTexts = {
  unreachable: string;
  timedOut: string;
  /** The service refuses without a reason. */
  silent: string;
  page: string | null;
  gatewayPage: string;
  cutOff: string | null;
  refusalCutOff: string;
};

const TIMED_OUT = 'The server did not answer in time. Please try again.';
const FAILED_TO_FETCH = 'Failed to fetch';

const sameForAll = (text: string) => ({
  silent: text,
  page: text,
  gatewayPage: text,
  cutOff: text,
  refusalCutOff: text,
});

export const serviceCalls = [
  {
    call: '/api/contact',
    flow: 'contact',
    at: 'submitting',
    outcome: 'send: accepted',
    done: 'done',
    words: {
      unreachable: FAILED_TO_FETCH,
      timedOut: TIMED_OUT,
      ...sameForAll('Failed to send message'),
      page: 'Invalid response from server',
      gatewayPage: 'Invalid response from server',
      cutOff: null,
    },
  },
  {
    call: '/api/inquiry',
    flow: 'callBack',
    at: 'submitting.shown',
    outcome: 'send: accepted',
    done: 'done',
    words: {
      unreachable: 'Failed to submit inquiry',
      timedOut: TIMED_OUT,
      ...sameForAll('Failed to submit inquiry'),
      page: null,
      cutOff: null,
    },
  },
  {
    call: '/api/apply',
    flow: 'scholarship',
    at: 'submitting',
    outcome: 'send: accepted without a message',
    done: 'done',
    words: {
      unreachable: 'An error occurred. Please try again later.',
      timedOut: TIMED_OUT,
      ...sameForAll('An error occurred. Please try again later.'),
      silent: 'Failed to submit application',
    },
  },
  {
    call: '/create-order',
    flow: 'registration',
    at: 'creatingOrder',
    outcome: 'createOrder: an open order',
    done: 'loadingCheckout.requesting.onTime',
    words: {
      unreachable:
        'We could not reach the server. You have not paid anything. Please check your connection and try again.',
      timedOut: 'The server did not answer in time. You have not paid anything. Please try again.',
      ...sameForAll('We could not start the payment. Please try again.'),
    },
  },
  {
    call: '/api/register',
    flow: 'registration',
    at: 'registering',
    outcome: 'register: stored',
    done: 'registered',
    words: {
      unreachable: 'We could not reach the server. Please check your connection and try again.',
      timedOut:
        'We have your payment, but could not save the registration. Please try again; you will not pay twice.',
      ...sameForAll(
        'We have your payment, but could not save the registration. Please try again; you will not pay twice.',
      ),
    },
  },
] as const satisfies readonly { words: FailureTexts; [part: string]: unknown }[];

/** The message of a service that temporarily takes no more calls. */
export const RATE_LIMITED_MESSAGE =
  'We have received too many requests with this phone number. Please try again in 2 minutes.';

/** The message of a service that cannot reach its database. */
export const UNAVAILABLE_MESSAGE = 'We cannot take this at the moment. Please try again in a few minutes.';

/** The body of a refusal with a reason. */
export const refusal = (text: string) => ({ success: false, message: text, error: text });
