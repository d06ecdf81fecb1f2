import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  registeredMessages,
  registrationMessages,
} from '../../machines/registration/registration.messages.ts';
import {
  FEE,
  PAYMENT_PROOF_HEADER,
  REGISTRATION_DIGEST_HEADER,
  type RegistrationValues,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import { acceptedTerms, TERMS_VERSION_HEADER } from '../../machines/registration/registration.terms.ts';
import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import { textValidator } from '../../machines/shared/fields.ts';
import { choiceField } from '../../machines/shared/formFields.ts';
import { networkAddressOf } from '../http/networkAddress.ts';
import type { RateLimits } from '../http/requestLimits.ts';
import { errorBody, successBody } from '../http/responseBodies.ts';
import { findOrCreateOrder } from '../payments/findOrCreateOrder.ts';
import { findPaymentStatus } from '../payments/paymentStatus.ts';
import { HttpError } from '../shared/errors.ts';
import type { SubmissionContext } from './context.ts';
import { limitOpenOrders } from './openOrders.ts';
import { NEW_ORDER_PATH, RECEIPT_PATH, REGISTRATION_PATH } from './paths.ts';
import { register } from './register.ts';
import { findRegistration } from './submissions.ts';
import { constantField, validateBody } from './validateBody.ts';

const registrationBody = validateBody({
  ...registrationFields,
  paymentStatus: choiceField(['paid', 'pending'], 'The payment status must be paid or pending.'),
});

const FEE_MESSAGE = `The fee is ₹${FEE.rupees}. If this page names another one, please reload it: what you have typed is kept.`;

const newOrderBody = validateBody({
  amount: constantField(FEE.rupees, FEE_MESSAGE),
  currency: constantField(FEE.currency, FEE_MESSAGE),
  receipt_email: registrationFields.email,
});

const receiptBody = validateBody({
  paymentId: {
    normalize: (text) => text,
    validate: textValidator((value) => /^[\w-]{1,64}$/.test(value), 'Please send the payment reference.'),
  },
});

/** The key of `withLock` for a person: their orders and registrations are handled one after the other. */
const lockKeyOf = (email: string) => `enrolment ${canonicalEmail(email)}`;

const PENDING_MESSAGE = 'Your registration is saved. Its payment is not confirmed yet.';

/** Refuses a call because its payment is authorized or refunded. */
const sendConflict = (reply: FastifyReply, paymentStatus: 'authorized' | 'refunded', message: string) =>
  reply.code(409).send({ ...errorBody(message), paymentStatus });

/** Adds the routes of a student registration: the order to be paid, the registration itself, and its receipt. Spec §7. */
export function registrationRoutes(
  app: FastifyInstance,
  context: SubmissionContext,
  rateLimits: RateLimits,
): void {
  const { database, provider } = context;
  const limitOrders = limitOpenOrders(database, rateLimits);

  app.post<{ Body: { receipt_email: string } }>(NEW_ORDER_PATH, newOrderBody, async (request, reply) => {
    const { body, headers } = request;
    const email = canonicalEmail(body.receipt_email);
    const price = { amount: FEE.paise, currency: FEE.currency };
    const digest = String(headers[REGISTRATION_DIGEST_HEADER]);
    const order = await database.withLock(lockKeyOf(email), async () =>
      findOrCreateOrder(context, email, price, await findRegistration(database, digest), (create) =>
        limitOrders(networkAddressOf(request), create),
      ),
    );
    if (!order) return sendConflict(reply, 'authorized', registrationMessages.beingConfirmed);
    const { id, amount, currency, receipt, snapshot } = order;
    const { paymentId } = snapshot.context;
    const state = paymentId === null ? { replacesOthers: true } : { paymentId };
    return { success: true, order: { id, amount, currency, key: provider.key, receipt, ...state } };
  });

  app.post<{ Body: RegistrationValues & { paymentStatus: string } }>(
    REGISTRATION_PATH,
    registrationBody,
    async ({ body, headers }, reply) => {
      const { paymentStatus, ...fields } = body;
      const values = { ...fields, email: fields.email.toLowerCase() };
      const sent = {
        values,
        isReportedPaid: paymentStatus === 'paid',
        proofHeader: headers[PAYMENT_PROOF_HEADER],
        termsVersion: acceptedTerms(headers[TERMS_VERSION_HEADER]),
      };
      const result = await database.withLock(lockKeyOf(values.email), () => register(context, sent));
      if (sent.isReportedPaid && result.paymentStatus === 'refunded')
        return sendConflict(reply, 'refunded', registrationMessages.refunded);
      const { paymentStatus: storedStatus, registeredOn, isSurplus } = result;
      return {
        ...successBody(storedStatus === 'paid' ? registeredMessages.heading : PENDING_MESSAGE),
        paymentStatus: storedStatus,
        registeredOn,
        ...(isSurplus && { surplus: true }),
      };
    },
  );

  app.post<{ Body: { paymentId: string } }>(RECEIPT_PATH, receiptBody, async ({ body }) => {
    const paymentStatus = await findPaymentStatus(database, body.paymentId);
    if (!paymentStatus) throw new HttpError(404, 'We do not know this payment.');
    return { success: true, paymentStatus };
  });
}
