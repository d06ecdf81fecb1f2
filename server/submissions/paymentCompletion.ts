import type { FastifyRequest } from 'fastify';
import { payerInNotes } from '../../machines/order/order.assignment.ts';
import { isPaid, isUnregistered, registrationOf } from '../../machines/order/order.state.ts';
import {
  isSamePayer,
  PAYMENT_PROOF_HEADER,
  payerOf,
} from '../../machines/registration/registration.rules.ts';
import {
  bodyText,
  type CompletionEvidence,
  emailOf,
  type PaymentCompletion,
  routeOf,
} from '../http/requestLimits.ts';
import type { PaymentContext } from '../payments/context.ts';
import { findOrders } from '../payments/orders.ts';
import { readProof } from '../payments/proof.ts';
import { findRegistrations } from '../payments/recordPayment.ts';
import { NEW_ORDER_PATH, REGISTRATION_PATH } from './paths.ts';

/**
 * Finds the calls that complete a payment:
 *
 * - a registration with proof, or with the student and the phone number of a paid order;
 * - a call for an order where one is paid without a registration. It names only the e-mail address, so it cannot exceed
 *   the limit of its network address, which bounds how many addresses can be asked about.
 */
export const createPaymentCompletion = (context: PaymentContext): PaymentCompletion => ({
  mayExceedAddressLimit: (route) => route === REGISTRATION_PATH,
  async evidenceOf(request) {
    switch (routeOf(request)) {
      case REGISTRATION_PATH:
        return registrationEvidence(context, request);
      case NEW_ORDER_PATH:
        return newOrderEvidence(context, emailOf(request));
      default:
        return { kind: 'none' };
    }
  },
});

async function newOrderEvidence({ database }: PaymentContext, email: string): Promise<CompletionEvidence> {
  const orders = await findOrders(database, email);
  return { kind: orders.some(isUnregistered) ? 'unregistered order' : 'none' };
}

async function registrationEvidence(
  context: PaymentContext,
  request: FastifyRequest,
): Promise<CompletionEvidence> {
  const email = emailOf(request);
  const orders = await findOrders(context.database, email);
  const proven = await readProof(context, request.headers[PAYMENT_PROOF_HEADER], orders);
  if (proven?.isOfAddress) return { kind: 'proven', orderId: proven.orderId };
  const paidOrders = orders.filter(isPaid);
  if (paidOrders.length === 0) return { kind: 'none' };
  const registrations = await findRegistrations(context.database, email);
  const [name, phone] = [bodyText(request, 'name'), bodyText(request, 'phone')];
  const payer = payerOf({ name, phone, course: bodyText(request, 'course') });
  const ownOrder = paidOrders.find((order) => {
    const registered = registrations.find(({ id }) => id === registrationOf(order))?.payer;
    const payers = [payerInNotes(order), registered].filter((each) => each !== null && each !== undefined);
    return payers.length === 0 || payers.some((each) => isSamePayer(each, payer));
  });
  return ownOrder ? { kind: 'named', orderId: ownOrder.id } : { kind: 'other payer' };
}
