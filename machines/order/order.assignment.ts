import { isSamePayer, type Payer } from '../registration/registration.rules.ts';
import type { OrderSnapshot } from './order.machine.ts';
import { isPaid, registrationOf } from './order.state.ts';
import { type Evidence, evidenceLevels, type KnownRegistrations, type OrderEvent } from './order.types.ts';

/** An order of the address of a registration. */
export type OrderOfAddress = {
  id: string;
  snapshot: OrderSnapshot;
  /** Its payments with the payer in the notes of each; null where they name nobody. */
  payments: readonly { id: string; payer: Payer | null }[];
  /** The payers in the notes of its authorized payments, which are not captured yet. */
  authorizedPayers: readonly Payer[];
};

/** A registration of an address. */
export type KnownRegistration = { id: number; payer: Payer };

/** A registration that has just been stored. */
export type NewRegistration = KnownRegistration & {
  /** The ids of the registrations of its student for its course: its own, and those with other details. */
  ofStudent: readonly number[];
  /** The verified proof that came with it, if any. */
  proof: { orderId: string; paymentId: string } | undefined;
};

/** The ids of the registrations that may be the payer's, oldest first. */
export const registrationsOf = (registrations: readonly KnownRegistration[], payer: Payer): number[] =>
  registrations.filter((registration) => isSamePayer(registration.payer, payer)).map(({ id }) => id);

/**
 * The registrations that the payments of an order name, and those with a student and course that other orders of
 * the address pay for.
 */
export function knownRegistrations(
  payments: readonly { id: string; payer: Payer | null }[],
  registrations: readonly KnownRegistration[],
  otherOrders: readonly Pick<OrderOfAddress, 'snapshot'>[],
): KnownRegistrations {
  const paidIds = otherOrders.filter(isPaid).map(registrationOf);
  const paidFor = registrations.filter(({ id }) => paidIds.includes(id));
  return {
    named: Object.fromEntries(
      payments.flatMap(({ id, payer }) =>
        payer === null ? [] : [[id, registrationsOf(registrations, payer)]],
      ),
    ),
    paidElsewhere: registrations
      .filter(({ payer }) => paidFor.some((paid) => isSamePayer(paid.payer, payer)))
      .map(({ id }) => id),
  };
}

/** The payer in the notes of the payment that pays for an order; null where they name nobody. */
export const payerInNotes = ({
  payments,
  snapshot,
}: Pick<OrderOfAddress, 'payments' | 'snapshot'>): Payer | null =>
  payments.find(({ id }) => id === snapshot.context.paymentId)?.payer ?? null;

type Candidate<Order extends OrderOfAddress> = { order: Order; evidence: Evidence };

type RegistrationSent = Extract<OrderEvent, { type: 'registrationSent' }>;

/**
 * The evidence that a registration paid an order, or will; null when the order certainly belongs to another one.
 */
function evidenceFor(order: OrderOfAddress, { id, payer, proof }: NewRegistration): Evidence | null {
  const { paymentId, registration, evidence } = order.snapshot.context;
  if (proof?.orderId === order.id && (paymentId === null || paymentId === proof.paymentId))
    return evidenceLevels.proven;
  if (paymentId === null) {
    const isAuthorized = order.authorizedPayers.some((authorized) => isSamePayer(authorized, payer));
    return isAuthorized ? evidenceLevels.named : evidenceLevels.waiting;
  }
  const named = payerInNotes(order);
  if (named === null) return evidenceLevels.arrived;
  if (isSamePayer(named, payer)) return evidenceLevels.named;
  // It may have proven before that it paid, with the notes of somebody else.
  return registration === id ? evidence : null;
}

/** Proof first, then paid orders (named, unassigned, others), surplus ones, unpaid ones. */
function rankOf({ order, evidence }: Candidate<OrderOfAddress>): number {
  const { paymentId, registration } = order.snapshot.context;
  if (evidence === evidenceLevels.proven) return 0;
  if (paymentId === null) return 5;
  if (!isPaid(order)) return 4;
  if (evidence === evidenceLevels.named) return 1;
  return registration === null ? 2 : 3;
}

/**
 * The events of a registration for the orders of its address: for the order with the strongest evidence, for the
 * one that pays for it already, and for its additional paid orders, which become surplus. Where an order with
 * other details pays for its student and course, all of them become surplus.
 */
export function assignRegistration<Order extends OrderOfAddress>(
  orders: readonly Order[],
  registration: NewRegistration,
): { order: Order; event: RegistrationSent }[] {
  const eventOf = ({ evidence }: Candidate<Order>, isPaidElsewhere: boolean): RegistrationSent => ({
    type: 'registrationSent',
    registration: registration.id,
    evidence,
    isPaidElsewhere,
  });
  const candidates = orders.flatMap((order) => {
    const evidence = evidenceFor(order, registration);
    return evidence === null ? [] : [{ order, evidence }];
  });
  const paidOrders = orders.filter(isPaid);
  const own = paidOrders.find((order) => registrationOf(order) === registration.id);
  const isOfStudent = (order: Order) => registration.ofStudent.some((id) => id === registrationOf(order));
  const paidBefore = own ?? paidOrders.find(isOfStudent);
  const isBesides = ({ order }: Candidate<Order>) => paidBefore !== undefined && order !== paidBefore;
  const [best] = candidates
    .filter(({ order }) => order !== own)
    .filter((candidate) => candidate.order.snapshot.can(eventOf(candidate, isBesides(candidate))))
    .sort((one, other) => rankOf(one) - rankOf(other));
  const paying = paidBefore ?? (best && isPaid(best.order) ? best.order : undefined);
  const isFurther = ({ order, evidence }: Candidate<Order>) =>
    paying !== undefined &&
    isPaid(order) &&
    registrationOf(order) === null &&
    evidence >= evidenceLevels.named;
  return candidates
    .filter((candidate) => candidate.order === own || candidate === best || isFurther(candidate))
    .map((candidate) => ({
      order: candidate.order,
      event: eventOf(candidate, paying !== undefined && candidate.order !== paying),
    }));
}
