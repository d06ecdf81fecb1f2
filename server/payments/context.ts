import type { OrderReport } from '../../machines/order/order.types.ts';
import type { Database, Sql } from '../database/database.types.ts';
import type { PaymentProvider } from './provider.ts';

/** The actions of the order machine that the service performs. */
export const orderActionTypes = [
  'confirm',
  'reportSurplus',
  'reportRefund',
  'reportFailedRefund',
  'reportDispute',
] as const;

/** The consequences of a fact about an order. */
export type OrderAction = {
  type: (typeof orderActionTypes)[number];
  report: OrderReport;
  /** The registration; null for a payment of an order that is assigned to none. */
  submissionId: number | null;
};

/** The dependencies of everything that takes payments. */
export type PaymentContext = {
  database: Database;
  provider: PaymentProvider;
  /** Is called in the transaction that stores the fact. */
  onOrderAction(sql: Sql, action: OrderAction): Promise<void>;
};
