import { isSamePayer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import { ERASED_EMAIL_PREFIX } from './orders.ts';

type PaidOrder = { id: string; email: string; student: string; phone: string; course: string | undefined };

/**
 * The paid orders whose student and course are paid for under another e-mail address as well, each with those
 * other orders: a family has paid twice, which no order of one address shows.
 *
 * @param unchangedSince Leaves out orders to which something has happened since; none unless given.
 */
export async function findTwins(
  sql: Sql,
  unchangedSince: Date | null = null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const orders = await sql.query<PaidOrder>(
    `with paid as (
       select orders.id, orders.email, coalesce(fields->>'name', student) as student,
         coalesce(fields->>'phone', phone) as phone, coalesce(fields->>'course', course) as course
       from orders left join submissions on submissions.id = submission_id left join payments on payments.id = payment_id
       where purpose like 'paid.%' and orders.email not like '${ERASED_EMAIL_PREFIX}%'
         and not exists (select 1 from order_facts where order_id = orders.id and recorded_at > $1::timestamptz))
     select * from paid where student is not null
       and phone in (select phone from paid group by phone having count(distinct email) > 1)`,
    [unchangedSince],
  );
  const twinsOf = ({ email, ...payer }: PaidOrder) =>
    orders.filter((other) => other.email !== email && isSamePayer(other, payer)).map(({ id }) => id);
  return new Map(
    orders.map((order) => [order.id, twinsOf(order)] as const).filter(([, twins]) => twins.length > 0),
  );
}
