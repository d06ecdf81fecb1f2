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
  const email = isCaptured(payment) ? await lockAddressOf(sql, payment.orderId) : undefined;
  if (email === undefined) return;
  await storePayment(sql, payment, email.startsWith(ERASED_EMAIL_PREFIX));
  const { id, orderId, amount, currency, refunded } = payment;
  await recordFactOf(sql, context, orderId, email, (known) => ({
    type: 'paymentSeen',
    payment: { id, amount, currency, refunded },
    isCurrent,
    ...known,
  }));
}

/** Records a refund of a stored payment; a refund of an unknown payment is ignored. */
export const recordRefund = (sql: Sql, context: PaymentContext, refund: OrderRefund): Promise<void> =>
  recordOfPayment(sql, context, refund.paymentId, (known) => ({ type: 'refundSeen', refund, ...known }));

export type DisputeFact = Extract<OrderEvent, { dispute: OrderDispute }>;

/** Records what has become of a dispute of a stored payment; one of an unknown payment is ignored. */
export const recordDispute = (sql: Sql, context: PaymentContext, fact: DisputeFact): Promise<void> =>
  recordOfPayment(sql, context, fact.dispute.paymentId, () => fact);

/** Returns a fact that depends on what is known of the registrations of the address. */
type ToFact = (known: KnownRegistrations) => OrderEvent;

async function recordOfPayment(sql: Sql, context: PaymentContext, paymentId: string, toFact: ToFact) {
  const [payment] = await sql.query<{ orderId: string }>(
    'select order_id as "orderId" from payments where id = $1',
    [paymentId],
  );
  if (!payment) return;
  const email = await lockAddressOf(sql, payment.orderId);
  if (email !== undefined) await recordFactOf(sql, context, payment.orderId, email, toFact);
}

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

/** Stores the notes and the time of a payment. The first ones remain; the notes of an erased person are left out. */
async function storePayment(sql: Sql, { id, orderId, payer, createdAt }: Payment, isErased: boolean) {
  const notes = isErased ? null : payer;
  await sql.query(
    `insert into payments (id, order_id, student, phone, course, created_at)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision))
     on conflict (id) do update set
       student = coalesce(payments.student, excluded.student),
       phone = coalesce(payments.phone, excluded.phone),
       course = coalesce(payments.course, excluded.course),
       created_at = coalesce(payments.created_at, excluded.created_at)`,
    [id, orderId, ...[notes?.student, notes?.phone, notes?.course].map((note) => note ?? null), createdAt],
  );
}

/** Returns the registrations of an e-mail address, oldest first. */
export async function findRegistrations(sql: Sql, email: string): Promise<KnownRegistration[]> {
  const rows = await sql.query<{ id: number; name: string; phone: string; course: string }>(
    `select id, fields->>'name' as name, fields->>'phone' as phone, fields->>'course' as course from submissions
     where kind = 'registration' and email = $1 order by id`,
    [email],
  );
  return rows.map(({ id, ...values }) => ({ id, payer: payerOf(values) }));
}
