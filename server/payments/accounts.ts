import { transition } from 'xstate';
import { orderMachine, replayOrder } from '../../machines/order/order.machine.ts';
import { refundedAmount } from '../../machines/order/order.rules.ts';
import type { Sql } from '../database/database.types.ts';
import { type OrderListItem, readOrders, toListItem } from './listOrders.ts';
import { factsOf } from './orderHistory.ts';
import { inputOf, type Order } from './orders.ts';

/**
 * A line of the accounts: a payment, or a change of what was given back of it. The sum of `amount` less that of `refunded`, in
 * paise, is the money that stays; a refund that fails has an amount.
 */
type AccountLine = Pick<OrderListItem, 'orderId' | 'currency' | 'paymentMode' | 'state' | 'registration'> & {
  paymentId: string;
  kind: 'payment' | 'refund' | 'refund failed' | 'dispute lost';
  /** The day in India, as YYYY-MM-DD: of a payment when it was made, of a refund when the service learned of it. */
  date: string;
  amount?: number;
  refunded?: number;
};

/** Yields the lines of all orders, oldest order first. */
export async function* listAccounts(sql: Sql): AsyncGenerator<AccountLine> {
  for await (const order of readOrders(sql, null))
    if (order.snapshot.context.payments.length > 0) yield* linesOf(order, await factsOf(sql, order.id));
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

function* linesOf(order: Order, facts: Awaited<ReturnType<typeof factsOf>>): Generator<AccountLine> {
  const { orderId, currency, paymentMode, state, registration } = toListItem(order);
  let snapshot = replayOrder(inputOf(order), []);
  for (const { at, fact } of facts) {
    const { context: before } = snapshot;
    [snapshot] = transition(orderMachine, snapshot, fact);
    for (const payment of snapshot.context.payments) {
      const { id, amount } = payment;
      const common = { orderId, paymentId: id, currency, paymentMode, state, registration };
      const known = before.payments.find((each) => each.id === id);
      const madeAt = order.payments.find((each) => each.id === id)?.createdAt ?? at;
      if (!known) yield { ...common, kind: 'payment', date: day.format(madeAt), amount };
      const change = refundedAmount(snapshot.context, payment) - (known ? refundedAmount(before, known) : 0);
      const kind = fact.type === 'disputeLost' ? 'dispute lost' : 'refund';
      if (change > 0) yield { ...common, kind, date: day.format(at), refunded: change };
      if (change < 0) yield { ...common, kind: 'refund failed', date: day.format(at), amount: -change };
    }
  }
}
