import { type KnownRegistration, knownRegistrations } from '../../machines/order/order.assignment.ts';
import type {
  KnownRegistrations,
  OrderDispute,
  OrderEvent,
  OrderRefund,
} from '../../machines/order/order.types.ts';
import { payerOf } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured, type Payment } from './entities.ts';
import { recordKeys } from './keys.ts';
import { ERASED_EMAIL_PREFIX, findOrders, lockAddressOf, recordFact } from './orders.ts';

/**
 * Records a captured payment of a stored order, whatever its amount, with the facts that arrived before it. A
 * payment that is not captured, or of an unknown order, is ignored.
 *
 * @param refunds Refunds of the payment, which are recorded before it.
 * @returns Whether the payment is of a stored order.
 */
export async function recordPayment(
  sql: Sql,
  context: PaymentContext,
  payment: Payment,
  refunds: readonly OrderRefund[] = [],
): Promise<boolean> {
  // Its row locks the order that it references: two transactions that stored it before they lock would deadlock.
  const email = await lockAddressOf(sql, payment.orderId);
  if (email === undefined) return false;
  if (!isCaptured(payment)) return true;
  const { id, orderId, amount, currency } = payment;
  const record = (toFact: ToFact) => recordFactOf(sql, context, orderId, email, toFact);
  const early = await storePayment(sql, payment, email.startsWith(ERASED_EMAIL_PREFIX));
  if (!early) {
    await record(() => ({ type: 'paymentMisplaced', paymentId: id }));
    return true;
  }
  const isRefund = (fact: EarlyFact) => fact.type === 'refundSeen';
  for (const fact of [...early.filter(isRefund), ...refunds.map(refundFact)])
    await record((known) => ({ ...fact, ...known }));
  await record((known) => ({ type: 'paymentSeen', payment: { id, amount, currency }, ...known }));
  for (const fact of early.filter((each) => !isRefund(each)))
    await record((known) => ({ ...fact, ...known }));
  return true;
}

/** A fact about a payment that may not be known yet. */
export type EarlyFact =
  | { type: 'refundSeen'; refund: OrderRefund }
  | Extract<OrderEvent, { dispute: OrderDispute }>;

export const refundFact = (refund: OrderRefund): EarlyFact => ({ type: 'refundSeen', refund });

/** How long a fact waits for its payment. Refunds and disputes of payments that are not of our orders never get one. */
const EARLY_FACT_DAYS = 30;

/** Records a refund or a dispute of a payment; that of an unknown payment is kept until the payment is known. */
export async function recordOfPayment(sql: Sql, context: PaymentContext, fact: EarlyFact): Promise<void> {
  const { paymentId } = fact.type === 'refundSeen' ? fact.refund : fact.dispute;
  const [payment] = await sql.query<{ orderId: string }>(
    'select order_id as "orderId" from payments where id = $1',
    [paymentId],
  );
  const email = payment && (await lockAddressOf(sql, payment.orderId));
  if (payment && email !== undefined)
    return recordFactOf(sql, context, payment.orderId, email, (known) => ({ ...fact, ...known }));
  await sql.query('delete from early_facts where received_at < now() - make_interval(days => $1)', [
    EARLY_FACT_DAYS,
  ]);
  await sql.query('insert into early_facts (payment_id, fact) values ($1, $2)', [
    paymentId,
    JSON.stringify(fact),
  ]);
}

/** A fact that depends on the known registrations of the address. */
type ToFact = (known: KnownRegistrations) => OrderEvent;

/** Records a fact of an order of a locked address, and the keys that the provider is used with. */
async function recordFactOf(
  sql: Sql,
  context: PaymentContext,
  orderId: string,
  email: string,
  toFact: ToFact,
): Promise<void> {
  const orders = await findOrders(sql, email);
  const registrations = await findRegistrations(sql, email);
  for (const order of orders.filter(({ id }) => id === orderId)) {
    const others = orders.filter((other) => other !== order);
    const fact = toFact(knownRegistrations(order.payments, registrations, others));
    await recordFact(sql, context, await recordKeys(sql, context, order), fact);
  }
}

/**
 * Stores the notes, the amount and the time of a payment. The first ones remain; the notes of an erased person are left out.
 *
 * @returns The facts that were told of it before, which are no longer kept apart; undefined where it is stored as a payment
 * of another order.
 */
async function storePayment(
  sql: Sql,
  { id, orderId, payer, amount, createdAt }: Payment,
  isErased: boolean,
): Promise<EarlyFact[] | undefined> {
  const notes = isErased ? null : payer;
  const [row] = await sql.query<{ early: EarlyFact[] }>(
    `with stored as (
       insert into payments (id, order_id, student, phone, course, created_at, amount)
       values ($1, $2, $3, $4, $5, to_timestamp($6::double precision), $7)
       on conflict (id) do update set
         student = coalesce(payments.student, excluded.student),
         phone = coalesce(payments.phone, excluded.phone),
         course = coalesce(payments.course, excluded.course),
         created_at = coalesce(payments.created_at, excluded.created_at),
         amount = coalesce(payments.amount, excluded.amount)
       where payments.order_id = excluded.order_id returning id
     ), early as (
       delete from early_facts where payment_id = (select id from stored) returning id, fact
     )
     select coalesce((select json_agg(fact order by id) from early), '[]') as early from stored`,
    [
      id,
      orderId,
      ...[notes?.student, notes?.phone, notes?.course].map((note) => note ?? null),
      createdAt,
      amount,
    ],
  );
  return row?.early;
}

/** The registrations of an e-mail address, oldest first. */
export async function findRegistrations(sql: Sql, email: string): Promise<KnownRegistration[]> {
  const rows = await sql.query<{ id: number; name: string; phone: string; course: string }>(
    `select id, fields->>'name' as name, fields->>'phone' as phone, fields->>'course' as course from submissions
     where kind = 'registration' and email = $1 order by id`,
    [email],
  );
  return rows.map(({ id, ...values }) => ({ id, payer: payerOf(values) }));
}
