import { knownRegistrations } from '../../machines/order/order.assignment.ts';
import type { KnownRegistrations } from '../../machines/order/order.types.ts';
import { type Payer, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { type Dispute, isCaptured, type Payment, type Refund } from './entities.ts';
import { recordKeys } from './keys.ts';
import {
  ERASED_EMAIL_PREFIX,
  lockOrderWithOthers,
  type Order,
  recordFact,
  selectPayments,
} from './orders.ts';

/**
 * Records a captured payment of a stored order, whatever its amount. A payment that is not captured, or of an unknown
 * order, is ignored.
 *
 * @param isCurrent Whether this is the payment's current state, rather than an event that a later one may have replaced.
 * @returns Whether this payment pays for the order.
 */
export async function recordPayment(
  sql: Sql,
  context: PaymentContext,
  payment: Payment,
  isCurrent = false,
): Promise<boolean> {
  if (!isCaptured(payment)) return false;
  // Its row locks the order that it references: two transactions that stored it before they lock would deadlock.
  const locked = await lockOrderWithOthers(sql, payment.orderId);
  if (!locked) return false;
  const { order, orders } = locked;
  await storePayment(sql, payment, order.email.startsWith(ERASED_EMAIL_PREFIX));
  const { id, amount, currency, refunded } = payment;
  const after = await recordFact(sql, context, await recordKeys(sql, context, order), {
    type: 'paymentSeen',
    payment: { id, amount, currency, refunded },
    isCurrent,
    ...(await registrationsBeside(sql, orders, order)),
  });
  return after.snapshot.context.paymentId === id;
}

/** Records a refund of a stored payment; a refund of an unknown payment is ignored. */
export async function recordRefund(sql: Sql, context: PaymentContext, refund: Refund): Promise<void> {
  const locked = await lockOrderOfPayment(sql, refund.paymentId);
  if (!locked) return;
  const { order, orders } = locked;
  await recordFact(sql, context, await recordKeys(sql, context, order), {
    type: 'refundSeen',
    refund,
    ...(await registrationsBeside(sql, orders, order)),
  });
}

export type DisputeFact = 'disputeOpened' | 'disputeWon' | 'disputeLost';

/** Records what has become of a dispute of a stored payment; one of an unknown payment is ignored. */
export async function recordDispute(
  sql: Sql,
  context: PaymentContext,
  { id, paymentId, respondBy }: Dispute,
  type: DisputeFact,
): Promise<void> {
  const locked = await lockOrderOfPayment(sql, paymentId);
  if (!locked) return;
  const fact = type === 'disputeOpened' ? { type, dispute: id, paymentId, respondBy } : { type, dispute: id };
  await recordFact(sql, context, locked.order, fact);
}

async function lockOrderOfPayment(sql: Sql, paymentId: string) {
  const [payment] = await sql.query<{ orderId: string }>(
    'select order_id as "orderId" from payments where id = $1',
    [paymentId],
  );
  return payment && lockOrderWithOthers(sql, payment.orderId);
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

/** Returns what is known of the registrations of an address when a payment or a refund of its order is seen. */
async function registrationsBeside(
  sql: Sql,
  orders: readonly Order[],
  order: Order,
): Promise<KnownRegistrations> {
  const payments = await selectPayments(sql, [order.id]);
  const others = orders.filter(({ id }) => id !== order.id);
  return knownRegistrations(payments, await findRegistrations(sql, order.email), others);
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
