import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { errorCode, HttpError } from '../shared/errors.ts';
import { repeat } from '../shared/repeat.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured } from './entities.ts';
import { recordKeysOfAll } from './keys.ts';
import { lockOrders, recordFact, selectOrders } from './orders.ts';
import { type KnownOrder, syncPayments } from './syncPayments.ts';

/** Most orders that no registration waits for that are checked in one round. */
export const MAX_CHECKS_PER_ROUND = 25;

/** Most orders that are recorded as old in one round, in one transaction. */
const MAX_AGED_PER_ROUND = 500;

type CheckedOrder = KnownOrder & { hasPayment: boolean };

const selectChecked = `select id, key_id as "keyId",
  exists (select 1 from payments where order_id = orders.id) as "hasPayment" from orders where payment_mode = $1`;

/** The share of the pause between two rounds after which an order is due again: the clocks of machines differ. */
const PAUSE_SHARE = 0.9;

/** Whether an order was never checked, or at a time that is still to come: when the clock was wrong. */
const isUnchecked = `checked_at is null or checked_at > now() + interval '1 minute'`;

const isDue = (pauseSeconds: string) =>
  `(${isUnchecked} or checked_at <= now() - make_interval(secs => ${pauseSeconds}))`;

/**
 * Records changed keys and the age of orders, and compares those that are still polled with the provider's records: every
 * unpaid order that is assigned to a registration, and a limited number of others, each when a quarter of its age has passed since its last
 * check. A payment without a registration, a second payment or a refund is thus noticed without webhooks. Stops when the
 * provider is unavailable.
 *
 * Several processes on one database share the orders: one that was checked by any of them since the last round is left out.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @param isStopped Returns whether to stop before the next order.
 * @returns The number of orders whose first payment was found, and whether all orders that were due were compared.
 */
export async function reconcile(
  context: PaymentContext,
  everyMs: number,
  isStopped: () => boolean,
): Promise<{ paid: number; isComplete: boolean }> {
  const { database, provider } = context;
  const pauseSeconds = (everyMs * PAUSE_SHARE) / 1000;
  await recordKeysOfAll(context);
  await recordAge(context);
  const waiting = await database.query<CheckedOrder>(
    `${selectChecked} and polling = 'often' and ${isDue('$2')} order by checked_at nulls first`,
    [provider.mode, pauseSeconds],
  );
  const others = await database.query<CheckedOrder>(
    `${selectChecked} and polling = 'seldom'
       and (${isUnchecked} or now() - checked_at > (now() - created_at) / 4)
     order by checked_at nulls first, created_at limit $2`,
    [provider.mode, MAX_CHECKS_PER_ROUND],
  );
  let paid = 0;
  for (const order of [...waiting, ...others]) {
    if (isStopped()) return { paid, isComplete: false };
    if (waiting.includes(order) && !(await beginCheck(database, order.id, pauseSeconds))) continue;
    try {
      const attempts = await syncPayments(context, order);
      if (!order.hasPayment && attempts.some(isCaptured)) paid += 1;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.statusCode === 503) return { paid, isComplete: false };
      await database.query('update orders set checked_at = now() where id = $1', [order.id]);
    }
  }
  return { paid, isComplete: true };
}

/** Records of orders that are thirty days old that they are. */
const recordAge = (context: PaymentContext): Promise<void> =>
  context.database.transaction(async (sql) => {
    const old = await lockOrders(
      sql,
      `id in (select id from orders where polling <> 'never' and created_at <= now() - interval '30 days' limit $1)`,
      [MAX_AGED_PER_ROUND],
    );
    for (const order of await selectOrders(sql, 'id = any($1)', [old.map(({ id }) => id)]))
      await recordFact(sql, context, order, { type: 'thirtyDaysPassed' });
  });

/** Records that an order is checked now; returns false where another process has done so since the last round. */
async function beginCheck(database: Database, id: string, pauseSeconds: number): Promise<boolean> {
  const rows = await database.query(
    `update orders set checked_at = now() where id = $1 and ${isDue('$2')} returning id`,
    [id, pauseSeconds],
  );
  return rows.length > 0;
}

/**
 * Reconciles at once and then regularly. Its timer does not keep the process running.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @param onRound Is called after each round with whether all orders that were due were compared.
 * @returns A function that stops it and waits for a running round.
 */
export const startReconciling = (
  context: PaymentContext,
  everyMs: number,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  onRound: (isComplete: boolean) => void = () => {},
): (() => Promise<void>) =>
  repeat(async (signal) => {
    let isComplete = false;
    try {
      const round = await reconcile(context, everyMs, () => signal.aborted);
      isComplete = round.isComplete;
      if (round.paid > 0) log.info({ paid: round.paid }, 'orders turned out paid');
    } catch (error) {
      log.error({ code: errorCode(error) }, 'reconciling failed');
    }
    if (!signal.aborted) onRound(isComplete);
  }, everyMs);
