/**
 * The events beside a tab while its call or its payment window is open. A headless Chromium neither freezes a tab nor
 * keeps a page that was left, so that these are caused on screens.
 */
export type TabFault = 'the page is opened in a second tab' | 'the tab is duplicated';

/** Another tab: its state, and whether it has what was typed in the first. */
export type OtherTab = { state: string; hasDraft: boolean };

export type TabFaultRow = {
  otherTab: Readonly<Record<'contact' | 'registration', OtherTab>>;
  /** The calls of both tabs together. */
  calls: number;
};

/** In the first tab everything is as before: the state, what was typed, and what comes next. */
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

/** How the network can fail, and what Chromium makes of a call then; the tests on screens rely on it. */
export const fetchFaults = {
  'there is no connection': { status: null, error: 'TypeError: Failed to fetch' },
  'the answer is lost half-way': { status: 200, error: 'TypeError: Failed to fetch' },
  'a refusal is lost half-way': { status: 503, error: 'TypeError: Failed to fetch' },
} as const;
