import type { Database, Sql } from '../database/database.types.ts';
import type { PaymentProvider } from './provider.ts';

/** A change of an order that others react to. */
export type OrderEvent = {
  /**
   * `registration paid`: a payment pays for the order, and the registration that it belongs to is known, both for the
   * first time.
   * `surplus recorded`: a payment came that is to be refunded, because the registration or the order is paid already.
   */
  type: 'registration paid' | 'surplus recorded';
  orderId: string;
  paymentId: string;
  /** The registration; null for a second payment of an order that is assigned to none. */
  submissionId: number | null;
};

/** The dependencies of everything that takes payments. */
export type PaymentContext = {
  database: Database;
  provider: PaymentProvider;
  /** Is called in the transaction that stores the event. */
  onOrderEvent(sql: Sql, event: OrderEvent): Promise<void>;
};
