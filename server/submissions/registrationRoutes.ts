import type { FastifyInstance } from 'fastify';
import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import { choiceField } from '../../machines/formFields.ts';
import {
  FEE,
  PAYMENT_PROOF_HEADER,
  type RegistrationValues,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import { successBody } from '../http/responseBodies.ts';
import { findOrCreateOrder } from '../payments/findOrCreateOrder.ts';
import type { SubmissionContext } from './context.ts';
import { NEW_ORDER_PATH, REGISTRATION_PATH } from './paths.ts';
import { register } from './register.ts';
import { constantField, validateBody } from './validateBody.ts';

const registrationBody = validateBody({
  ...registrationFields,
  paymentStatus: choiceField(['paid', 'pending'], 'The payment status must be paid or pending.'),
});

const FEE_MESSAGE = `The fee is ${FEE.rupees} ${FEE.currency}.`;

const newOrderBody = validateBody({
  amount: constantField(FEE.rupees, FEE_MESSAGE),
  currency: constantField(FEE.currency, FEE_MESSAGE),
  receipt_email: registrationFields.email,
});

/** Returns the key of `withLock` for a person: their orders and registrations are handled one after the other. */
const lockKeyOf = (email: string) => `enrolment ${canonicalEmail(email)}`;

/** Adds the routes of a student registration: the order to be paid, and the registration itself. Spec §7. */
export function registrationRoutes(app: FastifyInstance, context: SubmissionContext): void {
  const { database, provider } = context;

  app.post<{ Body: { receipt_email: string } }>(NEW_ORDER_PATH, newOrderBody, async ({ body }) => {
    const email = body.receipt_email;
    const price = { amount: FEE.paise, currency: FEE.currency };
    const order = await database.withLock(lockKeyOf(email), () => findOrCreateOrder(context, email, price));
    const { id, amount, currency, receipt, paymentId } = order;
    return {
      success: true,
      order: { id, amount, currency, key: provider.key, receipt, ...(paymentId && { paymentId }) },
    };
  });

  app.post<{ Body: RegistrationValues & { paymentStatus: string } }>(
    REGISTRATION_PATH,
    registrationBody,
    async ({ body, headers }) => {
      const { paymentStatus, ...fields } = body;
      const values = { ...fields, email: fields.email.toLowerCase() };
      const sent = {
        values,
        isReportedPaid: paymentStatus === 'paid',
        proofHeader: headers[PAYMENT_PROOF_HEADER],
      };
      const { isSurplus } = await database.withLock(lockKeyOf(values.email), () => register(context, sent));
      return { ...successBody('Registration Successful!'), ...(isSurplus && { surplus: true }) };
    },
  );
}
