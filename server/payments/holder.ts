import { isSamePayer, type Payer } from '../../machines/registration/registration.rules.ts';
import type { Sql } from '../database/database.ts';
import type { PaymentContext } from './context.ts';
import type { Payment } from './entities.ts';
import { type Evidence, evidence, outweighs } from './evidence.ts';
import { isOfWholeAmount, isPaid, lockOrders, type Order, payerOfOrder, saveOrder } from './orders.ts';
import type { PaymentProof } from './provider.ts';
import { isPaidElsewhere } from './record.ts';

/** A registration that has just been stored. */
export interface Arrival {
  submissionId: number;
  email: string;
  payer: Payer;
  /** Verified. */
  proof: PaymentProof | undefined;
  /** What the provider has just said about the address's unpaid orders, whatever became of the payments. */
  attempts: readonly Payment[];
}

/** An order that a registration may ask for, and with how much evidence. */
interface Candidate {
  order: Order;
  evidence: Evidence;
}

/**
 * Gives a registration the order of its e-mail address that it has the best claim to, if any.
 *
 * A registration that is paid already gets no second order: a payment that is its own is marked as surplus.
 *
 * @returns The orders of the address afterwards, oldest first.
 */
export async function giveOrder(sql: Sql, context: PaymentContext, arrival: Arrival): Promise<Order[]> {
  const orders = await lockOrders(sql, arrival.email);
  const { submissionId } = arrival;
  const candidates = orders.flatMap((order) => candidateOf(order, arrival));
  const own = candidates.find(({ order }) => isPaid(order) && order.submissionId === submissionId);
  const [best] = candidates
    .filter((candidate) => candidate !== own && mayTake(candidate, submissionId, own !== undefined))
    .sort((one, other) => rankOf(one) - rankOf(other));
  for (const candidate of [own, best]) {
    if (!candidate) continue;
    const after = heldBy(orders, candidate, submissionId);
    await saveOrder(sql, context, candidate.order, after);
    orders.splice(orders.indexOf(candidate.order), 1, after);
  }
  return orders;
}

/** An order with the evidence that a registration has for it; none where it is certainly another one's. */
function candidateOf(order: Order, { payer, proof, attempts }: Arrival): Candidate[] {
  const isProven =
    proof?.orderId === order.id && (order.paymentId === null || order.paymentId === proof.paymentId);
  const isOpen = order.closed === null || (isProven && order.closed === 'replaced');
  if (!isOpen) return [];
  if (isProven) return [{ order, evidence: evidence.proven }];
  if (order.paymentId === null) {
    const isNamed = attempts.some(
      (attempt) =>
        attempt.orderId === order.id &&
        attempt.status === 'authorized' &&
        isOfWholeAmount(order, attempt) &&
        attempt.payer !== null &&
        isSamePayer(attempt.payer, payer),
    );
    return [{ order, evidence: isNamed ? evidence.named : evidence.waiting }];
  }
  const named = payerOfOrder(order);
  if (!named) return [{ order, evidence: evidence.arrived }];
  return isSamePayer(named, payer) ? [{ order, evidence: evidence.named }] : [];
}

/** A registration that is paid already takes nothing from another one unless the payment itself says whose it is. */
function mayTake(
  { order, evidence: known }: Candidate,
  submissionId: number,
  isPaidAlready: boolean,
): boolean {
  if (order.submissionId === null || order.submissionId === submissionId) return true;
  if (isPaidAlready && known < evidence.named) return false;
  return outweighs(known, order.evidence);
}

/** Proof first, then what is paid, most evidence and nobody's first, then what is to be paid. */
function rankOf({ order, evidence: known }: Candidate): number {
  if (known === evidence.proven) return 0;
  if (order.paymentId === null) return 4;
  if (known === evidence.named) return 1;
  return order.submissionId === null ? 2 : 3;
}

/** Returns the order as it is when a registration holds it: surplus where the registration is paid already. */
function heldBy(
  orders: readonly Order[],
  { order, evidence: known }: Candidate,
  submissionId: number,
): Order {
  const isHolder = order.submissionId === submissionId;
  const isSurplus = isPaid(order) && isPaidElsewhere(orders, order, submissionId);
  return {
    ...order,
    submissionId,
    evidence: isHolder && known < order.evidence ? order.evidence : known,
    closed: isSurplus ? 'surplus' : order.closed,
  };
}
