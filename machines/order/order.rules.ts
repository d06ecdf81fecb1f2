import type { OrderContext, OrderDispute, OrderPayment, OrderRefund, Settlement } from './order.types.ts';

type Price = Pick<OrderContext, 'amount' | 'currency'>;

type Payments = Pick<OrderContext, 'payments' | 'refunds' | 'disputes' | 'settled'>;

/** Whether amount and currency of the payment are those of the order. */
export const isOfFullAmount = (order: Price, payment: Pick<OrderPayment, 'amount' | 'currency'>): boolean =>
  payment.amount === order.amount && payment.currency === order.currency;

/** In paise: the refunds of a payment and its lost disputes. */
export function refundedAmount(
  { refunds, disputes }: Pick<Payments, 'refunds' | 'disputes'>,
  payment: OrderPayment,
): number {
  const ownRefunds = refunds.filter(({ paymentId }) => paymentId === payment.id);
  const refunded =
    ownRefunds.length === 0
      ? (payment.refunded ?? 0)
      : sumOf(ownRefunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount));
  const lost = sumOf(
    disputes
      .filter(({ paymentId, status }) => paymentId === payment.id && status === 'lost')
      .map(({ amount = payment.amount }) => amount),
  );
  return Math.min(payment.amount, refunded + lost);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Whether the whole payment was given back. */
export const isRefunded = (order: Pick<Payments, 'refunds' | 'disputes'>, payment: OrderPayment): boolean =>
  payment.amount > 0 && refundedAmount(order, payment) === payment.amount;

/** Whether a payment has the price of its order, or an amount that the office has accepted. */
const isAccepted = (order: Price & Payments, payment: OrderPayment): boolean =>
  isOfFullAmount(order, payment) || order.settled.includes(payment.id);

/** The payments of the order's price without those refunded in full, oldest first. */
export const fullPayments = (order: Price & Payments): OrderPayment[] =>
  order.payments.filter((payment) => isAccepted(order, payment) && !isRefunded(order, payment));

/** The payments of another amount or currency, neither accepted nor refunded in full. */
const wrongPayments = (order: Price & Payments): OrderPayment[] =>
  order.payments.filter((payment) => !isAccepted(order, payment) && !isRefunded(order, payment));

/** Whether the payment for the order is not refunded in full. */
export const isCovered = (order: Price & Payments & Pick<OrderContext, 'paymentId'>): boolean =>
  fullPayments(order).some(({ id }) => id === order.paymentId);

/**
 * The id of the payment for the order: the present one unless it is refunded, else the first of the full amount,
 * even if it is refunded; null where there is none.
 */
export function payingPaymentId(order: Price & Payments & Pick<OrderContext, 'paymentId'>): string | null {
  if (isCovered(order)) return order.paymentId;
  // A second payment that the office has settled pays for somebody who is registered by phone.
  const isFree = (payment: OrderPayment) =>
    !(isOfFullAmount(order, payment) && order.settled.includes(payment.id));
  const first = fullPayments(order).find(isFree);
  const [former] = order.payments.filter((payment) => isAccepted(order, payment));
  return first?.id ?? order.paymentId ?? former?.id ?? null;
}

/** The reasons for which an order asks for the office, beside its purpose: the most urgent first. */
export type Attention =
  | 'disputed'
  | 'misplaced'
  | 'disputeLost'
  | 'wrongAmount'
  | 'secondPayment'
  | 'nothing';

/** The reason why the office must look at the order. A rehearsal needs no attention. */
export function attentionOf(order: OrderContext): Attention {
  if (openDisputes(order).length > 0) return 'disputed';
  if (order.misplaced.some((id) => !order.settled.includes(id))) return 'misplaced';
  if (lostDisputes(order).length > 0) return 'disputeLost';
  if (order.isRehearsal) return 'nothing';
  if (wrongPayments(order).length > 0) return 'wrongAmount';
  return secondPayments(order).length > 0 ? 'secondPayment' : 'nothing';
}

/** The payments to give back beside the one for the order. */
export const secondPayments = (order: OrderContext): OrderPayment[] =>
  fullPayments(order)
    .filter(({ id }) => id !== order.paymentId)
    .filter(({ id }) => !order.settled.includes(id));

/** The lost disputes that the office has not settled. */
const lostDisputes = ({ disputes, settled }: OrderContext): OrderContext['disputes'] =>
  disputes.filter(({ id, status }) => status === 'lost' && !settled.includes(id));

/** The context after the office has settled the most urgent matter by hand, or else the payment for the order. */
export function settledContext(order: OrderContext, as: Settlement): OrderContext {
  const attention = attentionOf(order);
  const waiting = {
    disputed: openDisputes,
    misplaced: ({ misplaced }: OrderContext) => misplaced.map((id) => ({ id })),
    disputeLost: lostDisputes,
    wrongAmount: wrongPayments,
    secondPayment: secondPayments,
    nothing: ({ payments, paymentId }: OrderContext) => payments.filter(({ id }) => id === paymentId),
  }
    [attention](order)
    .map(({ id }) => id);
  const isGivenBack = as === 'refundedElsewhere';
  const after: OrderContext = {
    ...order,
    settled: [...order.settled, ...waiting.filter(() => !isGivenBack || attention === 'disputed')],
    disputes: order.disputes.map((dispute) =>
      dispute.status === 'open' && attention === 'disputed'
        ? { ...dispute, status: isGivenBack ? 'lost' : 'won' }
        : dispute,
    ),
    refunds: [
      ...order.refunds,
      ...order.payments
        .filter(({ id }) => isGivenBack && waiting.includes(id))
        .map(({ id, amount }) => ({
          id: `by hand ${id}`,
          paymentId: id,
          amount,
          status: 'processed' as const,
        })),
    ],
  };
  return { ...after, paymentId: payingPaymentId(after) };
}

/** The payments with the one just seen; its first amount remains. */
export function withPayment(payments: readonly OrderPayment[], seen: OrderPayment): readonly OrderPayment[] {
  const isKnown = payments.some(({ id }) => id === seen.id);
  if (!isKnown) return [...payments, seen];
  // A fact of a former release: only the latest `refunded` counts.
  const { refunded } = seen;
  return refunded === undefined
    ? payments
    : payments.map((payment) => (payment.id === seen.id ? { ...payment, refunded } : payment));
}

/**
 * The refunds with the one just seen. A failed refund stays failed; a processed one never becomes pending again.
 */
export function withRefund(refunds: readonly OrderRefund[], seen: OrderRefund): readonly OrderRefund[] {
  const known = refunds.find(({ id }) => id === seen.id);
  if (!known) return [...refunds, seen];
  const [status = seen.status] = (['failed', 'processed'] as const).filter((each) =>
    [known.status, seen.status].includes(each),
  );
  return refunds.map((refund) => (refund === known ? { ...known, status } : refund));
}

/** The disputes with the one just seen and its status. A won or lost dispute stays so. */
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

/** The disputes that are neither won nor lost. */
export const openDisputes = ({ disputes }: Pick<OrderContext, 'disputes'>): OrderContext['disputes'] =>
  disputes.filter(({ status }) => status === 'open');
