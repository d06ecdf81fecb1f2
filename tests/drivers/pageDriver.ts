import type { Expectation, FormValues, PressableRole } from '../../machines/checks/checks.types.ts';

export type { PressableRole };

/** A response of the hosted service: JSON or other text with a status, or none because the connection broke. */
export type Reply = { status: number; json: unknown } | { status: number; text: string } | 'disconnected';

/** The reply to a request for a file of the site. */
export type FileReply = 'loaded' | 'not loaded';

/** The reply to the request for the checkout script, which may load without defining its global. */
export type ScriptReply = FileReply | 'without its global';

/** An action of the customer, or of the provider, in the payment window. */
export type CheckoutAction =
  | { type: 'pay'; paymentId: string; signature: string | null }
  /** A success that names no payment, or that is about another order. */
  | { type: 'unclear'; about: 'no payment' | 'another order' }
  | { type: 'fail'; description: string }
  /** A report of the provider, with any content. */
  | { type: 'report'; event: 'success' | 'failure'; response: unknown }
  | { type: 'dismiss' }
  | { type: 'vanish' };

declare global {
  interface Window {
    /** Acts in the payment window of the fake script of the provider, razorpay.fake.js. */
    performInCheckout?: (action: CheckoutAction) => void;
    /** Makes the constructor of the next payment window throw. */
    isCheckoutBroken?: boolean;
  }
}

/** The browser and its tab. */
export type BrowserDriver = {
  /** Loads a page afresh; the storage of the tab stays. */
  open: (path: string) => Promise<void>;
  /** Goes to another page without loading it afresh, as a link does. */
  navigate: (path: string) => Promise<void>;
  /** Saves a draft in the storage of the tab, as an earlier visit does. The page must be opened after it. */
  saveDraft: (key: string, draft: unknown) => Promise<void>;
  /** Makes the window as narrow as that of a phone. */
  resizeToPhone: () => Promise<void>;
  /** Switches on the setting of the visitor's system that asks for less motion. */
  preferReducedMotion: () => Promise<void>;
  /** Hides the tab, or shows it again. */
  setTabHidden: (isHidden: boolean) => Promise<void>;
  /** Lets the browser say that the device has no network, or has one again; calls still reach the service. */
  setOffline: (isOffline: boolean) => Promise<void>;
  /** The texts of the alert boxes so far. */
  alerts: () => Promise<string[]>;
};

/**
 * The visitor, who types, presses and points. Elements are found within the element that renders the flow; a label
 * or name that is a string must match whole.
 */
export type UserDriver = {
  /** Replaces the text of a field, also by the same text. False where the field is read-only. */
  fill: (label: string, text: string) => Promise<boolean>;
  selectOption: (label: string, option: string) => Promise<void>;
  setChecked: (label: RegExp, isChecked: boolean) => Promise<void>;
  /** Chooses a file in a file field, of any type, or none; without a content it is a PDF. */
  upload: (label: string | RegExp, fileName: string | null, content?: string) => Promise<void>;
  /** Presses an element, by default a button; `article` is the name of the article around it. */
  press: (name: string | RegExp, role?: PressableRole, article?: string) => Promise<void>;
  /** Presses a button with the mouse, twice in quick succession. */
  pressTwice: (name: string | RegExp) => Promise<void>;
  /** Presses with the mouse an element that is no stop of the keyboard. */
  point: (name: string) => Promise<void>;
  /** Presses a key where the focus is, by its name in the DOM: `Escape`, `ArrowRight`. */
  pressKey: (key: string) => Promise<void>;
  /** Moves the pointer onto the flow. */
  hover: () => Promise<void>;
  /** Moves the pointer off the flow. */
  unhover: () => Promise<void>;
  /** Moves the focus to an element, as with the keyboard. */
  focus: (name: string, role?: PressableRole) => Promise<void>;
  /** Removes the focus from its element. */
  blur: () => Promise<void>;
};

/**
 * The flow as its page shows it. Elements are found within the element that renders it, and texts and names must
 * match whole. Each `expect…` fails where the page shows something else.
 */
