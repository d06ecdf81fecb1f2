import type { Sql } from '../database/database.types.ts';
import { isNotFullyRefunded, isOfFullAmount, type Order, orderColumns, withPayments } from './orders.ts';
import { ERASED_EMAIL_PREFIX } from './recordPayment.ts';

/** What an operator is told of an order. */
export type OrderState =
  | 'open'
  | 'replaced'
  | 'paid and registered'
  | 'paid and not registered'
  | 'surplus'
  | 'refunded'
  | 'amount wrong';

/** One line of the list: amounts in paise, times in ISO 8601 (UTC). */
export interface OrderListItem {
  orderId: string;
  state: OrderState;
  amount: number;
  currency: string;
  /** Null once its person was erased. */
  email: string | null;
  createdAt: string;
  /** When the payment that pays for the order was made, as far as the provider has said. */
  paidAt: string | null;
  payments: { id: string; amount: number; currency: string; refunded: number; createdAt: string | null }[];
  /** The registration that the order belongs to, or waits for its payment. */
  registration: number | null;
}

/** The states in which money has come that somebody must deal with. */
export const statesNeedingAction: readonly OrderState[] = [
  'paid and not registered',
  'surplus',
  'amount wrong',
];

const PAGE_SIZE = 500;

/** All orders, oldest first, or those that somebody must act on, read page by page. */
export async function* listOrders(sql: Sql, onlyNeedingAction = false): AsyncGenerator<OrderListItem> {
  let lastKey = ['-infinity', ''];
  for (;;) {
    const rows = await sql.query<Parameters<typeof withPayments>[1][number] & { at: string }>(
      `select ${orderColumns}, created_at::text as at from orders
       where (created_at, id) > ($1::timestamptz, $2) order by created_at, id limit $3`,
      [...lastKey, PAGE_SIZE],
    );
    for (const order of await withPayments(sql, rows)) {
      const item = toListItem(order);
      if (!onlyNeedingAction || statesNeedingAction.includes(item.state)) yield item;
    }
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastKey = [lastRow.at, lastRow.id];
  }
}

function toListItem(order: Order): OrderListItem {
  const { id, amount, currency, email, createdAt, payments, paymentId, submissionId } = order;
  const paidAt = payments.find((payment) => payment.id === paymentId)?.createdAt;
  return {
    orderId: id,
    state: stateOf(order),
    amount,
    currency,
    email: email.startsWith(ERASED_EMAIL_PREFIX) ? null : email,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    payments: payments.map(({ payer: _of, createdAt, ...payment }) => ({
      ...payment,
      createdAt: createdAt?.toISOString() ?? null,
    })),
    registration: submissionId,
  };
}

/** The state of an order; what somebody must act on comes before what is in order. */
export function stateOf(order: Order): OrderState {
  const unrefunded = order.payments.filter(isNotFullyRefunded);
  const fullPayments = unrefunded.filter((payment) => isOfFullAmount(order, payment));
  if (fullPayments.length < unrefunded.length) return 'amount wrong';
  if (fullPayments.length > 1 || (fullPayments.length === 1 && order.closed === 'surplus')) return 'surplus';
  const isRegistered = order.submissionId !== null || order.closed === 'erased';
  if (fullPayments.length === 1) return isRegistered ? 'paid and registered' : 'paid and not registered';
  if (order.payments.length > 0) return 'refunded';
  return order.closed === 'replaced' ? 'replaced' : 'open';
}
