import { isSamePayer, type Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.types.ts';
import type { PaymentContext } from './context.ts';
import type { Payment } from './entities.ts';
import { type Evidence, evidenceLevels, isStrongerEvidence, toEvidence } from './evidence.ts';
import { isOfFullAmount, isPaid, lockOrders, type Order, payerInNotes, saveOrder } from './orders.ts';
import type { PaymentProof } from './provider.ts';
import { isPaidByAnotherOrder } from './recordPayment.ts';

/** A registration that has just been stored. */
export type NewRegistration = {
  submissionId: number;
  email: string;
  payer: Payer;
  /** The verified proof that came with it, if any. */
  proof: PaymentProof | undefined;
  /** The attempts to pay the address's unpaid orders that the provider has just listed. */
  attempts: readonly Payment[];
};

/** An order that a registration may get, and its evidence for it. */
type OrderCandidate = {
  order: Order;
  evidence: Evidence;
};

/**
 * Assigns to a registration the order of its e-mail address for which it has the strongest evidence, if any.
 *
 * @returns The orders of the address afterwards, oldest first.
 */
export async function assignOrder(
  sql: Sql,
  context: PaymentContext,
  registration: NewRegistration,
): Promise<Order[]> {
  const changes = assignmentOf(await lockOrders(sql, registration.email), registration);
  for (const { before, after } of changes) await saveOrder(sql, context, before, after);
  return changes.map(({ after }) => after);
}

/**
 * Returns each order of an address as it was and as it is when a registration has got its order.
 *
 * When the registration is paid, further payments that are its own are marked as surplus.
 */
export function assignmentOf(
  orders: readonly Order[],
  registration: NewRegistration,
): { before: Order; after: Order }[] {
  const { submissionId } = registration;
  const candidates = orders.flatMap((order) => candidatesAmong(order, registration));
  const ownPaid = candidates.find(({ order }) => isPaid(order) && order.submissionId === submissionId);
  const [bestCandidate] = candidates
    .filter(
      (candidate) => candidate !== ownPaid && mayReassign(candidate, submissionId, ownPaid !== undefined),
    )
    .sort((one, other) => candidateRank(one) - candidateRank(other));
  const paying = [ownPaid, bestCandidate].find((each) => each && isPaid(each.order));
  const furtherPaid = candidates.filter(
    ({ order, evidence }) =>
      paying && isPaid(order) && order.submissionId === null && evidence >= evidenceLevels.named,
  );
  return orders.map((before) => {
    const candidate = [ownPaid, bestCandidate, ...furtherPaid].find((each) => each?.order === before);
    if (!candidate) return { before, after: before };
    const after = assignedTo(candidate, submissionId);
    const isSurplus =
      isPaid(before) && (candidate !== paying || isPaidByAnotherOrder(orders, before, submissionId));
    return { before, after: isSurplus ? { ...after, closed: 'surplus' } : after };
  });
}

/** Returns an order with a registration's evidence for it; an empty list when the order is certainly another one's. */
function candidatesAmong(order: Order, { payer, proof, attempts }: NewRegistration): OrderCandidate[] {
  const isProven =
    proof?.orderId === order.id && (order.paymentId === null || order.paymentId === proof.paymentId);
  const isOpen = order.closed === null || (isProven && order.closed === 'replaced');
  if (!isOpen) return [];
  if (isProven) return [{ order, evidence: evidenceLevels.proven }];
  if (order.paymentId === null) {
    const isPayerInNotes = attempts.some(
      (attempt) =>
        attempt.orderId === order.id &&
        attempt.status === 'authorized' &&
        isOfFullAmount(order, attempt) &&
        attempt.payer !== null &&
        isSamePayer(attempt.payer, payer),
    );
    return [{ order, evidence: isPayerInNotes ? evidenceLevels.named : evidenceLevels.waiting }];
  }
  const notedPayer = payerInNotes(order);
  if (!notedPayer) return [{ order, evidence: evidenceLevels.arrived }];
  return isSamePayer(notedPayer, payer) ? [{ order, evidence: evidenceLevels.named }] : [];
}

/**
 * Returns whether an order may be assigned to a registration. One that is paid already takes no order from another one
 * unless the payment itself names its payer.
 */
function mayReassign(
  { order, evidence: level }: OrderCandidate,
  submissionId: number,
  isPaidAlready: boolean,
): boolean {
  if (order.submissionId === null || order.submissionId === submissionId) return true;
  if (isPaidAlready && level < evidenceLevels.named) return false;
  return isStrongerEvidence(level, order.evidence);
}

/** Returns the rank of a candidate: proof first, then paid orders (named, unassigned, others), then unpaid ones. */
function candidateRank({ order, evidence: level }: OrderCandidate): number {
  if (level === evidenceLevels.proven) return 0;
  if (order.paymentId === null) return 4;
  if (level === evidenceLevels.named) return 1;
  return order.submissionId === null ? 2 : 3;
}

/** Returns the order assigned to a registration. */
function assignedTo({ order, evidence: level }: OrderCandidate, submissionId: number): Order {
  const isAlreadyAssigned = order.submissionId === submissionId;
  return {
    ...order,
    submissionId,
    evidence: isAlreadyAssigned ? toEvidence(Math.max(level, order.evidence)) : level,
  };
}
