import {
  isSamePayer,
  payerOf,
  type RegistrationValues,
} from '../../machines/registration/registration.rules.ts';
import { CallError } from '../errors.ts';
import { queueNotice } from '../mail/outbox.ts';
import { askIfReachable } from '../payments/ask.ts';
import type { PaymentContext } from '../payments/context.ts';
import type { Payment } from '../payments/entities.ts';
import { evidence } from '../payments/evidence.ts';
import { giveOrder } from '../payments/holder.ts';
import { unpaidOrders } from '../payments/openOrder.ts';
import { findOrders, isKept, isPaid, type Order } from '../payments/orders.ts';
import { readProof } from '../payments/proof.ts';
import { registrationsOf } from '../payments/record.ts';
import { storeOnce } from './submissions.ts';

/** A registration as it was sent. */
export interface SentRegistration {
  values: RegistrationValues;
  /** Whether the browser says that the fee is paid. */
  saysPaid: boolean;
  /** The header that proves the payment, unchecked. */
  proof: unknown;
}

const OTHER_PAYER =
  'The payment for this e-mail address goes with another student’s name or phone number. ' +
  'Please give those, or call or write to us: your registration is saved, and you do not need to pay again.';

const OTHER_DETAILS =
  'This student is registered and paid for already, with other details. Your new details are saved: ' +
  'please call or write to us if they are the right ones. You do not need to pay again.';

const NOT_CONFIRMED =
  'We cannot confirm your payment yet, and another registration with this e-mail address waits for it. ' +
  'Yours is saved: please send it again in a minute, and do not pay again.';

const RETRY_SECONDS = 60;

/**
 * Stores a registration once and gives it the order of its e-mail address that is its own, if any.
 *
 * It counts as paid when its order is, whatever the browser says; when the provider is unavailable it is stored as
 * pending. To be called under the e-mail's key of `exclusive`.
 *
 * @returns Whether a further payment came for a registration that was paid already, and is to be refunded.
 * @throws CallError where the browser says that the fee is paid, and the payment is not this registration's (409) or may
 * not be (503). The registration is stored all the same.
 */
export async function register(
  context: PaymentContext,
  { values, saysPaid, proof: header }: SentRegistration,
): Promise<{ isSurplus: boolean }> {
  const { database } = context;
  const { email } = values;
  const payer = payerOf(values);
  const proof = await readProof(context, header, email);
  const unpaid = unpaidOrders(await findOrders(database, email));
  const answers = await Promise.all(unpaid.map((order) => askIfReachable(context, order)));
  const attempts = answers.flatMap((answer) => answer ?? []);

  const { submissionId, orders } = await database.transaction(async (sql) => {
    const submissionId = await storeOnce(sql, 'registration', values);
    await queueNotice(sql, submissionId);
    const orders = await giveOrder(sql, context, { submissionId, email, payer, proof, attempts });
    return { submissionId, orders };
  });

  const own = orders.filter((order) => order.submissionId === submissionId);
  if (own.some(isSurplus)) return { isSurplus: true };
  const mayBePaid = ({ id, paymentId }: Order) =>
    paymentId === null && unpaid.some((order, index) => order.id === id && isOnItsWay(order, answers[index]));
  const isSettled = own.some(
    (order) => isPaid(order) || order.evidence > evidence.waiting || mayBePaid(order),
  );
  if (!saysPaid || isSettled) return { isSurplus: false };

  const others = orders.filter((order) => order.submissionId !== submissionId);
  if (others.some(mayBePaid)) throw notConfirmed();
  const paid = others.filter((order) => isPaid(order) || isSurplus(order));
  const registrations = await registrationsOf(database, email);
  const holders = registrations.filter(({ id }) => paid.some((order) => order.submissionId === id));
  if (holders.some((holder) => isSamePayer(holder.payer, payer))) throw new CallError(409, OTHER_DETAILS);
  if (paid.length > 0) throw new CallError(409, OTHER_PAYER);
  if (others.some(({ paymentId, closed }) => paymentId === null && closed === null)) throw notConfirmed();
  return { isSurplus: false };
}

const notConfirmed = () => new CallError(503, NOT_CONFIRMED, { retryAfter: RETRY_SECONDS });

/** Whether an order is marked as surplus and its payment has not been given back yet. */
const isSurplus = ({ closed, paymentId, payments }: Order): boolean =>
  closed === 'surplus' && payments.some((payment) => payment.id === paymentId && isKept(payment));

/** Whether an order that is not paid may be soon: the provider has not answered, or has seen a payment. */
const isOnItsWay = ({ id }: Order, answer: readonly Payment[] | undefined): boolean =>
  answer?.some(({ orderId, status }) => orderId === id && status === 'authorized') ?? true;
