import { openDisputes, refundedAmount } from '../../machines/order/order.rules.ts';
import {
  type OrderState,
  orderStateOf,
  registrationOf,
  statesOfOffice,
  taskOfOffice,
} from '../../machines/order/order.state.ts';
import type { OrderDispute, OrderPayment } from '../../machines/order/order.types.ts';
import type { Sql } from '../database/database.types.ts';
import { ERASED_EMAIL_PREFIX, type Order, projectionOf, selectOrders } from './orders.ts';
import type { PaymentMode } from './paymentMode.ts';
import { findTwins } from './twins.ts';

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
  /** Each with the student and the phone number of its notes; null where they name nobody or the person is erased. */
  payments: (OrderPayment & Record<'createdAt' | 'student' | 'phone', string | null>)[];
  /** The disputed payments, if any, each with the day by which to respond (YYYY-MM-DD). */
  disputes?: readonly OrderDispute[];
  /** The id of the registration that the order is assigned to. */
  registration: number | null;
};

/** An order that the office must act on, and its task: `refund`. */
export type OrderOfOffice = OrderListItem & { task: string };

const PAGE_SIZE = 500;

/** Yields the orders in some states or with some ids, or all, oldest first, read page by page. */
export async function* readOrders(
  sql: Sql,
  states: readonly OrderState[] | null,
  furtherIds: readonly string[] = [],
): AsyncGenerator<Order> {
  const rows = await sql.query<{ id: string }>(
    `select id from orders where $1::text[] is null or state = any($1) or id = any($2) order by created_at, id`,
    [states, furtherIds],
  );
  for (let first = 0; first < rows.length; first += PAGE_SIZE) {
    const ids = rows.slice(first, first + PAGE_SIZE).map(({ id }) => id);
    yield* await selectOrders(sql, 'id = any($1)', [ids]);
  }
}

export async function findListedOrders(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderListItem>> {
  const orders = await selectOrders(sql, 'id = any($1)', [ids]);
  return new Map(orders.map((order) => [order.id, toListItem(order)]));
}

/** Leaves out states without orders. */
export const countOrders = (
  sql: Sql,
  states: readonly OrderState[],
): Promise<{ state: OrderState; count: number }[]> =>
  sql.query('select state, count(*)::integer as count from orders where state = any($1) group by state', [
    states,
  ]);

/** Yields all orders, oldest first. */
export async function* listOrders(sql: Sql): AsyncGenerator<OrderListItem> {
  for await (const order of readOrders(sql, null)) yield toListItem(order);
}

const CALL_UNCONFIRMED = 'call the family: its confirmation could not be mailed';

/**
 * Yields the orders that the office must act on, oldest first.
 *
 * @param unconfirmed The ids of the orders whose confirmation was given up.
 */
export async function* ordersOfOffice(
  sql: Sql,
  unconfirmed: readonly string[],
): AsyncGenerator<OrderOfOffice> {
  const twins = await findTwins(sql);
  for await (const order of readOrders(sql, statesOfOffice, [...twins.keys(), ...unconfirmed])) {
    const item = toListItem(order);
    const tasks = [taskOfOffice(item.state, twins.get(order.id))];
    if (unconfirmed.includes(order.id)) tasks.push(CALL_UNCONFIRMED);
    yield { ...item, task: tasks.filter(Boolean).join('; ') };
  }
}

/** An order whose stored columns differ from its facts. */
export type CheckedOrder = { orderId: string; stored: unknown; expected: unknown };

/** Yields the orders whose stored state, payment, registration or payments differ from their facts. */
export async function* checkOrders(sql: Sql): AsyncGenerator<CheckedOrder> {
  for await (const order of readOrders(sql, null)) {
    const expected = { ...projectionOf(order), payments: paymentIds(order.snapshot.context.payments) };
    const stored = { ...order.stored, payments: paymentIds(order.payments) };
    if (JSON.stringify(expected) !== JSON.stringify(stored)) yield { orderId: order.id, stored, expected };
  }
}

const paymentIds = (payments: readonly { id: string }[]): string[] => payments.map(({ id }) => id).sort();

export function toListItem(order: Order): OrderListItem {
  const { id, amount, currency, email, createdAt, paymentMode, payments, snapshot } = order;
  const storedOf = (paymentId: string | null) => payments.find((payment) => payment.id === paymentId);
  const timeOf = (paymentId: string | null) => storedOf(paymentId)?.createdAt?.toISOString() ?? null;
  const { context } = snapshot;
  const disputes = openDisputes(context).map(({ status: _status, ...dispute }) => dispute);
  return {
    orderId: id,
    state: orderStateOf(snapshot),
    amount,
    currency,
    email: email.startsWith(ERASED_EMAIL_PREFIX) ? null : email,
    createdAt: createdAt.toISOString(),
    paymentMode,
    paidAt: timeOf(context.paymentId),
    payments: context.payments.map((payment) => ({
      ...payment,
      refunded: refundedAmount(context, payment),
      createdAt: timeOf(payment.id),
      student: storedOf(payment.id)?.payer?.student ?? null,
      phone: storedOf(payment.id)?.payer?.phone ?? null,
    })),
    ...(disputes.length > 0 && { disputes }),
    registration: registrationOf(order),
  };
}
