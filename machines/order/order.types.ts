/**
 * How well a registration is known to be the one that its order was paid for, from weakest to strongest. An order is
 * assigned to the registration with the strongest evidence.
 */
export const evidenceLevels = {
  /** It came while no payment of the order was known. */
  waiting: 0,
  /** It came when the order was known to be paid. */
  arrived: 1,
  /** Its student, phone number and course are those in the payment's notes. */
  named: 2,
  /** It came with the signature that the provider gave the payer's browser. */
  proven: 3,
} as const;

export type Evidence = (typeof evidenceLevels)[keyof typeof evidenceLevels];

/** A captured payment of an order; amounts in the currency's smallest unit (paise). */
export type OrderPayment = {
  id: string;
  amount: number;
  currency: string;
  /** In facts of former releases: the refunded amount that the provider stated, in place of the refunds themselves. */
  refunded?: number;
};

/** A refund of a payment, its amount in paise. A failed refund gives nothing back. */
export type OrderRefund = {
  id: string;
  paymentId: string;
  amount: number;
  status: 'pending' | 'processed' | 'failed';
};

/** A dispute of a payment: the payer asks their bank for the money. */
export type OrderDispute = {
  id: string;
  paymentId: string;
  /** The disputed amount in paise, which may be a part of the payment; all of it where the provider does not say. */
  amount?: number | undefined;
  /** The day by which to respond, as YYYY-MM-DD in India; empty where the provider does not say. */
  respondBy: string;
};

/** The subject of a mail that an action asks for. */
export type OrderReport = {
  /** The mark that tells it from other reports of its kind. */
  reference: string;
  paymentId: string;
  /** In paise. */
  amount?: number;
  hasFailed?: boolean;
  /** Whether a dispute is lost: the bank has taken the amount back. */
  isLost?: boolean;
  /** The day by which to respond to a dispute (YYYY-MM-DD). */
  respondBy?: string;
};

/** The ways in which the office settles an order by hand. */
export const settlements = ['registeredByPhone', 'amountAccepted', 'refundedElsewhere', 'closed'] as const;

export type Settlement = (typeof settlements)[number];

/** The fee of the day on which the order is made, in paise. */
export type OrderInput = { amount: number; currency: string; isLive: boolean };

export type OrderContext = OrderInput & {
  /** Whether the provider's keys move money now, and the order was made with keys that do not. */
  isRehearsal: boolean;
  /** All captured payments, in the order in which they were seen. */
  payments: readonly OrderPayment[];
  refunds: readonly OrderRefund[];
  /** The payment that pays for the order; it stays when it is refunded and no other one takes its place. */
  paymentId: string | null;
  /** The id of the registration that the order is assigned to. */
  registration: number | null;
  evidence: Evidence;
  /** Whether another order pays for the student and course of that registration. */
  isPaidElsewhere: boolean;
  /** A lost dispute takes its amount back. */
  disputes: readonly (OrderDispute & { status: 'open' | 'won' | 'lost' })[];
  /** The ids of the payments that the provider states for this order, but that are stored under another one. */
  misplaced: readonly string[];
  /** The ids of the payments and disputes that the office has settled by hand: they ask for nothing more. */
  settled: readonly string[];
};

/** The registrations of the order's address, by their ids, as they are when a payment or a refund is seen. */
export type KnownRegistrations = {
  /** By payment: the registrations that its notes name, oldest first. A payment whose notes name nobody is left out. */
  named: Readonly<Record<string, readonly number[]>>;
  /** Those whose student and course another order pays for. */
  paidElsewhere: readonly number[];
};

/** A fact about an order. None holds personal data, so that all remain when a person is erased. */
export type OrderEvent =
  /** A captured payment. */
  | ({ type: 'paymentSeen'; payment: OrderPayment } & KnownRegistrations)
  /** A refund, whose payment may be seen later. */
  | ({ type: 'refundSeen'; refund: OrderRefund } & KnownRegistrations)
  /** A payment stored under another order. */
  | { type: 'paymentMisplaced'; paymentId: string }
  /** A registration of the order's address, and its evidence that it paid this order. */
  | { type: 'registrationSent'; registration: number; evidence: Evidence; isPaidElsewhere: boolean }
  /** The fee is no longer the amount of the order. */
  | { type: 'feeChanged' }
  /** The provider is used with other keys than those of the order. */
  | { type: 'keysChanged'; isLive: boolean }
  /** The person of the order is erased. */
  | { type: 'personErased' }
  | { type: 'disputeOpened'; dispute: OrderDispute }
  | { type: 'disputeWon'; dispute: OrderDispute }
  | { type: 'disputeLost'; dispute: OrderDispute }
  /** The office has settled the task of an order. The reason is theirs, and names nobody. */
  | { type: 'settledByHand'; as: Settlement; reason: string }
  /** Nobody has asked for the order in thirty days. */
  | { type: 'thirtyDaysPassed' };
