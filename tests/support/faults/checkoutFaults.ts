/** The faults between the order and the registration: of the provider's script, and of its window. */
export type CheckoutFault =
  | 'the script never comes'
  | 'the script comes after its time is over'
  | 'the script comes twice'
  | 'the script comes after the last attempt'
  | 'the script comes again while its window is open'
  | 'the script defines nothing, twice'
  | 'the clock is set back while the script is awaited'
  | 'the clock is set back while the window is open'
  | 'the tab is frozen and restored while the script is awaited'
  | 'the tab is frozen and restored while the window is open'
  | 'a success is reported twice'
  | 'successes of two payments are reported'
  | 'a success is reported again when the student is registered'
  | 'a failure is reported after the success'
  | 'the window is closed after the success'
  | 'a success is reported after a failure'
  | 'a success is reported after the window was closed'
  | 'a success is reported after the window was gone'
  | 'a success names no payment'
  | 'a success is that of another order'
  | 'the window vanishes beside an element of an extension'
  | 'the window vanishes and leaves the page locked'
  | 'the window takes no listener'
  | 'the window throws while it opens'
  | 'the window throws while it opens, and is paid'
  | 'the window throws while it is closed after a payment'
  | 'the window throws while it is closed unpaid'
  | 'a success cannot be read'
  | 'a failure cannot be read';

/** The causes in addition to the steps of the registration's driver. */
export type CheckoutCause =
  | 'the first script comes'
  | 'the second script comes'
  | 'another success is reported'
  | 'the clock is set back by a day'
  | 'the tab is frozen and restored'
  | 'an extension adds an element'
  | 'the window locks the page'
  | 'a script comes whose on() throws'
  | 'a script comes whose open() throws'
  | 'a script comes whose close() throws'
  | 'a success that throws is reported'
  | 'a failure that throws is reported'
  | `${number} s pass`;

/** The page, the calls, and the payment in the draft. */
export type CheckoutStored = {
  scripts: number;
  windows: number;
  /** Calls since the page was opened. */
  calls: { '/create-order': number; '/api/register': number };
  paymentId: string | null;
};

export type CheckoutFaultRow = {
  /** The steps after the order; the payment window is opened where the first one loads the script. */
  steps: readonly string[];
  state: string;
  /** The alert; null where there is none. */
  text: string | null;
  stored: CheckoutStored;
};

const LOADED = 'loadCheckout: loaded';
const PAID = 'paymentSucceeded: the customer pays';
const FAILED = 'paymentFailed: the bank refuses';
const VANISHES = 'checkoutVanished: the window closes without an event';
const CLOSED = 'checkoutDismissed: the customer closes the window';
const SUBMITTED = 'submitted: by the button';

const seconds = (count: number): CheckoutCause => `${count} s pass`;
const untilGivenUp = [seconds(20), seconds(1), seconds(20), seconds(1), seconds(20)];

const UNREACHABLE =
  'Payment failed: the payment window did not load. Please check your connection and your content blocker, and try again.';
const UNCLEAR =
  'The payment window did not say which payment was made. Your details are saved. Before you pay again, please press “Check my payment”.';
const VANISHED =
  'The payment window closed without an answer. Your details are saved. Before you pay again, please press “Check my payment”.';

const stored = (
  { scripts, windows }: { scripts: number; windows: number },
  registrations = 0,
  paymentId: string | null = null,
): CheckoutStored => ({
  scripts,
  windows,
  calls: { '/create-order': 1, '/api/register': registrations },
  paymentId,
});

const nothing = stored({ scripts: 0, windows: 0 });
const openWindow = stored({ scripts: 1, windows: 1 });
const closedWindow = stored({ scripts: 1, windows: 0 });
const onePayment = stored({ scripts: 1, windows: 0 }, 1, 'pay_now');

const registering = { state: 'registering', text: null, stored: onePayment };
const unclear = { state: 'editing.unclear', text: UNCLEAR, stored: closedWindow };
const dismissed = {
  state: 'editing.dismissed',
  text: 'You closed the payment window. Your details are saved. Before you pay again, please press “Check my payment”.',
  stored: closedWindow,
};
const vanished = { state: 'paying.formShown.vanished', text: VANISHED, stored: closedWindow };

