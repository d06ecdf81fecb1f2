import { type FailureTexts, RATE_LIMITED_MESSAGE, UNAVAILABLE_MESSAGE } from '../serviceCalls.ts';

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
 * Each fault of each of the five calls. Unless the call counts as a success, what was typed stays in the form, and the
 * next try is one more call, which works.
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
