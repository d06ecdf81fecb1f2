/** An answer of the hosted service: JSON or other text with a status, or no answer because the connection broke. */
export type Reply = { status: number; json: unknown } | { status: number; text: string } | 'disconnected';

/** What comes of asking for the checkout script. */
export type ScriptReply = 'loaded' | 'without its global' | 'not loaded';

/** What happens in the payment window that stands in for the provider's. */
export type CheckoutDeed =
  | { type: 'pay'; paymentId: string; signature: string | null }
  /** A success that names no payment, or that is about another order. */
  | { type: 'unclear'; about: 'no payment' | 'another order' }
  | { type: 'fail'; description: string }
  | { type: 'dismiss' }
  | { type: 'vanish' };

/** The values of the named controls of a form. */
export type FormValues = Record<string, string | boolean>;

/** What a person presses. */
export type Pressable = 'button' | 'link' | 'tab' | 'radio';

/**
 * What a person can do with a flow on a page and see of it, and what the world around the page can do to it.
 * Testing Library and Playwright each bring one, so that a driver is written once. Names and texts are looked for
 * within the element that renders the flow, and must match whole.
 */
export type Hands = {
  /** Loads a page afresh; what the tab keeps stays. */
  open: (path: string) => Promise<void>;
  /** Goes to another page as a link does, or the way back: without loading it afresh. */
  navigate: (path: string) => Promise<void>;
  /** From now on documents come empty, so that a page loads before it shows anything. The page must be opened after it. */
  startEmpty: () => Promise<void>;
  /** Takes the job postings of a category off the site, as another build of it would. The page must be opened after it. */
  withdrawPostings: (category: string) => Promise<void>;
  /** Puts a draft into the tab's storage, as an earlier visit would have. The page must be opened after it. */
  keepDraft: (key: string, draft: unknown) => Promise<void>;

  /** Types a text into a field, also where it stands there already; false where the field cannot be typed into. */
  fill: (label: string, text: string) => Promise<boolean>;
  choose: (label: string, option: string) => Promise<void>;
  tick: (label: RegExp, on: boolean) => Promise<void>;
  /** Chooses a file in a file field, whatever kinds it offers, or none. */
  attach: (label: string | RegExp, fileName: string | null) => Promise<void>;
  /** Presses something; where there are several of its name, the one in the article of another name. */
  press: (name: string | RegExp, role?: Pressable, article?: string) => Promise<void>;
  /** Presses a button twice in quick succession. */
  pressTwice: (name: string | RegExp) => Promise<void>;
  /** Presses a key where the focus is, by its name in the DOM: `Escape`, `ArrowRight`. */
  key: (key: string) => Promise<void>;
  /** Moves the pointer onto the flow, or away from it. */
  hover: (on: boolean) => Promise<void>;
  /** Moves the focus to an element, as with the keyboard. */
  focusOn: (name: string, role?: Pressable) => Promise<void>;
  /** Takes the focus from where it is. */
  blur: () => Promise<void>;
  /** Makes the window as narrow as that of a phone. */
  narrow: () => Promise<void>;
  /** Switches on the setting of the visitor's system that asks for less motion. */
  reduceMotion: () => Promise<void>;
  /** Hides the tab, or shows it again. */
  hideTab: (hidden: boolean) => Promise<void>;

  sees: (text: string) => Promise<void>;
  seesNot: (text: string) => Promise<void>;
  /** Asserts that there is a button of this name, and whether it can be pressed. */
  seesButton: (name: string, can: { press: boolean }) => Promise<void>;
  /** An attribute of an element, by its role and accessible name. */
  attribute: (role: Pressable | 'dialog', name: string, attribute: string) => Promise<string | null>;
  formValues: () => Promise<FormValues>;
  /** The names of the files in the file fields. */
  chosenFiles: () => Promise<string[]>;
  /** Asserts that a tab, and no other, is chosen. */
  seesChosen: (tab: string) => Promise<void>;
  /** The title of the dialog that is open; null where none is. */
  dialog: () => Promise<string | null>;
  /** What has the focus: `contact-name` by its id, else `h1` by its tag, of buttons and links `button Send Message`; empty where nothing has it. */
  focus: () => Promise<string>;
  /** Asserts what has the focus, in the same words; with null, that something has it. */
  hasFocus: (thing: string | null) => Promise<void>;
  /** The state that the page shows for the flow now; null where nothing renders it. */
  state: () => Promise<string | null>;
  /** Asserts the state that the page shows for the flow. */
  isIn: (state: string) => Promise<void>;
  /** What the browser's alert boxes have said so far. */
  alerts: () => Promise<string[]>;

  /** Answers the call that waits at a path. */
  answer: (path: string, reply: Reply) => Promise<void>;
  /** The bodies of the calls made to a path so far. */
  calls: (path: string) => Promise<unknown[]>;
  /** Answers the request for the text of a blog post that waits. */
  answerPost: (reply: 'loaded' | 'not loaded') => Promise<void>;
  /** From now on the code of a screen comes only when `answerScreen` lets it. The page must be opened after it. */
  holdScreens: () => Promise<void>;
  /** Answers the request for the code of the page that the address asks for. */
  answerScreen: (reply: 'loaded' | 'not loaded') => Promise<void>;
  answerScript: (reply: ScriptReply) => Promise<void>;
  /** Makes the next payment window throw when it is made. */
  breakCheckout: () => Promise<void>;
  inCheckout: (deed: CheckoutDeed) => Promise<void>;
  /** Says something on the channel of the visualisers, as another page of the site would, or another visualiser. */
  says: (message: object) => Promise<void>;
  /** How often the visualiser has said something of a type on that channel. */
  heard: (type: string) => Promise<number>;
  /** The transitions that the flow itself has taken on the page so far, by XState's inspection. */
  taken: () => Promise<string[]>;
  /** Lets time pass on the page. Milliseconds. */
  pass: (milliseconds: number) => Promise<void>;
};
