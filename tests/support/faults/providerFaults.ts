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
  | 'it names every payment twice';

/** The orders of an e-mail address with their payments, and the payment status of its registrations. */
export type StoredPayments = { orders: readonly string[]; registrations: readonly string[] };

/** A response to the visitor, and what is stored then. */
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
};
