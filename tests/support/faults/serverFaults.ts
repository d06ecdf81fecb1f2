/** How a caller can lose the connection to the server. */
export type ConnectionFault =
  | 'the connection is lost in mid-call'
  | 'the connection is lost before the answer';

/** The rows of each call: after the fault, and after a second try of the caller, who has seen no answer. */
type StoredRows = Readonly<Record<string, { after: number; afterSecondTry: number }>>;

const everyCall = (after: number, forms: number): StoredRows => ({
  '/api/contact': { after, afterSecondTry: forms },
  '/api/inquiry': { after, afterSecondTry: forms },
  '/api/apply': { after, afterSecondTry: forms },
  '/create-order': { after, afterSecondTry: 1 },
  '/api/register': { after, afterSecondTry: 1 },
});

/** A message that is sent twice is two messages; an order and a registration are one. */
export const connectionFaults: Record<ConnectionFault, StoredRows> = {
  'the connection is lost in mid-call': everyCall(0, 1),
  'the connection is lost before the answer': everyCall(1, 2),
};

/** The faults of the server's process. */
export type MachineFault = 'the process is killed in the middle of a call';

export type MachineFaultRow = {
  /** The status of a call that the fault meets; null where there is no answer. */
  statuses: readonly (number | null)[];
  error: string | null;
  /** How often a row is stored of a call with an answer of 200, and at most of any other. */
  stored: { acknowledged: 1; others: 0 | 1 };
};

export const machineFaults: Record<MachineFault, MachineFaultRow> = {
  'the process is killed in the middle of a call': {
    statuses: [null],
    error: null,
    stored: { acknowledged: 1, others: 1 },
  },
};

/** The faults of the payment provider's answers to the server. */
export type ProviderFault =
  | 'its answer comes too late'
  | 'its answer is lost half-way'
  | 'it answers with a page'
  | 'it answers with an error'
  | 'it refuses'
  | 'it answers with something else'
  | 'it answers with another amount'
  | 'it answers with another currency'
  | 'it answers with another order'
  | 'it names every payment twice'
  | 'it has authorized every payment, and captured none';

/** The orders of an e-mail address with their payments, and the payment status of its registrations. */
export type StoredPayments = { orders: readonly string[]; registrations: readonly string[] };

/** A response to the visitor, and the stored payments. */
type Outcome = StoredPayments & { status: number; error: string | null };

export type ProviderFaultRow = {
  /** `/create-order` for an address without an order. */
  newOrder: Outcome;
  /** `/create-order` for an address whose order has been paid. */
  paidOrder: Outcome;
  /** `/api/register` for such an address. */
  registration: Outcome;
  /** The rows when the provider is well again and all three calls are repeated. */
  after: { newOrder: StoredPayments; paidOrder: StoredPayments; registration: StoredPayments };
};

const OPEN = 'open: 0 payments';
const PAID = 'paid and not registered: 1 payments';
const REGISTERED = 'paid and registered: 1 payments';
const WRONG = 'amount wrong: 1 payments';

const outcome =
  (status: number, error: string | null) =>
  (orders: readonly string[], registrations: readonly string[] = []): Outcome => ({
    status,
    error,
    orders,
    registrations,
  });

const success = outcome(200, null);
const unreachable = outcome(503, 'The payment provider cannot be reached. Please try again in a moment.');
const beingConfirmed = outcome(409, 'Your payment is being confirmed. Please do not pay again.');
const refused = outcome(502, 'The payment provider did not accept the request. Please try again later.');

const after = {
  newOrder: { orders: [OPEN], registrations: [] },
  paidOrder: { orders: [PAID], registrations: [] },
  registration: { orders: [REGISTERED], registrations: ['paid'] },
};

const withoutAnswer = (failed: typeof unreachable): ProviderFaultRow => ({
  newOrder: failed([]),
  paidOrder: failed([OPEN]),
  registration: success([OPEN], ['pending']),
  after,
});

/** The first amount of a payment stays: an operator returns the money, and the visitor pays again. */
const withOtherMoney: ProviderFaultRow = {
  newOrder: refused([]),
  paidOrder: success([WRONG]),
  registration: success([WRONG], ['pending']),
  after: {
    newOrder: after.newOrder,
    paidOrder: { orders: [WRONG], registrations: [] },
    registration: { orders: [WRONG], registrations: ['pending'] },
  },
};

export const providerFaults: Record<ProviderFault, ProviderFaultRow> = {
  'its answer comes too late': withoutAnswer(unreachable),
  'its answer is lost half-way': withoutAnswer(unreachable),
  'it answers with a page': withoutAnswer(unreachable),
  'it answers with an error': withoutAnswer(unreachable),
  'it refuses': withoutAnswer(refused),
  'it answers with something else': withoutAnswer(refused),
  'it answers with another amount': withOtherMoney,
  'it answers with another currency': withOtherMoney,
  'it answers with another order': {
    newOrder: refused([]),
    paidOrder: success([OPEN]),
    registration: success([OPEN], ['pending']),
    after,
  },
  'it names every payment twice': {
    newOrder: success([OPEN]),
    paidOrder: success([PAID]),
    registration: success([REGISTERED], ['paid']),
    after,
  },
  'it has authorized every payment, and captured none': {
    newOrder: success([OPEN]),
    paidOrder: beingConfirmed([OPEN]),
    registration: success([OPEN], ['pending']),
    after,
  },
};

