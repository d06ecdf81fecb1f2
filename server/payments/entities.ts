import * as v from 'valibot';
import type { OrderDispute, OrderPayment, OrderRefund } from '../../machines/order/order.types.ts';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import { sanitizeExternalText } from '../../machines/shared/text.ts';
import { isRecord } from '../shared/json.ts';

/** A payment at the provider: amounts in the currency's smallest unit (paise). */
export type Payment = Omit<OrderPayment, 'refunded'> & {
  orderId: string;
  status: string;
  /** The refunded amount, as the provider states it. */
  refunded: number;
  /** The payer in the payment's notes; null where they name nobody. */
  payer: Payer | null;
  /** When it was made, in seconds since 1970; null where the provider does not say. */
  createdAt: number | null;
};

/** Whether the money has come, even if it was refunded later. */
export const isCaptured = ({ status }: Payment): boolean => status === 'captured' || status === 'refunded';

/** Whether the bank has granted the money, which has not come yet. */
export const isAuthorized = ({ status }: Payment): boolean => status === 'authorized';

const MAX_INTEGER = 2 ** 31 - 1;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_INTEGER));

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

const paymentSchema = v.pipe(
  v.object({
    id,
    order_id: id,
    amount,
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
    status: v.pipe(v.string(), v.regex(/^[a-z_]{1,32}$/)),
    amount_refunded: v.nullish(amount),
    created_at: v.nullish(amount),
    notes: v.optional(v.unknown()),
  }),
  v.transform(
    ({ order_id, amount_refunded, created_at, notes, ...payment }): Payment => ({
      ...payment,
      orderId: order_id,
      refunded: Math.min(
        payment.amount,
        amount_refunded ?? (payment.status === 'refunded' ? payment.amount : 0),
      ),
      payer: readPayer(notes),
      createdAt: created_at ?? null,
    }),
  ),
);

const refundSchema = v.pipe(
  v.object({ id, payment_id: id, amount, status: v.nullish(v.string()) }),
  v.transform(
    ({ payment_id, status, ...refund }): OrderRefund => ({
      ...refund,
      paymentId: payment_id,
      status: status === 'failed' || status === 'processed' ? status : 'pending',
    }),
  ),
);

const disputeSchema = v.pipe(
  v.object({ id, payment_id: id, amount: v.optional(amount), respond_by: v.nullish(amount) }),
  v.transform(
    ({ payment_id, respond_by, ...dispute }): OrderDispute => ({
      ...dispute,
      paymentId: payment_id,
      respondBy: respond_by ? day.format(respond_by * 1000) : '',
    }),
  ),
);

/** Reads an entity of the provider; undefined for anything else. */
const readerOf =
  <Entity>(schema: v.GenericSchema<unknown, Entity>) =>
  (entity: unknown): Entity | undefined => {
    const { success, output } = v.safeParse(schema, entity);
    return success ? output : undefined;
  };

/** A payment of no order is no payment. */
export const readPayment = readerOf(paymentSchema);
export const readRefund = readerOf(refundSchema);
export const readDispute = readerOf(disputeSchema);

/** Reads the notes that the site passes to the checkout. The provider sends an empty list where there are none. */
function readPayer(notes: unknown): Payer | null {
  if (!isRecord(notes)) return null;
  const [student, phone, course] = [notes.student, notes.phone, notes.course].map(sanitizeExternalText);
  return student && phone ? { student, phone, course } : null;
}
