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
        'We have your payment, but could not save the registration. Please try again. You will not pay twice.',
      ...sameForAll(
        'We have your payment, but could not save the registration. Please try again. You will not pay twice.',
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

/** The faults of a call of the site, from the moment at which it is sent. */
export type CallFault =
  | 'there is no connection'
  | 'no answer comes'
  | 'the answer comes after the time is over'
  | 'the answer is lost half-way'
  | 'a refusal is lost half-way'
  | 'a refusal with a sentence'
  | 'a refusal without one'
  | 'an error of the server with a sentence'
  | 'an error of the server without one'
  | 'a page in place of JSON'
  | 'the page of a gateway'
  | 'the clock is set back by a day'
  | 'the clock is set forward by a day'
  | 'the tab is frozen for an hour and restored'
  | 'the form is sent again while it waits'
  | 'the answer comes in the last second';

/** The page after a fault. */
export type CallFaultRow = {
  /** The text that the visitor reads; null where the call counts as a success. */
  words: (texts: FailureTexts) => string | null;
};

const timedOut: CallFaultRow = { words: (texts) => texts.timedOut };

/**
 * Each fault of each of the five calls. Unless the call counts as a success, the typed values stay in the form,
 * and the next try is one more call, which works.
 */
export const callFaults: Record<CallFault, CallFaultRow> = {
  'there is no connection': { words: ({ unreachable }) => unreachable },
  'no answer comes': timedOut,
  'the answer comes after the time is over': timedOut,
  'the answer is lost half-way': { words: ({ cutOff }) => cutOff },
  'a refusal is lost half-way': { words: ({ refusalCutOff }) => refusalCutOff },
  'a refusal with a sentence': { words: () => RATE_LIMITED_MESSAGE },
  'a refusal without one': { words: ({ silent }) => silent },
  'an error of the server with a sentence': { words: () => UNAVAILABLE_MESSAGE },
  'an error of the server without one': { words: ({ silent }) => silent },
  'a page in place of JSON': { words: ({ page }) => page },
  'the page of a gateway': { words: ({ gatewayPage }) => gatewayPage },
  'the clock is set back by a day': timedOut,
  'the clock is set forward by a day': timedOut,
  'the tab is frozen for an hour and restored': timedOut,
  'the form is sent again while it waits': timedOut,
  'the answer comes in the last second': { words: () => null },
};

/** The faults of the storage of a tab, which has the draft. */
export type StorageFault = 'storage is full' | 'storage is forbidden';

/** The page after a fault is the page without it. */
export const storageFaults: Record<StorageFault, { stored: string | null }> = {
  'storage is full': { stored: null },
  'storage is forbidden': { stored: null },
};

/** The forms in which a draft can be found, other than as it was saved. */
export type DraftFault =
  | 'the draft is empty'
  | 'the draft is cut off'
  | 'the draft is null'
  | 'the draft is a list'
  | 'the draft has no time'
  | 'the draft has no content'
  | 'the draft is that of another form';

/** The stored text, in which NOW is the time. The form is as without a draft, and the draft is gone. */
export const draftFaults: Record<DraftFault, string> = {
  'the draft is empty': '',
  'the draft is cut off': '{"savedAt":17',
  'the draft is null': 'null',
  'the draft is a list': '[1,2]',
  'the draft has no time': '{"draft":{"name":"Asha"}}',
  'the draft has no content': '{"savedAt":NOW,"draft":null}',
  'the draft is that of another form': '{"savedAt":NOW,"draft":{"values":7,"kind":[]}}',
};

/** How far the clock is moved after a draft was saved. */
export type ClockFault =
  | 'the clock is set forward by 23 hours'
  | 'the clock is set back by 23 hours'
  | 'the clock is set forward by 25 hours'
  | 'the clock is set back by 25 hours';

/** A draft is of use for a day, in whichever direction the clock goes. */
export const clockFaults: Record<ClockFault, { hours: number; isRestored: boolean }> = {
  'the clock is set forward by 23 hours': { hours: 23, isRestored: true },
  'the clock is set back by 23 hours': { hours: -23, isRestored: true },
  'the clock is set forward by 25 hours': { hours: 25, isRestored: false },
  'the clock is set back by 25 hours': { hours: -25, isRestored: false },
};

/**
 * The events beside a tab while its call or its payment window is open. A headless Chromium neither freezes a tab
 * nor keeps a page that was left, so that these are caused on screens.
 */
export type TabFault = 'the page is opened in a second tab' | 'the tab is duplicated';

/** Another tab: its state, and whether it has the values typed in the first. */
export type OtherTab = { state: string; hasDraft: boolean };

export type TabFaultRow = {
  otherTab: Readonly<Record<'contact' | 'registration', OtherTab>>;
  /** The calls of both tabs together. */
  calls: number;
};

/** In the first tab everything is as before: the state, the typed values, and the next step. */
export const tabFaults: Record<TabFault, TabFaultRow> = {
  'the page is opened in a second tab': {
    otherTab: {
      contact: { state: 'idle', hasDraft: false },
      registration: { state: 'editing.idle', hasDraft: false },
    },
    calls: 1,
  },
  'the tab is duplicated': {
    otherTab: {
      contact: { state: 'idle', hasDraft: true },
      registration: { state: 'editing.interrupted', hasDraft: true },
    },
    calls: 1,
  },
};

/** How the network can fail, and Chromium's message for a call then; the tests on screens rely on it. */
export const fetchFaults = {
  'there is no connection': { status: null, error: 'TypeError: Failed to fetch' },
  'the answer is lost half-way': { status: 200, error: 'TypeError: Failed to fetch' },
  'a refusal is lost half-way': { status: 503, error: 'TypeError: Failed to fetch' },
} as const;