/** The faults of the events that the payment provider sends to the server. */
export type WebhookFault =
  | 'it comes twice'
  | 'it comes twice under two ids'
  | 'it comes five times at once'
  | 'it comes before the registration'
  | 'it comes after the registration was paid'
  | 'a failure comes after the payment'
  | 'a failure of the same payment comes before it'
  | 'it is for another course of the same child'
  | 'it is a second one for the same course'
  | 'it is a second one for the same course, with other details'
  | 'it is for the same child under another address'
  | 'it has another amount'
  | 'it has another currency'
  | 'it has another order'
  | 'it comes under the id of an earlier one'
  | 'it is not signed'
  | 'it is signed with another secret'
  | 'it is a page';

/** The registration, or events about the payment; each is sent after the answer to the one before. */
export type WebhookStep =
  | 'registered'
  | 'registered for another course'
  | 'registered with other details'
  | 'paid'
  | 'paid and registered under another address'
  | 'captured'
  | 'captured for another course'
  | 'captured a second time'
  | 'captured again'
  | 'captured under another id and name'
  | 'captured under the id of the failure'
  | 'captured, five times at once'
  | 'failed'
  | 'failed, then authorized'
  | 'of 20 rupees'
  | 'in dollars'
  | 'of another order'
  | 'without a signature'
  | 'with another signature'
  | 'a page';

export type WebhookFaultRow = {
  steps: readonly WebhookStep[];
  /** The last response: its status and its error, which is none where it is acknowledged. */
  status: number;
  error: string | null;
  stored: StoredPayments & {
    /** Mails to the family that a registration is paid, and that a second payment will be refunded. */
    mails: { confirmation: number; refundPromise: number };
    /** The tasks of the office. */
    tasks: readonly string[];
  };
};

type StoredAfterWebhook = WebhookFaultRow['stored'];

const paidOnce: StoredAfterWebhook = {
  orders: [REGISTERED],
  registrations: ['paid'],
  mails: { confirmation: 1, refundPromise: 0 },
  tasks: [],
};
const paidTwice: StoredAfterWebhook = {
  ...paidOnce,
  orders: [REGISTERED, 'surplus: 1 payments'],
  mails: { confirmation: 1, refundPromise: 1 },
  tasks: ['refund'],
};
const unpaid: StoredAfterWebhook = {
  orders: [OPEN],
  registrations: ['pending'],
  mails: { confirmation: 0, refundPromise: 0 },
  tasks: [],
};
const wrong: StoredAfterWebhook = { ...unpaid, orders: [WRONG], tasks: ['refund, or ask the family'] };

const acknowledged = { status: 200, error: null };
const forged = { status: 400, error: 'The signature of the webhook is not right.', stored: unpaid };

export const webhookFaults: Record<WebhookFault, WebhookFaultRow> = {
  'it comes twice': {
    steps: ['registered', 'captured', 'captured again'],
    ...acknowledged,
    stored: paidOnce,
  },
  'it comes twice under two ids': {
    steps: ['registered', 'captured', 'captured under another id and name'],
    ...acknowledged,
    stored: paidOnce,
  },
  'it comes five times at once': {
    steps: ['registered', 'captured, five times at once'],
    ...acknowledged,
    stored: paidOnce,
  },
  'it comes before the registration': {
    steps: ['captured', 'registered'],
    ...acknowledged,
    stored: paidOnce,
  },
  'it comes after the registration was paid': {
    steps: ['paid', 'registered', 'captured'],
    ...acknowledged,
    stored: paidOnce,
  },
  'a failure comes after the payment': {
    steps: ['registered', 'captured', 'failed'],
    ...acknowledged,
    stored: paidOnce,
  },
  'a failure of the same payment comes before it': {
    steps: ['registered', 'failed, then authorized', 'captured', 'captured under another id and name'],
    ...acknowledged,
    stored: paidOnce,
  },
  'it is for another course of the same child': {
    steps: ['paid', 'registered', 'captured for another course', 'registered for another course'],
    ...acknowledged,
    stored: {
      ...paidOnce,
      orders: [REGISTERED, REGISTERED],
      registrations: ['paid', 'paid'],
      mails: { confirmation: 2, refundPromise: 0 },
    },
  },
  'it is a second one for the same course': {
    steps: ['paid', 'registered', 'captured a second time', 'registered'],
    ...acknowledged,
    stored: paidTwice,
  },
  'it is a second one for the same course, with other details': {
    steps: ['paid', 'registered', 'captured a second time', 'registered with other details'],
    ...acknowledged,
    stored: { ...paidTwice, registrations: ['paid', 'surplus'] },
  },
  'it is for the same child under another address': {
    steps: ['paid', 'registered', 'paid and registered under another address'],
    ...acknowledged,
    stored: {
      ...paidOnce,
      mails: { confirmation: 2, refundPromise: 0 },
      tasks: ['ask the family, and refund one'],
    },
  },
  'it has another amount': { steps: ['registered', 'of 20 rupees'], ...acknowledged, stored: wrong },
  'it has another currency': { steps: ['registered', 'in dollars'], ...acknowledged, stored: wrong },
  'it has another order': { steps: ['registered', 'of another order'], ...acknowledged, stored: unpaid },
  'it comes under the id of an earlier one': {
    steps: ['registered', 'failed', 'captured under the id of the failure'],
    ...acknowledged,
    stored: unpaid,
  },
  'it is not signed': { steps: ['registered', 'without a signature'], ...forged },
  'it is signed with another secret': { steps: ['registered', 'with another signature'], ...forged },
  'it is a page': {
    steps: ['registered', 'a page'],
    status: 400,
    error: 'The webhook is not JSON.',
    stored: unpaid,
  },
};
