import { registrationServiceMessages } from '../../machines/registration/registration.serviceMessages.ts';
import type { Sql } from '../database/database.types.ts';
import type { RateLimits } from '../http/requestLimits.ts';
import { HttpError } from '../shared/errors.ts';

/** One open order for so many calls, in so many times their window: 60 in an hour with the usual limit of calls. */
const CALLS_PER_ORDER = 10;
const WINDOWS = 6;

/**
 * Runs `create`, which makes an order, unless the network address has made too many unpaid orders (429): each is
 * compared with the provider's records for a month.
 */
export function limitOpenOrders(database: Sql, { perAddress, windowMs }: RateLimits) {
  const max = Math.ceil(perAddress / CALLS_PER_ORDER);
  /** The orders of each address; null for one that is being made. */
  const idsOf = new Map<string, (string | null)[]>();
  let endMs = 0;

  return async <Order extends { id: string }>(
    address: string,
    create: () => Promise<Order>,
  ): Promise<Order> => {
    const nowMs = Date.now();
    if (nowMs >= endMs) idsOf.clear();
    if (nowMs >= endMs) endMs = nowMs + windowMs * WINDOWS;
    const made = idsOf.get(address) ?? [];
    idsOf.set(address, made);
    if (max > 0 && made.length >= max) {
      const paid = 'select id from orders where id = any($1) and payment_id is not null';
      for (const { id } of await database.query<{ id: string }>(paid, [made]))
        made.splice(made.indexOf(id), 1);
      const seconds = Math.ceil((endMs - nowMs) / 1000);
      const message = registrationServiceMessages.tooManyOpenOrders(Math.ceil(seconds / 60));
      if (made.length >= max) throw new HttpError(429, message, { retryAfter: seconds });
    }
    made.push(null);
    try {
      const order = await create();
      made.push(order.id);
      return order;
    } finally {
      made.splice(made.indexOf(null), 1);
    }
  };
}
