import { transition } from 'xstate';
import { type OrderSnapshot, orderMachine, replayOrder } from '../../machines/order/order.machine.ts';
import { orderStateOf } from '../../machines/order/order.state.ts';
import type { OrderEvent } from '../../machines/order/order.types.ts';
import { stateName } from '../../machines/paths/index.ts';
import { linkWithData } from '../../machines/visualiser/fragments.ts';
import type { RecordedStep, Recording } from '../../machines/visualiser/recording.ts';
import type { Sql } from '../database/database.types.ts';
import { UnavailableError } from '../shared/errors.ts';
import { inputOf, selectOrders } from './orders.ts';

/** A recording that replays the facts of an order in the visualiser. Facts hold no personal data. */
const recordingOf = ({ value, context }: OrderSnapshot, steps: RecordedStep[]): Recording => ({
  flow: orderMachine.id,
  path: '/',
  start: { status: 'active', value, context, children: {} },
  steps,
});

/** The facts of an order, each with the time of its record. */
export const factsOf = (sql: Sql, orderId: string): Promise<{ at: Date; fact: OrderEvent }[]> =>
  sql.query('select recorded_at as at, fact from order_facts where order_id = $1 order by id', [orderId]);

/**
 * Yields the history of an order as JSON, a line for each fact: when it was recorded (ISO 8601), the fact, and the state
 * that it led to; in the end the link that opens these steps in the chart of the order.
 *
 * @param origin The origin of the visualiser.
 * @throws UnavailableError for an unknown order.
 */
export async function* orderHistory(sql: Sql, id: string, origin: string): AsyncGenerator<string> {
  const [order] = await selectOrders(sql, 'id = $1', [id]);
  if (!order) throw new UnavailableError(`There is no order ${id}.`);
  const initial = replayOrder(inputOf(order), []);
  const steps: RecordedStep[] = [];
  let snapshot = initial;
  yield JSON.stringify({ at: order.createdAt, fact: 'orderMade', state: orderStateOf(snapshot) });
  for (const { at, fact } of await factsOf(sql, id)) {
    [snapshot] = transition(orderMachine, snapshot, fact);
    const name = `${fact.type}: as recorded (${steps.length + 1})`;
    steps.push({ name, state: stateName(snapshot), event: fact });
    yield JSON.stringify({ at, fact, state: orderStateOf(snapshot) });
  }
  yield JSON.stringify({ chart: origin + (await linkWithData('recording', recordingOf(initial, steps))) });
}
