import type { FastifyInstance } from 'fastify';
import { canonicalEmail } from '../../machines/canonicalEmail.ts';
import { choice } from '../../machines/formFields.ts';
import {
  FEE,
  PAYMENT_PROOF_HEADER,
  type RegistrationValues,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import { success } from '../http/answers.ts';
import type { PaymentContext } from '../payments/context.ts';
import { orderFor } from '../payments/openOrder.ts';
import { bodyOf, exactly } from './fields.ts';
import { register } from './register.ts';

const registration = bodyOf({
  ...registrationFields,
  paymentStatus: choice(['paid', 'pending'], 'The payment status must be paid or pending.'),
});

const FEE_SENTENCE = `The fee is ${FEE.rupees} ${FEE.currency}.`;

const newOrder = bodyOf({
  amount: exactly(FEE.rupees, FEE_SENTENCE),
  currency: exactly(FEE.currency, FEE_SENTENCE),
  receipt_email: registrationFields.email,
});

/** One person's orders and registrations are dealt with one after the other. */
const keyOf = (email: string) => `enrolment ${canonicalEmail(email)}`;

/** The two calls of a student registration: the order to be paid, and the registration itself. Spec §7. */
export function enrolmentCalls(app: FastifyInstance, context: PaymentContext): void {
  const { database, provider } = context;

  app.post<{ Body: { receipt_email: string } }>('/create-order', newOrder, async ({ body }) => {
    const email = body.receipt_email;
    const price = { amount: FEE.paise, currency: FEE.currency };
    const order = await database.exclusive(keyOf(email), () => orderFor(context, email, price));
    const { id, amount, currency, receipt, paymentId } = order;
    return {
      success: true,
      order: { id, amount, currency, key: provider.key, receipt, ...(paymentId && { paymentId }) },
    };
  });

  app.post<{ Body: RegistrationValues & { paymentStatus: string } }>(
    '/api/register',
    registration,
    async ({ body, headers }) => {
      const { paymentStatus, ...fields } = body;
      const values = { ...fields, email: fields.email.toLowerCase() };
      const sent = { values, saysPaid: paymentStatus === 'paid', proof: headers[PAYMENT_PROOF_HEADER] };
      const { isSurplus } = await database.exclusive(keyOf(values.email), () => register(context, sent));
      return { ...success('Registration Successful!'), ...(isSurplus && { surplus: true }) };
    },
  );
}
