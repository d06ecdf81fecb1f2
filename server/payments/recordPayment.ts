import { knownRegistrations } from '../../machines/order/order.assignment.ts';
import type {
  KnownRegistrations,
  OrderDispute,
  OrderEvent,
  OrderRefund,
} from '../../machines/order/order.types.ts';
import { type Payer, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured, type Payment } from './entities.ts';
import { recordKeys } from './keys.ts';
import {
  ERASED_EMAIL_PREFIX,
  type LockedOrder,
  lockOrderWithOthers,
  recordFact,
  selectPayments,
} from './orders.ts';

/**
 * Records a captured payment of a stored order, whatever its amount. A payment that is not captured, or of an unknown
 * order, is ignored.
 *
 * @param isCurrent Whether this is the payment's current state, rather than an event that a later one may have replaced.
 */
export async function recordPayment(
  sql: Sql,
  context: PaymentContext,
  payment: Payment,
  isCurrent = false,
): Promise<void> {
  // Its row locks the order that it references: two transactions that stored it before they lock would deadlock.
  const locked = isCaptured(payment) ? await lockOrderWithOthers(sql, payment.orderId) : undefined;
  if (!locked) return;
  await storePayment(sql, payment, locked.order.email.startsWith(ERASED_EMAIL_PREFIX));
  const { id, amount, currency, refunded } = payment;
  await recordMoney(sql, context, locked, (known) => ({
    type: 'paymentSeen',
    payment: { id, amount, currency, refunded },
    isCurrent,
    ...known,
  }));
}

/** Records a refund of a stored payment; a refund of an unknown payment is ignored. */
export async function recordRefund(sql: Sql, context: PaymentContext, refund: OrderRefund): Promise<void> {
  const locked = await lockOrderOfPayment(sql, refund.paymentId);
  if (locked) await recordMoney(sql, context, locked, (known) => ({ type: 'refundSeen', refund, ...known }));
}

export type DisputeFact = Extract<OrderEvent, { dispute: OrderDispute }>;

/** Records what has become of a dispute of a stored payment; one of an unknown payment is ignored. */
export async function recordDispute(sql: Sql, context: PaymentContext, fact: DisputeFact): Promise<void> {
  const locked = await lockOrderOfPayment(sql, fact.dispute.paymentId);
  if (locked) await recordFact(sql, context, locked.order, fact);
}

async function lockOrderOfPayment(sql: Sql, paymentId: string): Promise<LockedOrder | undefined> {
  const [payment] = await sql.query<{ orderId: string }>(
    'select order_id as "orderId" from payments where id = $1',
    [paymentId],
  );
  return payment && lockOrderWithOthers(sql, payment.orderId);
}

/** Records a fact that depends on what is known of the registrations of the address. */
async function recordMoney(
  sql: Sql,
  context: PaymentContext,
  { order, others }: LockedOrder,
  toFact: (known: KnownRegistrations) => OrderEvent,
): Promise<void> {
  const payments = await selectPayments(sql, [order.id]);
  const known = knownRegistrations(payments, await findRegistrations(sql, order.email), others);
  await recordFact(sql, context, await recordKeys(sql, context, order), toFact(known));
}

/** Stores the notes and the time of a payment. The first ones remain; the notes of an erased person are left out. */
async function storePayment(sql: Sql, { id, orderId, payer, createdAt }: Payment, isErased: boolean) {
  await sql.query(
    `insert into payments (id, order_id, student, phone, created_at)
     values ($1, $2, $3, $4, to_timestamp($5::double precision))
     on conflict (id) do update set
       student = coalesce(payments.student, excluded.student),
       phone = coalesce(payments.phone, excluded.phone),
       created_at = coalesce(payments.created_at, excluded.created_at)`,
    [id, orderId, isErased ? null : payer?.student, isErased ? null : payer?.phone, createdAt],
  );
}

/** Returns the registrations of an e-mail address, oldest first. */
export async function findRegistrations(sql: Sql, email: string): Promise<{ id: number; payer: Payer }[]> {
  const rows = await sql.query<{ id: number; name: string; phone: string }>(
    `select id, fields->>'name' as name, fields->>'phone' as phone from submissions
     where kind = 'registration' and email = $1 order by id`,
    [email],
  );
  return rows.map(({ id, ...values }) => ({ id, payer: payerOf(values) }));
}
