import type { FastifyBaseLogger } from 'fastify';
import { codeOf } from '../errors.ts';
import { settleIfReachable, type Till } from './orders.ts';

/** Orders older than this are left alone. */
const MAX_AGE = '30 days';

/** Asks the provider about every order that a registration waits for; gives how many turned out paid. */
export async function reconcile(till: Till): Promise<number> {
  const waiting = await till.database.query<{ id: string }>(
    `select id from orders
     where payment_id is null and submission_id is not null and created_at > now() - $1::interval
     order by created_at`,
    [MAX_AGE],
  );
  let paid = 0;
  for (const order of waiting) {
    if (await settleIfReachable(till, order)) paid += 1;
  }
  return paid;
}

/**
 * Reconciles at once and then regularly, without keeping the process alive.
 *
 * @param everyMs Pause between two rounds, in milliseconds.
 * @returns Stops it and waits for a round that is under way.
 */
export function reconcileEvery(till: Till, everyMs: number, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = run();

  async function run(): Promise<void> {
    try {
      const paid = await reconcile(till);
      if (paid > 0) log.info({ paid }, 'pending registrations reconciled');
    } catch (error) {
      log.error({ code: codeOf(error) }, 'reconciling failed');
    }
    if (stopped) return;
    timer = setTimeout(() => {
      round = run();
    }, everyMs).unref();
  }

  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
