import { assignRegistration, type NewRegistration } from '../../machines/order/order.assignment.ts';
import { isOfFullAmount } from '../../machines/order/order.rules.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { isAuthorized, type Payment } from './entities.ts';
import { findOrders, type Order, recordFact } from './orders.ts';

/** A registration that has just been stored. */
export type StoredRegistration = NewRegistration & {
  /** In canonical form. */
  email: string;
  /** The attempts to pay the address's unpaid orders that the provider has just listed. */
  attempts: readonly Payment[];
};

/**
 * Records a registration for the orders of its e-mail address for which it has evidence. They must be locked.
 *
 * @returns The orders of the address afterwards, oldest first.
 */
export async function recordRegistration(
  sql: Sql,
  context: PaymentContext,
  registration: StoredRegistration,
): Promise<Order[]> {
  const orders = (await findOrders(sql, registration.email)).map((order) => ({
    ...order,
    authorizedPayers: authorizedPayers(order, registration.attempts),
  }));
  const events = new Map(
    assignRegistration(orders, registration).map(({ order, event }) => [order.id, event]),
  );
  const after: Order[] = [];
  for (const order of orders) {
    const event = events.get(order.id);
    after.push(event ? await recordFact(sql, context, order, event) : order);
  }
  return after;
}

/** The payers in the notes of the authorized attempts to pay an order in full. */
const authorizedPayers = (order: Order, attempts: readonly Payment[]): Payer[] =>
  attempts
    .filter((attempt) => attempt.orderId === order.id && isAuthorized(attempt))
    .filter((attempt) => isOfFullAmount(order, attempt))
    .flatMap(({ payer }) => payer ?? []);