export type ScreenDriver = {
  expectText: (text: string) => Promise<void>;
  expectNoText: (text: string) => Promise<void>;
  expectButton: (name: string, expected: { isEnabled: boolean }) => Promise<void>;
  /** Expects this tab, and no other, to be selected. */
  expectSelectedTab: (name: string) => Promise<void>;
  /** Expects the focus on an element, named as `focusedElement` does; with null, on any element. */
  expectFocus: (element: string | null) => Promise<void>;
  /** Expects the state that the page shows for the flow. */
  expectState: (state: string) => Promise<void>;
  /**
   * A sentence for each unmet expectation of a state of the flow, null for a met one, and the element with the
   * focus: all at once, because each assertion takes its time to the browser and back.
   */
  findings?: (
    state: string,
    expected: readonly Expectation[],
    alerts: readonly string[],
  ) => Promise<{ problems: (string | null)[]; focused: string }>;
  /** Milliseconds in which `findings` must come to meet all expectations, where they are not the usual ones. */
  patience?: number;
  /** One sentence for each fault of the document, in any state. */
  documentProblems: () => Promise<string[]>;
  /**
   * Everything that has gone wrong on the page so far besides its content: exceptions, rejections, errors and
   * warnings of the console, and failed requests that the test has not caused.
   */
  incidents: () => readonly string[];
  attribute: (role: PressableRole | 'dialog', name: string, attribute: string) => Promise<string | null>;
  formValues: () => Promise<FormValues>;
  /** The names of the files in the file fields. */
  fileNames: () => Promise<string[]>;
  /** The title of the open dialog; null where none is open. */
  dialogTitle: () => Promise<string | null>;
  /**
   * The element with the focus: `contact-name` by its id, else `h1` by its tag, for buttons and links `button Send
   * Message`; empty where none has it.
   */
  focusedElement: () => Promise<string>;
  /** The state that the page shows for the flow; null where nothing renders it. */
  state: () => Promise<string | null>;
  /**
   * A picture of the page: an HTML document with the values of its fields, or an image as a data URL without them.
   */
  picture: () => Promise<string>;
  /**
   * The transitions that the flow itself has taken on the page so far, by XState's inspection. With a number it
   * waits for as many, for a while: a page may look the same before and after a step.
   */
  takenTransitions: (atLeast?: number) => Promise<string[]>;
};

/** The network. Every call to the service and every request for a blog post waits for its reply. */
export type NetworkDriver = {
  /** Replies to the call that waits at a path. */
  reply: (path: string, reply: Reply) => Promise<void>;
  /** The bodies of the calls made to a path so far. */
  calls: (path: string) => Promise<unknown[]>;
  /** Replies to the request for the text of a blog post. */
  replyForPost: (reply: FileReply) => Promise<void>;
  /** Lets the code of each screen wait for `replyForScreen`. The page must be opened after it. */
  pauseScreens: () => Promise<void>;
  /** Replies to the request for the code of the screen at the current address. */
  replyForScreen: (reply: FileReply) => Promise<void>;
};

/** The clock of the page, which stands still by itself. */
export type ClockDriver = {
  advance: (milliseconds: number) => Promise<void>;
};

/** The build of the site. The page must be opened after a change of it. */
export type BuildDriver = {
  /** Serves documents without their prerendered content, so that a page loads before it shows anything. */
  disablePrerendering: () => Promise<void>;
  /** Leaves out the job postings of a category. */
  removePostings: (category: string) => Promise<void>;
};

/** The checkout of the payment provider: its script and its payment window. */
export type CheckoutDriver = {
  /** Replies to the request for the script. */
  replyForScript: (reply: ScriptReply) => Promise<void>;
  /** Makes the constructor of the next payment window throw. */
  breakNextWindow: () => Promise<void>;
  /** Acts in the open payment window. */
  perform: (action: CheckoutAction) => Promise<void>;
};

/** The broadcast channel between visualisers and the pages of the site. */
export type ChannelDriver = {
  /** Posts a message as another page of the site does, or another visualiser. */
  post: (message: object) => Promise<void>;
  /** How many messages of a type, or commands of a type, the visualiser has posted. */
  countPosted: (type: string) => Promise<number>;
  /** The number of the last check that the visualiser has asked a page for; 0 where it has asked for none. */
  lastCheck: () => Promise<number>;
};

/**
 * The actions of a test on a page with a flow, and its view of it. Testing Library and Playwright implement it, so
 * that the driver of a flow is written once.
 */
export type PageDriver = {
  /** Does something that a page may make impossible, without waiting for long until it is possible. */
  impatiently?: <Result>(run: () => Promise<Result>) => Promise<Result>;
  browser: BrowserDriver;
  user: UserDriver;
  screen: ScreenDriver;
  network: NetworkDriver;
  clock: ClockDriver;
  build: BuildDriver;
  checkout: CheckoutDriver;
  channel: ChannelDriver;
};
