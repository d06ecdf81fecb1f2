import type { OrderSnapshot } from './order.machine.ts';
import { secondPayments } from './order.rules.ts';
import { canBePaid, isPaid, isSurplus, registrationOf } from './order.state.ts';
import { evidenceLevels } from './order.types.ts';

type AnsweredOrder = { id: string; snapshot: OrderSnapshot };

/** A sent and recorded registration. */
export type AnsweredRegistration = {
  id: number;
  /** Whether the browser reports that the fee is paid. */
  isReportedPaid: boolean;
  /** The order of its proof, if any, and whether that order belongs to its address. */
  proven: { orderId: string; paymentId: string; isOfAddress: boolean } | undefined;
};

/** The answer to a registration. */
export type RegistrationAnswer = {
  paymentStatus: 'paid' | 'pending' | 'refunded';
  /** Whether a further payment came for a paid registration; it is to be refunded. */
  isSurplus: boolean;
  /**
   * Why a payment that the browser reports is not this registration's: it is of another address, it is the second one of an
   * order that pays for others, it pays for others itself, or it cannot be told yet.
   */
  refusal: 'otherAddress' | 'secondPayment' | 'paysForOthers' | 'notConfirmed' | null;
};

/** Whether a payment of the order counts for any registration, or is surplus. */
export const paysForSomebody = (order: AnsweredOrder): boolean => isPaid(order) || isSurplus(order);

/**
 * The answer to a registration, from the orders of its address after it.
 *
 * @param unsettled The ids of the orders for which the provider was unavailable, or lists an authorized payment.
 */
export function answerRegistration(
  { id, isReportedPaid, proven }: AnsweredRegistration,
  orders: readonly AnsweredOrder[],
  unsettled: ReadonlySet<string>,
): RegistrationAnswer {
  const isOwn = (order: AnsweredOrder) => registrationOf(order) === id;
  const [own, others] = [orders.filter(isOwn), orders.filter((order) => !isOwn(order))];
  if (own.some(isSurplus)) return { paymentStatus: 'paid', isSurplus: true, refusal: null };

  const mayBePaid = (order: AnsweredOrder) =>
    order.snapshot.context.paymentId === null && unsettled.has(order.id);
  const isSettled = own.some(
    (order) =>
      isPaid(order) ||
      mayBePaid(order) ||
      (canBePaid(order) && order.snapshot.context.evidence > evidenceLevels.waiting),
  );
  const isRefunded = orders.some(
    (order) =>
      order.snapshot.matches({ purpose: 'refunded' }) &&
      (isOwn(order) ||
        registrationOf(order) === null ||
        (proven?.isOfAddress && order.id === proven.orderId)),
  );

  const isPaidSecondly = ({ id: orderId, snapshot: { context } }: AnsweredOrder) =>
    orderId === proven?.orderId &&
    secondPayments(context).some(({ id: paymentId }) => paymentId === proven.paymentId);

  function refusal(): RegistrationAnswer['refusal'] {
    if (!isReportedPaid || isSettled) return null;
    if (proven?.isOfAddress === false) return 'otherAddress';
    if (isRefunded) return null;
    if (others.some(isPaidSecondly)) return 'secondPayment';
    if (others.some(mayBePaid)) return 'notConfirmed';
    if (others.some(paysForSomebody)) return 'paysForOthers';
    return others.some(canBePaid) ? 'notConfirmed' : null;
  }
  const paymentStatus = own.some(isPaid) ? 'paid' : isRefunded && !isSettled ? 'refunded' : 'pending';
  return { paymentStatus, isSurplus: false, refusal: refusal() };
}
