import type { FastifyBaseLogger } from 'fastify';
import { errorCode, HttpError } from '../errors.ts';
import type { PaymentContext } from './context.ts';
import { syncPayments } from './syncPayments.ts';

/** Older orders are not checked. */
const MAX_AGE = '30 days';

/** Most orders without a waiting registration that are checked in one round. */
export const MAX_CHECKS_PER_ROUND = 25;

/**
 * Compares orders with the provider's records: every unpaid order that is assigned to a registration, and a limited
 * number of others, each when a quarter of its age has passed since its last check. A payment without a registration, a
 * second payment or a refund is thus noticed without webhooks. Stops when the provider is unavailable.
 *
 * @param isStopped Returns whether to stop before the next order.
 * @param onUnavailable Is called when the provider is unavailable.
 * @returns The number of orders that turned out to be paid.
 */
export async function reconcile(
  context: PaymentContext,
  isStopped: () => boolean = () => false,
  onUnavailable: () => void = () => {},
): Promise<number> {
  const { database } = context;
  const waiting = await database.query<{ id: string; isPaid: boolean }>(
    `select id, false as "isPaid" from orders
     where payment_id is null and submission_id is not null and created_at > now() - $1::interval
     order by checked_at nulls first`,
    [MAX_AGE],
  );
  const others = await database.query<{ id: string; isPaid: boolean }>(
    `select id, payment_id is not null as "isPaid" from orders
     where (payment_id is not null or submission_id is null) and created_at > now() - $1::interval
       and (checked_at is null or now() - checked_at > (now() - created_at) / 4)
     order by checked_at nulls first, created_at limit $2`,
    [MAX_AGE, MAX_CHECKS_PER_ROUND],
  );
  let paid = 0;
  for (const order of [...waiting, ...others]) {
    if (isStopped()) break;
    try {
      await syncPayments(context, order);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.statusCode === 503) {
        onUnavailable();
        break;
      }
      await database.query('update orders set checked_at = now() where id = $1', [order.id]);
    }
    if (!order.isPaid && (await isPaidNow(context, order.id))) paid += 1;
  }
  return paid;
}

async function isPaidNow({ database }: PaymentContext, id: string): Promise<boolean> {
  const rows = await database.query('select 1 from orders where id = $1 and payment_id is not null', [id]);
  return rows.length > 0;
}

/**
 * Reconciles at once and then regularly. Its timer does not keep the process running.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @param onRound Is called after each round with whether all orders that were due were compared.
 * @returns A function that stops it and waits for a running round.
 */
export function startReconciling(
  context: PaymentContext,
  everyMs: number,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  onRound: (isComplete: boolean) => void = () => {},
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = runRound();

  async function runRound(): Promise<void> {
    let isComplete = true;
    const setIncomplete = () => {
      isComplete = false;
    };
    try {
      const paid = await reconcile(context, () => stopped, setIncomplete);
      if (paid > 0) log.info({ paid }, 'orders turned out paid');
    } catch (error) {
      setIncomplete();
      log.error({ code: errorCode(error) }, 'reconciling failed');
    }
    if (stopped) return;
    onRound(isComplete);
    timer = setTimeout(() => {
      round = runRound();
    }, everyMs).unref();
  }

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
