import type { StoredPayments } from './providerFaults.ts';

/** The faults of the events that the payment provider sends to the server. */
export type WebhookFault =
  | 'it comes twice'
  | 'it comes twice under two ids'
  | 'it comes five times at once'
  | 'it comes before the registration'
  | 'it comes after the registration was paid'
  | 'a failure comes after the payment'
  | 'it has another amount'
  | 'it has another currency'
  | 'it has another order'
  | 'it comes under the id of an earlier one'
  | 'it is not signed'
  | 'it is signed with another secret'
  | 'it is a page';

/** The registration, or events about the payment; each is sent when the one before it was answered. */
export type WebhookStep =
  | 'registered'
  | 'paid'
  | 'captured'
  | 'captured again'
  | 'captured under another id and name'
  | 'captured under the id of the failure'
  | 'captured, five times at once'
  | 'failed'
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
  stored: StoredPayments & { confirmations: number };
};

const paidOnce = {
  orders: ['paid and registered: 1 payments'],
  registrations: ['paid'],
  confirmations: 1,
};
const unpaid = { orders: ['open: 0 payments'], registrations: ['pending'], confirmations: 0 };
const wrong = { ...unpaid, orders: ['amount wrong: 1 payments'] };

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
