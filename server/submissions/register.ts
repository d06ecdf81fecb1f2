import {
  answerRegistration,
  paysForSomebody,
  type RegistrationAnswer,
} from '../../machines/order/order.answer.ts';
import { registrationsOf } from '../../machines/order/order.assignment.ts';
import { registrationOf } from '../../machines/order/order.state.ts';
import { payerOf, type RegistrationValues } from '../../machines/registration/registration.rules.ts';
import { registrationServiceMessages } from '../../machines/registration/registration.serviceMessages.ts';
import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import { ordersToSync } from '../payments/findOrCreateOrder.ts';
import { recordKeysOf } from '../payments/keys.ts';
import { findOrders, lockOrders } from '../payments/orders.ts';
import { readProof } from '../payments/proof.ts';
import { findRegistrations } from '../payments/recordPayment.ts';
import { recordRegistration } from '../payments/recordRegistration.ts';
import { mayBecomePaid, syncAskedFor } from '../payments/syncPayments.ts';
import { HttpError } from '../shared/errors.ts';
import type { SubmissionContext } from './context.ts';
import { storeSubmission } from './submissions.ts';

export type RegistrationRequest = {
  values: RegistrationValues;
  /** Whether the browser reports that the fee is paid. */
  isReportedPaid: boolean;
  /** The header that proves the payment, not yet verified. */
  proofHeader: unknown;
  termsVersion: string;
};

/** The stored state of a registration. */
export type RegistrationResult = Omit<RegistrationAnswer, 'refusal'> & {
  /** The day on which it first came, in India, as YYYY-MM-DD. */
  registeredOn: string;
};

const RETRY_SECONDS = 60;

/**
 * Stores a registration once and assigns to it the order of its e-mail address that it paid for, if any.
 *
 * It counts as paid when its order is, whatever the browser reports; while the provider is unavailable it is stored as
 * pending. To be called under the e-mail's key of `withLock`.
 *
 * @throws HttpError when the browser reports a payment that belongs to another registration or e-mail address (409) or may
 * do so (503). The registration is stored nevertheless.
 */
export async function register(
  context: SubmissionContext,
  { values, isReportedPaid, proofHeader, termsVersion }: RegistrationRequest,
): Promise<RegistrationResult> {
  const { database, provider } = context;
  const email = canonicalEmail(values.email);
  const payer = payerOf(values);
  const found = await findOrders(database, email);
  const proven = await readProof(context, proofHeader, found);
  const proof = proven?.isOfAddress ? proven : undefined;
  const synced = ordersToSync(found, provider);
  const provenOrder = found.find((order) => order.id === proof?.orderId);
  const isProofKnown = provenOrder?.snapshot.context.payments.some(
    (payment) => payment.id === proof?.paymentId,
  );
  if (provenOrder && !isProofKnown && !synced.includes(provenOrder)) synced.push(provenOrder);
  const paymentLists = await Promise.all(
    synced.map((order) => syncAskedFor(context, order).catch(ignoreProviderError)),
  );
  await recordKeysOf(context, email, found);
  const attempts = paymentLists.flat().filter((attempt) => attempt !== undefined);

  const { id, registeredOn, ofStudent, orders } = await database.transaction(async (sql) => {
    await lockOrders(sql, 'email = $1', [email]);
    const { id, receivedOn } = await storeSubmission(sql, 'registration', values, termsVersion);
    await context.onSubmission(sql, id);
    const ofStudent = registrationsOf(await findRegistrations(sql, email), payer);
    const registration = { id, email, payer, ofStudent, proof, attempts };
    const orders = await recordRegistration(sql, context, registration);
    return { id, registeredOn: receivedOn, ofStudent, orders };
  });

  const unsettled = new Set(
    synced.filter((_, index) => mayBecomePaid(paymentLists[index])).map((order) => order.id),
  );
  const { refusal, ...answer } = answerRegistration({ id, isReportedPaid, proven }, orders, unsettled);
  if (refusal === 'otherAddress') throw new HttpError(409, registrationServiceMessages.otherAddress);
  if (refusal === 'secondPayment') throw new HttpError(409, registrationServiceMessages.secondPayment);
  if (refusal === 'notConfirmed')
    throw new HttpError(503, registrationServiceMessages.notConfirmed, { retryAfter: RETRY_SECONDS });
  if (refusal === 'paysForOthers') {
    const paidFor = orders.filter(paysForSomebody).map(registrationOf);
    const isPaidFor = ofStudent.some((each) => paidFor.includes(each));
    throw new HttpError(
      409,
      isPaidFor ? registrationServiceMessages.otherDetails : registrationServiceMessages.otherPayer,
    );
  }
  return { ...answer, registeredOn };
}

/** Ignores an unavailable or refusing provider: a registration is stored nevertheless. */
function ignoreProviderError(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error;
}
