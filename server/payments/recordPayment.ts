import { isSamePayer, type Payer, payerOf } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import { isCaptured, type Payment, type Refund } from './entities.ts';
import { evidenceLevels } from './evidence.ts';
import {
  findOrders,
  isNotFullyRefunded,
  isOfFullAmount,
  isPaid,
  type Order,
  payerInNotes,
  saveOrder,
} from './orders.ts';
import { isRehearsal } from './paymentMode.ts';

/** Begins the text in place of the e-mail address of an order whose person is erased; no address has a space. */
export const ERASED_EMAIL_PREFIX = 'erased ';

/**
 * Stores a captured payment of a stored order, whatever its amount, and assigns the order to the registration that the
 * payment names. A payment that is not captured, or of an unknown order, is ignored.
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
  const email = await findOrderEmail(sql, payment.orderId);
  if (email === undefined) return false;
  await lockOrderRows(sql, email);
  const isNew = await storePayment(sql, payment, isCurrent, email.startsWith(ERASED_EMAIL_PREFIX));
  const after = await updateOrderFromPayments(sql, context, payment.orderId, email);
  const { id: paymentId, orderId } = payment;
  const isSecond =
    after.paymentId !== paymentId &&
    after.closed !== 'rehearsal' &&
    isOfFullAmount(after, payment) &&
    payment.refunded === 0;
  if (isNew && isSecond) {
    const { submissionId } = after;
    await context.onOrderEvent(sql, { type: 'surplus recorded', orderId, paymentId, submissionId });
  }
  return after.paymentId === paymentId;
}

/** Stores a refund of a stored payment; a refund of an unknown payment is ignored. A refund that failed stays failed. */
export async function recordRefund(sql: Sql, context: PaymentContext, refund: Refund): Promise<void> {
  const [order] = await sql.query<{ id: string; email: string }>(
    'select orders.id, email from orders join payments on order_id = orders.id where payments.id = $1',
    [refund.paymentId],
  );
  if (!order) return;
  await lockOrderRows(sql, order.email);
  await sql.query(
    `insert into refunds (id, payment_id, amount, has_failed) values ($1, $2, $3, $4)
     on conflict (id) do update set has_failed = refunds.has_failed or excluded.has_failed`,
    [refund.id, refund.paymentId, refund.amount, refund.hasFailed],
  );
  await updateOrderFromPayments(sql, context, order.id, order.email);
}

/**
 * Locks the orders of an address until the transaction ends. To be called before a payment is stored: its row locks the
 * order that it references, and two transactions that both did so first would deadlock.
 */
async function lockOrderRows(sql: Sql, email: string): Promise<void> {
  await sql.query('select id from orders where email = $1 order by id for update', [email]);
}

async function findOrderEmail(sql: Sql, orderId: string): Promise<string | undefined> {
  const [order] = await sql.query<{ email: string }>('select email from orders where id = $1', [orderId]);
  return order?.email;
}

/**
 * Stores or updates a payment; returns whether it is new. The first amount and notes remain; the notes are left out when
 * the person is erased.
 */
async function storePayment(
  sql: Sql,
  payment: Payment,
  isCurrent: boolean,
  isErased: boolean,
): Promise<boolean> {
  const { id, orderId, amount, currency, status, refunded, createdAt } = payment;
  const payer = isErased ? null : payment.payer;
  const [row] = await sql.query<{ isNew: boolean }>(
    `insert into payments (id, order_id, amount, currency, status, refunded, student, phone, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::double precision))
     on conflict (id) do update set
       status = excluded.status,
       refunded = case when $10 then excluded.refunded else greatest(payments.refunded, excluded.refunded) end,
       student = coalesce(payments.student, excluded.student),
       phone = coalesce(payments.phone, excluded.phone),
       created_at = coalesce(payments.created_at, excluded.created_at)
     returning (xmax = 0) as "isNew"`,
    [
      id,
      orderId,
      amount,
      currency,
      status,
      refunded,
      payer?.student ?? null,
      payer?.phone ?? null,
      createdAt,
      isCurrent,
    ],
  );
  return row?.isNew === true;
}

/** Updates an order from its stored payments and returns it. The orders of its address must be locked. */
async function updateOrderFromPayments(
  sql: Sql,
  context: PaymentContext,
  id: string,
  email: string,
): Promise<Order> {
  const orders = await findOrders(sql, email);
  const before = orders.find((order) => order.id === id);
  if (!before) throw new Error('An order of the address is not among its orders.');
  const paymentId = payingPaymentId(before);
  if (paymentId === null) return before;
  const after = { ...before, paymentId };
  if (isRehearsal(before, context.provider)) {
    after.closed = 'rehearsal';
    await saveOrder(sql, context, before, after);
    return after;
  }
  const isRefunded = !before.payments.some(
    (payment) => payment.id === paymentId && isNotFullyRefunded(payment),
  );
  if (isRefunded && before.closed !== 'surplus') after.closed = 'refunded';
  if (!isRefunded && before.closed !== 'surplus' && before.closed !== 'erased') {
    Object.assign(after, await assignmentByPayer(sql, orders, after));
    const isSurplus = after.submissionId !== null && isPaidByAnotherOrder(orders, after, after.submissionId);
    after.closed = isSurplus ? 'surplus' : null;
  }
  await saveOrder(sql, context, before, after);
  return after;
}

/** Returns the id of the payment that pays for an order: the present one unless it is refunded, else the first of the full amount. */
function payingPaymentId(order: Order): string | null {
  const fullPayments = order.payments.filter((payment) => isOfFullAmount(order, payment));
  const unrefunded = fullPayments.filter(isNotFullyRefunded);
  const paying = unrefunded.find(({ id }) => id === order.paymentId) ?? unrefunded[0];
  return paying?.id ?? order.paymentId ?? fullPayments[0]?.id ?? null;
}

/** Returns whether another order pays for a registration. */
export const isPaidByAnotherOrder = (
  orders: readonly Order[],
  { id }: Order,
  submissionId: number,
): boolean => orders.some((other) => other.id !== id && other.submissionId === submissionId && isPaid(other));

/** Returns the assignment of an order to a registration that its payment names, if the payment names anybody. */
async function assignmentByPayer(
  sql: Sql,
  orders: readonly Order[],
  order: Order,
): Promise<Pick<Order, 'submissionId' | 'evidence'>> {
  const payer = payerInNotes(order);
  if (!payer || order.evidence === evidenceLevels.proven) return order;
  const matching = (await findRegistrations(sql, order.email)).filter((each) =>
    isSamePayer(each.payer, payer),
  );
  const current = matching.find(({ id }) => id === order.submissionId);
  const unpaid = matching.find(({ id }) => !isPaidByAnotherOrder(orders, order, id));
  const next = current ?? unpaid ?? matching[0];
  return next
    ? { submissionId: next.id, evidence: evidenceLevels.named }
    : { submissionId: null, evidence: evidenceLevels.waiting };
}

/** Returns the registrations of an e-mail address in canonical form, oldest first. */
export async function findRegistrations(sql: Sql, email: string): Promise<{ id: number; payer: Payer }[]> {
  const rows = await sql.query<{ id: number; name: string; phone: string }>(
    `select id, fields->>'name' as name, fields->>'phone' as phone from submissions
     where kind = 'registration' and email = $1
     order by id`,
    [email],
  );
  return rows.map(({ id, ...values }) => ({ id, payer: payerOf(values) }));
}
