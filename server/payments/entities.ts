import * as v from 'valibot';
import type { Payer } from '../../machines/registration/registration.rules.ts';
import { sanitizeExternalText } from '../../machines/text.ts';
import { isRecord } from '../shared/json.ts';

/** A payment at the provider: amounts in the currency's smallest unit (paise). */
export type Payment = {
  id: string;
  orderId: string;
  amount: number;
  currency: string;
  status: string;
  /** The refunded amount that the payment itself states. */
  refunded: number;
  /** The payer in the payment's notes; null where they name nobody. */
  payer: Payer | null;
  /** When it was made, in seconds since 1970; null where the provider does not say. */
  createdAt: number | null;
};

/** Returns whether the money has come, even if it was refunded later. */
export const isCaptured = ({ status }: Payment): boolean => status === 'captured' || status === 'refunded';

/** A refund at the provider. */
export type Refund = {
  id: string;
  paymentId: string;
  amount: number;
  status: 'pending' | 'processed' | 'failed';
};

/** A dispute of a payment at the provider: the payer asks their bank for the money. */
export type Dispute = {
  id: string;
  paymentId: string;
  /** The day by which to respond, as YYYY-MM-DD in India; empty where the provider does not say. */
  respondBy: string;
};

const MAX_INTEGER = 2 ** 31 - 1;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_INTEGER));

const paymentSchema = v.object({
  id,
  order_id: id,
  amount,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  status: v.pipe(v.string(), v.regex(/^[a-z_]{1,32}$/)),
  amount_refunded: v.nullish(amount),
  created_at: v.nullish(amount),
  notes: v.optional(v.unknown()),
});

const refundSchema = v.object({ id, payment_id: id, amount, status: v.nullish(v.string()) });

/** Reads a payment entity of the provider; returns undefined for anything else, and for a payment of no order. */
export function readPayment(entity: unknown): Payment | undefined {
  const { success, output } = v.safeParse(paymentSchema, entity);
  if (!success) return undefined;
  const { order_id, amount, status, amount_refunded, created_at, notes } = output;
  return {
    id: output.id,
    orderId: order_id,
    amount,
    currency: output.currency,
    status,
    refunded: Math.min(amount, amount_refunded ?? (status === 'refunded' ? amount : 0)),
    payer: readPayer(notes),
    createdAt: created_at ?? null,
  };
}

/** Reads a refund entity of the provider; returns undefined for anything else. */
export function readRefund(entity: unknown): Refund | undefined {
  const { success, output } = v.safeParse(refundSchema, entity);
  if (!success) return undefined;
  return {
    id: output.id,
    paymentId: output.payment_id,
    amount: output.amount,
    status: output.status === 'failed' || output.status === 'processed' ? output.status : 'pending',
  };
}

const disputeSchema = v.object({ id, payment_id: id, respond_by: v.nullish(amount) });

/** Reads a dispute entity of the provider; returns undefined for anything else. */
export function readDispute(entity: unknown): Dispute | undefined {
  const { success, output } = v.safeParse(disputeSchema, entity);
  if (!success) return undefined;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });
  return {
    id: output.id,
    paymentId: output.payment_id,
    respondBy: output.respond_by ? day.format(output.respond_by * 1000) : '',
  };
}

/** Reads the notes that the site passes to the checkout. The provider sends an empty list where there are none. */
function readPayer(notes: unknown): Payer | null {
  if (!isRecord(notes)) return null;
  const [student, phone] = [sanitizeExternalText(notes.student), sanitizeExternalText(notes.phone)];
  return student && phone ? { student, phone } : null;
}
