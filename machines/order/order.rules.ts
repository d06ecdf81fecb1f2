import type { OrderContext, OrderDispute, OrderPayment, OrderRefund } from './order.types.ts';

type Price = Pick<OrderContext, 'amount' | 'currency'>;

type Payments = Pick<OrderContext, 'payments' | 'refunds' | 'disputes'>;

/** Returns whether a payment has the amount and currency of an order. */
export const isOfFullAmount = (order: Price, payment: Pick<OrderPayment, 'amount' | 'currency'>): boolean =>
  payment.amount === order.amount && payment.currency === order.currency;

/**
 * Returns what was given back of a payment, in paise: what it states or the sum of its refunds, whichever is more; all of
 * it when a dispute of it is lost.
 */
export function refundedAmount(
  { refunds, disputes }: Pick<Payments, 'refunds' | 'disputes'>,
  payment: OrderPayment,
): number {
  if (disputes.some(({ paymentId, status }) => paymentId === payment.id && status === 'lost'))
    return payment.amount;
  const sum = refunds
    .filter(({ paymentId, status }) => paymentId === payment.id && status !== 'failed')
    .reduce((total, { amount }) => total + amount, 0);
  return Math.min(payment.amount, Math.max(payment.refunded, sum));
}

/** Returns whether a payment was given back in full. */
export const isRefunded = (order: Payments, payment: OrderPayment): boolean =>
  payment.amount > 0 && refundedAmount(order, payment) === payment.amount;

/** Returns the payments of the order's price that are not refunded in full, oldest first. */
export const fullPayments = (order: Price & Payments): OrderPayment[] =>
  order.payments.filter((payment) => isOfFullAmount(order, payment) && !isRefunded(order, payment));

/** Returns whether a payment of another amount or currency has come and is not refunded in full. */
export const hasWrongPayment = (order: Price & Payments): boolean =>
  order.payments.some((payment) => !isOfFullAmount(order, payment) && !isRefunded(order, payment));

/** Returns whether the payment that pays for the order is not refunded in full. */
export const isCovered = (order: Price & Payments & Pick<OrderContext, 'paymentId'>): boolean =>
  fullPayments(order).some(({ id }) => id === order.paymentId);

/**
 * Returns the id of the payment that pays for the order: the present one unless it is refunded, else the first of the
 * full amount, even if it is refunded; null where there is none.
 */
export function payingPaymentId(order: Price & Payments & Pick<OrderContext, 'paymentId'>): string | null {
  if (isCovered(order)) return order.paymentId;
  const [first] = fullPayments(order);
  const [former] = order.payments.filter((payment) => isOfFullAmount(order, payment));
  return first?.id ?? order.paymentId ?? former?.id ?? null;
}

/**
 * Returns the payments with one that was seen. Its first amount remains; what is refunded grows, unless the payment is
 * known to be the current one.
 */
export function withPayment(
  payments: readonly OrderPayment[],
  seen: OrderPayment,
  isCurrent: boolean,
): readonly OrderPayment[] {
  const known = payments.find(({ id }) => id === seen.id);
  if (!known) return [...payments, seen];
  const refunded = isCurrent ? seen.refunded : Math.max(known.refunded, seen.refunded);
  return payments.map((payment) => (payment === known ? { ...known, refunded } : payment));
}

/** Returns the refunds with one that was seen. One that has failed stays failed, and one that is processed is no longer pending. */
export function withRefund(refunds: readonly OrderRefund[], seen: OrderRefund): readonly OrderRefund[] {
  const known = refunds.find(({ id }) => id === seen.id);
  if (!known) return [...refunds, seen];
  const [status = seen.status] = (['failed', 'processed'] as const).filter((each) =>
    [known.status, seen.status].includes(each),
  );
  return refunds.map((refund) => (refund === known ? { ...known, status } : refund));
}

/** Returns the disputes with one that was seen, and what became of it. One that is won or lost stays so. */
export function withDispute(
  disputes: OrderContext['disputes'],
  seen: OrderDispute,
  status: OrderContext['disputes'][number]['status'],
): OrderContext['disputes'] {
  const known = disputes.find(({ id }) => id === seen.id);
  if (!known) return [...disputes, { ...seen, status }];
  return disputes.map((dispute) =>
    dispute === known && known.status === 'open' ? { ...known, status } : dispute,
  );
}

/** Returns the disputes that are neither won nor lost. */
export const openDisputes = ({ disputes }: Pick<OrderContext, 'disputes'>): OrderContext['disputes'] =>
  disputes.filter(({ status }) => status === 'open');