/** Each begins with an order that is to be paid. */
export const checkoutFaults: Record<CheckoutFault, CheckoutFaultRow> = {
  'the script never comes': {
    steps: untilGivenUp,
    state: 'editing.unreachable',
    text: UNREACHABLE,
    stored: nothing,
  },
  'the script comes after its time is over': {
    steps: [seconds(20), 'the first script comes', seconds(1)],
    state: 'paying.open',
    text: null,
    stored: stored({ scripts: 0, windows: 1 }),
  },
  'the script comes twice': {
    steps: [seconds(20), seconds(1), 'the first script comes', 'the second script comes'],
    state: 'paying.open',
    text: null,
    stored: openWindow,
  },
  'the script comes after the last attempt': {
    steps: [...untilGivenUp, 'the first script comes', SUBMITTED],
    state: 'paying.open',
    text: null,
    stored: stored({ scripts: 0, windows: 1 }),
  },
  'the script comes again while its window is open': {
    steps: [LOADED, 'the first script comes'],
    state: 'paying.open',
    text: null,
    stored: openWindow,
  },
  'the script defines nothing, twice': {
    steps: ['loadCheckout: without its global', SUBMITTED, 'loadCheckout: without its global'],
    state: 'editing.unusable',
    text: 'Payment failed: the payment window did not start. A content blocker may stop it. Please allow it, and try again.',
    stored: nothing,
  },
  'the clock is set back while the script is awaited': {
    steps: ['the clock is set back by a day', ...untilGivenUp],
    state: 'editing.unreachable',
    text: UNREACHABLE,
    stored: nothing,
  },
  'the clock is set back while the window is open': {
    steps: [LOADED, 'the clock is set back by a day', seconds(30 * 60)],
    state: 'paying.formShown.vanished',
    text: VANISHED,
    stored: openWindow,
  },
  'the tab is frozen and restored while the script is awaited': {
    steps: ['the tab is frozen and restored'],
    state: 'loadingCheckout.requesting.onTime',
    text: null,
    stored: stored({ scripts: 1, windows: 0 }),
  },
  'the tab is frozen and restored while the window is open': {
    steps: [LOADED, 'the tab is frozen and restored'],
    state: 'paying.open',
    text: null,
    stored: openWindow,
  },
  'a success is reported twice': { steps: [LOADED, PAID, PAID], ...registering },
  'successes of two payments are reported': {
    steps: [LOADED, PAID, 'another success is reported'],
    ...registering,
  },
  'a success is reported again when the student is registered': {
    steps: [LOADED, PAID, 'register: stored', 'another success is reported'],
    state: 'registered',
    text: null,
    stored: onePayment,
  },
  'a failure is reported after the success': { steps: [LOADED, PAID, FAILED], ...registering },
  'the window is closed after the success': { steps: [LOADED, PAID, CLOSED, seconds(2)], ...registering },
  'a success is reported after a failure': { steps: [LOADED, FAILED, PAID], ...registering },
  'a success is reported after the window was closed': {
    steps: [LOADED, CLOSED, PAID],
    ...dismissed,
  },
  'a success is reported after the window was gone': {
    steps: [LOADED, VANISHES, PAID],
    ...registering,
  },
  'a success names no payment': {
    steps: [LOADED, 'paymentUnclear: a success without a payment', PAID],
    ...unclear,
  },
  'a success is that of another order': {
    steps: [LOADED, 'paymentUnclear: a success for another order', PAID],
    ...unclear,
  },
  'the window vanishes beside an element of an extension': {
    steps: ['an extension adds an element', LOADED, 'an extension adds an element', VANISHES],
    ...vanished,
  },
  'the window vanishes and leaves the page locked': {
    steps: [LOADED, 'the window locks the page', VANISHES],
    ...vanished,
  },
  'the window takes no listener': {
    steps: ['a script comes whose on() throws'],
    state: 'editing.blocked',
    text: 'Payment failed: the payment window did not open. Please try again.',
    stored: closedWindow,
  },
  'the window throws while it opens': {
    steps: ['a script comes whose open() throws'],
    ...vanished,
    stored: openWindow,
  },
  'the window throws while it opens, and is paid': {
    steps: ['a script comes whose open() throws', PAID],
    ...registering,
  },
  'the window throws while it is closed after a payment': {
    steps: ['a script comes whose close() throws', PAID],
    ...registering,
  },
  'the window throws while it is closed unpaid': {
    steps: ['a script comes whose close() throws', CLOSED],
    ...dismissed,
  },
  'a success cannot be read': { steps: [LOADED, 'a success that throws is reported'], ...unclear },
  'a failure cannot be read': {
    steps: [LOADED, 'a failure that throws is reported'],
    state: 'paying.formShown.declined',
    text: 'Payment failed: the payment provider gave no reason. Please try again.',
    stored: openWindow,
  },
};
