import { transition } from 'xstate';
import { orderMachine, replayOrder } from '../../machines/order/order.machine.ts';
import { orderStateOf } from '../../machines/order/order.state.ts';
import type { OrderEvent } from '../../machines/order/order.types.ts';
import type { Sql } from '../database/database.types.ts';
import { UnavailableError } from '../shared/errors.ts';
import { inputOf, selectOrders } from './orders.ts';

/**
 * Yields the history of an order as JSON, a line for each fact: when it was recorded (ISO 8601), the fact, and the state
 * that it led to.
 *
 * @throws UnavailableError for an unknown order.
 */
export async function* orderHistory(sql: Sql, id: string): AsyncGenerator<string> {
  const [order] = await selectOrders(sql, 'id = $1', [id]);
  if (!order) throw new UnavailableError(`There is no order ${id}.`);
  const rows = await sql.query<{ at: Date; fact: OrderEvent }>(
    'select recorded_at as at, fact from order_facts where order_id = $1 order by id',
    [id],
  );
  let snapshot = replayOrder(inputOf(order), []);
  yield JSON.stringify({ at: order.createdAt, fact: 'orderMade', state: orderStateOf(snapshot) });
  for (const { at, fact } of rows) {
    [snapshot] = transition(orderMachine, snapshot, fact);
    yield JSON.stringify({ at, fact, state: orderStateOf(snapshot) });
  }
}
