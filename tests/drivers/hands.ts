/** An answer of the hosted service: JSON or other text with a status, or no answer because the connection broke. */
export type Reply = { status: number; json: unknown } | { status: number; text: string } | 'disconnected';

/** What comes of asking for the checkout script. */
export type ScriptReply = 'loaded' | 'without its global' | 'not loaded';

/** What happens in the payment window that stands in for the provider's. */
export type CheckoutDeed =
  | { type: 'pay'; paymentId: string }
  | { type: 'fail'; description: string }
  | { type: 'dismiss' }
  | { type: 'vanish' };

/** The values of the named controls on the page. */
export type FormValues = Record<string, string | boolean>;

/**
 * What a person can do with a page and see of it, and what the world around the page can do to it.
 * Testing Library and Playwright each bring one, so that a driver is written once.
 */
export type Hands = {
  /** Loads a page afresh; what the tab keeps stays. */
  open: (path: string) => Promise<void>;
  /** Puts a draft into the tab's storage, as an earlier visit would have. */
  keepDraft: (key: string, draft: unknown) => Promise<void>;

  fill: (label: string, text: string) => Promise<void>;
  choose: (label: string, option: string) => Promise<void>;
  tick: (label: RegExp, on: boolean) => Promise<void>;
  press: (button: string | RegExp) => Promise<void>;

  sees: (text: string) => Promise<void>;
  seesNot: (text: string) => Promise<void>;
  /** Asserts that there is a button of this name, and whether it can be pressed. */
  seesButton: (name: string, can: { press: boolean }) => Promise<void>;
  formValues: () => Promise<FormValues>;
  /** The id of the element that has the focus. */
  focus: () => Promise<string>;
  /** Asserts the state that the page shows for a flow. */
  isIn: (flow: string, state: string) => Promise<void>;

  /** Answers the call that waits at a path. */
  answer: (path: string, reply: Reply) => Promise<void>;
  /** The bodies of the calls made to a path so far. */
  calls: (path: string) => Promise<unknown[]>;
  answerScript: (reply: ScriptReply) => Promise<void>;
  /** Makes the next payment window throw when it is made. */
  breakCheckout: () => Promise<void>;
  inCheckout: (deed: CheckoutDeed) => Promise<void>;
  /** Lets time pass on the page. Milliseconds. */
  pass: (milliseconds: number) => Promise<void>;
};
