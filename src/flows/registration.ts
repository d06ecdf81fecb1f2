import * as v from 'valibot';
import { fromCallback, fromPromise } from 'xstate';
import { sent } from '../../machines/fields.ts';
import { draftOf, registrationMachine } from '../../machines/registration/registration.machine.ts';
import { messages } from '../../machines/registration/registration.messages.ts';
import {
  FEE,
  fieldOf,
  PAYMENT_PROOF_HEADER,
  payerOf,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import type { PaymentProof } from '../../machines/registration/registration.setup.ts';
import type {
  CheckoutInput,
  Order,
  Registered,
  RegistrationEvent,
  RegistrationField,
  RegistrationProblem,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { foreignText } from '../../machines/text.ts';
import { today } from '../browser/clock.ts';
import { focusIfLost } from '../browser/focus.ts';
import { focusWhenReady } from '../browser/focusWhenReady.ts';
import { loadCheckoutScript, openCheckout } from '../browser/razorpay.ts';
import { post } from '../browser/service.ts';
import { site } from '../content/site.ts';
import type { SiteFlow } from './useFlow.ts';

const ID = 'registration';

/** The id of the form on the page. */
export const formId = `${ID}-form`;

/** The id of its button. */
export const submitId = `${ID}-submit`;

/** The id of a field's control on the page. */
export const fieldId = (field: keyof RegistrationValues) => `${ID}-${field}`;

const orderSchema = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  key: v.string(),
  paymentId: v.optional(v.string()),
});

const draftSchema = v.object({
  values: v.object({
    name: v.string(),
    father: v.string(),
    mother: v.string(),
    grade: v.string(),
    course: v.string(),
    phone: v.string(),
    email: v.string(),
    city: v.string(),
    refrence: v.string(),
    refrenceSt: v.string(),
    acceptTerms: v.boolean(),
  }),
  order: v.nullable(v.object({ ...orderSchema.entries, email: v.string() })),
  paymentId: v.nullable(v.string()),
  signature: v.nullable(v.string()),
  registered: v.nullable(v.object({ registeredOn: v.string(), isPaidTwice: v.boolean() })),
});

const registeredSchema = v.object({ success: v.literal(true), surplus: v.optional(v.boolean()) });
const orderAnswerSchema = v.object({ success: v.literal(true), order: orderSchema });
const refusalSchema = v.object({ error: v.unknown(), field: v.optional(v.unknown()) });

const fieldNames: readonly string[] = Object.keys(registrationFields);
const isFieldName = (name: unknown): name is RegistrationField =>
  typeof name === 'string' && fieldNames.includes(name);

class FieldRefused extends Error {
  readonly problem: RegistrationProblem;

  constructor(problem: RegistrationProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Sends a call and reads its answer. Rejects with the server's error text or, where it gives none, with `fallback`; with
 * a FieldRefused where the text is about a field, which the server names, or which the text is known of.
 */
async function call<Output>(
  path: string,
  payload: object,
  schema: v.GenericSchema<unknown, Output>,
  fallback: string,
  signal: AbortSignal,
  headers?: Readonly<Record<string, string>>,
): Promise<Output> {
  const answer = await post(path, payload, signal, headers).catch(() => {
    throw new Error(messages.unreachable);
  });
  const body = await answer.read();
  const accepted = v.safeParse(schema, body);
  if (answer.ok && accepted.success) return accepted.output;
  const refused = v.safeParse(refusalSchema, body);
  const message = refused.success ? foreignText(refused.output.error) : undefined;
  if (!refused.success || message === undefined) throw new Error(fallback);
  const { field } = refused.output;
  const about = isFieldName(field) ? field : fieldOf(message);
  throw about ? new FieldRefused({ field: about, message }) : new Error(message);
}

const createOrder = (email: string, signal: AbortSignal): Promise<Order> =>
  call(
    '/create-order',
    { amount: FEE.rupees, currency: FEE.currency, receipt_email: email },
    orderAnswerSchema,
    messages.orderFailed,
    signal,
  ).then(({ order }) => order);

async function register(
  { values, proof }: { values: RegistrationValues; proof: PaymentProof | null },
  signal: AbortSignal,
): Promise<Registered | RegistrationProblem> {
  const answer = await call(
    '/api/register',
    { ...sent(values), paymentStatus: 'paid' },
    registeredSchema,
    messages.registerFailed,
    signal,
    headersOf(proof),
  ).catch((error: unknown) => {
    if (error instanceof FieldRefused) return error.problem;
    throw error;
  });
  if ('field' in answer) return answer;
  return { registeredOn: today(), isPaidTwice: answer.surplus === true };
}

/** The header that proves a payment. A header takes no other characters than these. */
function headersOf(proof: PaymentProof | null): Record<string, string> {
  const text = proof ? `${proof.orderId} ${proof.paymentId} ${proof.signature}` : '';
  return /^[!-~]+ [!-~]+ [!-~]+$/.test(text) ? { [PAYMENT_PROOF_HEADER]: text } : {};
}

function checkout(
  { order, name, email, phone }: CheckoutInput,
  send: (event: RegistrationEvent) => void,
): () => void {
  if (!order) throw new Error('There is no order to pay.');
  return openCheckout(
    {
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      order_id: order.id,
      name: site.name,
      description: 'Course registration',
      image: new URL('/icon.svg', window.location.href).href,
      prefill: { name, email, contact: phone },
      notes: payerOf({ name, phone }),
      theme: { color: '#1a2247' },
    },
    {
      onSuccess: (payment) => send({ type: 'paymentSucceeded', ...payment }),
      onUnclear: () => send({ type: 'paymentUnclear' }),
      onFailure: (description) => send({ type: 'paymentFailed', description }),
      onDismiss: () => send({ type: 'checkoutDismissed' }),
      onVanish: () => send({ type: 'checkoutVanished' }),
    },
  );
}

/** The registration as the site runs it. */
export const registration: SiteFlow<typeof registrationMachine> = {
  id: ID,
  machine: registrationMachine.provide({
    actors: {
      createOrder: fromPromise(({ input, signal }) => createOrder(input.email, signal)),
      loadCheckout: fromPromise(({ signal }) => loadCheckoutScript(signal)),
      checkout: fromCallback(({ input, sendBack }) => checkout(input, sendBack)),
      register: fromPromise(({ input, signal }) => register(input, signal)),
    },
    actions: {
      focusForm: () => focusWhenReady(formId),
      recoverFocus: () => focusIfLost(submitId, formId),
      focusProblem: ({ context }) => {
        if (context.problem) focusWhenReady(fieldId(context.problem.field));
      },
    },
  }),
  draft: {
    of: draftOf,
    found: (kept) => {
      const draft = v.safeParse(draftSchema, kept);
      return draft.success ? { type: 'draftFound', draft: draft.output } : null;
    },
  },
};
