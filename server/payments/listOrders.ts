import type { Sql } from '../database/database.types.ts';
import { isNotFullyRefunded, isOfFullAmount, type Order, orderColumns, withPayments } from './orders.ts';
import type { PaymentMode } from './paymentMode.ts';
import { ERASED_EMAIL_PREFIX } from './recordPayment.ts';

/** The state of an order as an operator reads it. */
export type OrderState =
  | 'open'
  | 'replaced'
  | 'paid and registered'
  | 'paid and not registered'
  | 'surplus'
  | 'refunded'
  | 'amount wrong'
  | 'rehearsal';

/** One line of the list: amounts in paise, times in ISO 8601 (UTC). */
export type OrderListItem = {
  orderId: string;
  state: OrderState;
  amount: number;
  currency: string;
  /** Null when its person is erased. */
  email: string | null;
  createdAt: string;
  /** Whether payments of the order are real. */
  paymentMode: PaymentMode;
  /** When the payment that pays for the order was made; null where there is none or the provider does not say. */
  paidAt: string | null;
  payments: { id: string; amount: number; currency: string; refunded: number; createdAt: string | null }[];
  /** The id of the registration that the order is assigned to. */
  registration: number | null;
};

/** The states with money that somebody must act on. */
export const statesNeedingAction: readonly OrderState[] = [
  'paid and not registered',
  'surplus',
  'amount wrong',
];

const PAGE_SIZE = 500;

/** Yields all orders, or those that somebody must act on, oldest first, read page by page. */
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
  const { id, amount, currency, email, createdAt, paymentMode, payments, paymentId, submissionId } = order;
  const paidAt = payments.find((payment) => payment.id === paymentId)?.createdAt;
  return {
    orderId: id,
    state: stateOf(order),
    amount,
    currency,
    email: email.startsWith(ERASED_EMAIL_PREFIX) ? null : email,
    createdAt: createdAt.toISOString(),
    paymentMode,
    paidAt: paidAt?.toISOString() ?? null,
    payments: payments.map(({ payer: _payer, createdAt, ...payment }) => ({
      ...payment,
      createdAt: createdAt?.toISOString() ?? null,
    })),
    registration: submissionId,
  };
}

/** Returns the state of an order; a state that somebody must act on comes first. */
export function stateOf(order: Order): OrderState {
  if (order.closed === 'rehearsal') return 'rehearsal';
  const unrefunded = order.payments.filter(isNotFullyRefunded);
  const fullPayments = unrefunded.filter((payment) => isOfFullAmount(order, payment));
  if (fullPayments.length < unrefunded.length) return 'amount wrong';
  if (fullPayments.length > 1 || (fullPayments.length === 1 && order.closed === 'surplus')) return 'surplus';
  const isRegistered = order.submissionId !== null || order.closed === 'erased';
  if (fullPayments.length === 1) return isRegistered ? 'paid and registered' : 'paid and not registered';
  if (order.payments.length > 0) return 'refunded';
  return order.closed === 'replaced' ? 'replaced' : 'open';
}
