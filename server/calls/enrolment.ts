import type { FastifyInstance } from 'fastify';
import { choice } from '../../machines/fields.ts';
import {
  FEE,
  type RegistrationValues,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import { success } from '../http/answers.ts';
import { queueNotice } from '../mail/outbox.ts';
import { claim, findOpenOrder, orderFor, settleIfReachable, type Till } from '../payments/orders.ts';
import { bodyOf, exactly } from './fields.ts';
import { storeOnce } from './submissions.ts';

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
const keyOf = (address: string) => `enrolment ${address}`;

/** The two calls of a student registration: the order to be paid, and the registration itself. Spec §7. */
export function enrolmentCalls(app: FastifyInstance, till: Till): void {
  app.post<{ Body: { receipt_email: string } }>('/create-order', newOrder, async ({ body }) => {
    const address = body.receipt_email.toLowerCase();
    const price = { amount: FEE.paise, currency: FEE.currency };
    const order = await till.database.exclusive(keyOf(address), () => orderFor(till, address, price));
    const { id, amount, currency, receipt, paymentId } = order;
    return {
      success: true,
      order: { id, amount, currency, key: till.provider.key, receipt, ...(paymentId && { paymentId }) },
    };
  });

  app.post<{ Body: RegistrationValues & { paymentStatus: string } }>(
    '/api/register',
    registration,
    async (request) => {
      const { paymentStatus: _claim, ...values } = request.body;
      await register(till, { ...values, email: values.email.toLowerCase() });
      return success('Registration Successful!');
    },
  );
}

/**
 * Stores a registration once and gives it the open order of its e-mail address.
 *
 * It counts as paid when its order is, whatever the browser says; when the provider is away it is stored as pending.
 * An order belongs to the first registration that claims it. As long as it is unpaid, that claim gives way to another
 * student's registration that comes after the order was handed out again, or in the moment the order turns out paid:
 * who registers then is who has just paid.
 */
async function register(till: Till, values: RegistrationValues): Promise<void> {
  const { database } = till;
  await database.exclusive(keyOf(values.email), async () => {
    const order = await findOpenOrder(database, values.email);
    const justPaid = order && !order.paymentId ? await settleIfReachable(till, order) : null;
    await database.transaction(async (sql) => {
      const id = await storeOnce(sql, 'registration', values);
      await queueNotice(sql, id);
      if (order && (order.available || justPaid)) await claim(sql, order.id, id);
    });
  });
}
