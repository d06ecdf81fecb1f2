import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.types.ts';
import { errorCode } from '../shared/errors.ts';
import { repeat } from '../shared/repeat.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured } from './entities.ts';
import { recordKeysOfAll } from './keys.ts';
import { lockOrders, recordFact, selectOrders } from './orders.ts';
import { ProviderError, type ProviderFailure } from './provider.ts';
import { type KnownOrder, syncPayments } from './syncPayments.ts';

/** Most orders that are compared in one round. */
export const MAX_CHECKS_PER_ROUND = 100;

/** Pause before each order, in milliseconds: the provider's limit of calls is there for visitors. */
const PACE_MS = 200;

/** Most orders that are recorded as old in one round, in one transaction. */
const MAX_AGED_PER_ROUND = 500;

/** The share of the pause between two rounds after which an order is due again: the clocks of machines differ. */
const PAUSE_SHARE = 0.9;

type CheckedOrder = KnownOrder & { hasPayment: boolean; checkedAt: string | null };

/** The time at which an order was made or last requested. */
const askedForAt = 'coalesce(asked_for_at, created_at)';

/** Whether an order was never compared, or at a time that is still to come: when the clock was wrong. */
const isUnchecked = `(checked_at is null or checked_at > now() + interval '1 minute')`;

/** Whether an order is to be compared: when a quarter of its age has passed since, and at most once in a round ($2). */
const isDue = `(${isUnchecked} or (checked_at <= now() - make_interval(secs => $2)
  and now() - checked_at > (now() - ${askedForAt}) / 4))`;

/** The uncompared part of an order's age: all of it for a new order or one that is reported as paid. */
const uncheckedShare = `case when ${isUnchecked} then 1 else least(1, extract(epoch from now() - checked_at)
  / greatest(1, extract(epoch from now() - ${askedForAt}))) end`;

const isOld = `polling <> 'never' and ${askedForAt} <= now() - interval '30 days'`;

/** The number of orders whose first payment was found, and why a round has ended early, if it has. */
export type Round = { paid: number; failure?: ProviderFailure | undefined };

/**
 * Records changed keys and the age of orders, and compares a limited number of orders with the provider's records,
 * each when a quarter of its age has passed since the last time. The order with the largest uncompared part of its
 * age comes first, so new orders and those that a visitor has just requested or registered with. A payment without
 * a registration, a second payment or a refund is thus noticed without webhooks.
 *
 * Ends when the provider is unavailable, gets too many calls or refuses the keys; with the latter two the order does not
 * count as compared. Several processes on one database share the orders.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @param wait Waits some milliseconds; returns whether to stop.
 */
export async function reconcile(
  context: PaymentContext,
  everyMs: number,
  wait: (ms: number) => Promise<boolean>,
): Promise<Round> {
  const { database, provider } = context;
  await recordKeysOfAll(context);
  await recordAge(context);
  const orders = await database.query<CheckedOrder>(
    `select id, key_id as "keyId", checked_at::text as "checkedAt",
       exists (select 1 from payments where order_id = orders.id) as "hasPayment"
     from orders where payment_mode = $1 and polling <> 'never' and ${isDue}
     order by ${uncheckedShare} desc, ${askedForAt} desc limit $3`,
    [provider.mode, (everyMs * PAUSE_SHARE) / 1000, MAX_CHECKS_PER_ROUND],
  );
  let paid = 0;
  let failure = await provider.checkKeys();
  for (const order of orders) {
    if (failure || (await wait(PACE_MS))) break;
    if (!(await recordCheck(database, order))) continue;
    try {
      const attempts = await syncPayments(context, order);
      if (!order.hasPayment && attempts.some(isCaptured)) paid += 1;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // An order that is refused alone does not belong to these keys.
      if (error.failure === 'refused') continue;
      ({ failure } = error);
      // Where there is no answer about one order alone, the next round is to get to the others.
      if (failure === 'unavailable') continue;
      await database.query('update orders set checked_at = $2::timestamptz where id = $1', [
        order.id,
        order.checkedAt,
      ]);
    }
  }
  return { paid, failure };
}

/** Records that an order is compared now; returns false where another process has compared it since. */
async function recordCheck(database: Database, { id, checkedAt }: CheckedOrder): Promise<boolean> {
  const rows = await database.query(
    `update orders set checked_at = now() where id = $1 and checked_at is not distinct from $2::timestamptz
     returning id`,
    [id, checkedAt],
  );
  return rows.length > 0;
}

/** Records that nobody has requested an order in thirty days. */
const recordAge = (context: PaymentContext): Promise<void> =>
  context.database.transaction(async (sql) => {
    const old = await lockOrders(sql, `id in (select id from orders where ${isOld} limit $1)`, [
      MAX_AGED_PER_ROUND,
    ]);
    // An order may have been requested while this waited for the lock.
    const condition = `id = any($1) and ${isOld}`;
    for (const order of await selectOrders(sql, condition, [old.map(({ id }) => id)]))
      await recordFact(sql, context, order, { type: 'thirtyDaysPassed' });
  });

/**
 * Reconciles at once and then regularly. Its timer does not keep the process running.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @param onRound Is called after each round; with undefined for one that fails.
 * @returns A function that stops it and waits for a running round.
 */
export const startReconciling = (
  context: PaymentContext,
  everyMs: number,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  onRound: (round: Round | undefined) => void = () => {},
): (() => Promise<void>) =>
  repeat(async (signal) => {
    const wait = async (ms: number) => {
      await sleep(ms, undefined, { ref: false, signal }).catch(() => {});
      return signal.aborted;
    };
    let round: Round | undefined;
    try {
      round = await reconcile(context, everyMs, wait);
      const { paid, failure } = round;
      if (paid > 0) log.info({ paid }, 'orders turned out paid');
      if (failure) log.error({ reason: failure }, 'payments are not compared');
    } catch (error) {
      log.error({ code: errorCode(error) }, 'reconciling failed');
    }
    if (!signal.aborted) onRound(round);
  }, everyMs);
