import type { Database, Sql } from '../database/database.types.ts';
import type { PaymentProvider } from './provider.ts';

/** Something that has become true of an order. */
export interface OrderEvent {
  /**
   * `registration paid`: the order is paid and the registration that it belongs to is known, both for the first time.
   * `surplus recorded`: a payment came in that is to be refunded, because the registration or the order is paid already.
   */
  type: 'registration paid' | 'surplus recorded';
  orderId: string;
  paymentId: string;
  /** The registration; null where the second payment of an order belongs to nobody that is known. */
  submissionId: number | null;
}

/** What taking payments needs. */
export interface PaymentContext {
  database: Database;
  provider: PaymentProvider;
  /** Is called in the transaction that stores the event. */
  onOrderEvent(sql: Sql, event: OrderEvent): Promise<void>;
}
