import * as v from 'valibot';
import { fromCallback, fromPromise } from 'xstate';
import { registrationIds } from '../../machines/registration/registration.ids.ts';
import { draftOf, registrationMachine } from '../../machines/registration/registration.machine.ts';
import {
  registrationButtons,
  registrationMessages,
} from '../../machines/registration/registration.messages.ts';
import {
  FEE,
  fieldWithMessage,
  identifyingText,
  PAYMENT_PROOF_HEADER,
  payerOf,
  REGISTRATION_DIGEST_HEADER,
  registrationFields,
} from '../../machines/registration/registration.rules.ts';
import type { PaymentProof } from '../../machines/registration/registration.setup.ts';
import { TERMS_VERSION_HEADER, termsVersion } from '../../machines/registration/registration.terms.ts';
import type {
  CheckoutInput,
  OrderResult,
  ReceiptStatus,
  RegisterResult,
  RegistrationEvent,
  RegistrationField,
  RegistrationProblem,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { trimmedValues } from '../../machines/shared/fields.ts';
import { sanitizeExternalText } from '../../machines/shared/text.ts';
import { focusIfLost } from '../browser/focus.ts';
import { focusProblemWhenReady, focusWhenReady, showWhenReady } from '../browser/focusWhenReady.ts';
import { loadCheckoutScript, openCheckout } from '../browser/razorpay.ts';
import { post } from '../browser/service.ts';
import { sha256 } from '../browser/sha256.ts';
import { today } from '../browser/today.ts';
import { site } from '../content/site.ts';
import type { SiteFlow } from './useFlow.ts';

const ID = 'registration';

const orderSchema = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  key: v.string(),
  paymentId: v.optional(v.string()),
  replacesOthers: v.optional(v.boolean()),
});

const savedText = v.fallback(v.string(), '');

const savedTextOrNull = v.fallback(v.nullable(v.string()), null);

/** A draft may be of another build: a part that does not fit is left out, and a payment without its order or receipt. */
const draftSchema = v.pipe(
  v.object({
    values: v.object({
      name: savedText,
      father: savedText,
      mother: savedText,
      grade: savedText,
      course: savedText,
      phone: savedText,
      email: savedText,
      city: savedText,
      refrence: savedText,
      refrenceSt: savedText,
      acceptTerms: v.fallback(v.boolean(), false),
    }),
    order: v.fallback(v.nullable(v.object({ ...orderSchema.entries, email: v.string() })), null),
    paymentId: savedTextOrNull,
    signature: savedTextOrNull,
    registered: v.fallback(
      v.nullable(
        v.object({
          registeredOn: v.string(),
          isPaidTwice: v.boolean(),
          amount: v.fallback(v.number(), FEE.paise),
        }),
      ),
      null,
    ),
  }),
  v.transform((draft) =>
    draft.order || draft.registered ? draft : { ...draft, paymentId: null, signature: null },
  ),
);

const registerResponseSchema = v.object({
  success: v.literal(true),
  surplus: v.optional(v.boolean()),
  registeredOn: v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined),
});
const orderResponseSchema = v.object({ success: v.literal(true), order: orderSchema });
const statusSchema = v.fallback(
  v.object({
    error: v.optional(v.unknown()),
    field: v.optional(v.unknown()),
    paymentStatus: v.optional(v.unknown()),
  }),
  {},
);

const fieldNames: readonly string[] = Object.keys(registrationFields);
const isFieldName = (name: unknown): name is RegistrationField =>
  fieldNames.some((fieldName) => fieldName === name);

class FieldError extends Error {
  readonly problem: RegistrationProblem;

  constructor(problem: RegistrationProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The service refuses because of the status of a payment. */
class PaymentError extends Error {
  readonly status: 'authorized' | 'refunded';

  constructor(status: 'authorized' | 'refunded', message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls the hosted service and returns the body of its response. Spec §7, §8.
 *
 * @throws Error with the server's error text, or with one of `messages` where it has none.
 * @throws FieldError where the error is about a field: one that the server names, or whose message the text is.
 * @throws PaymentError where the server says that a payment is authorized and not captured yet, or was refunded.
 */
async function callService<Output>(
  path: string,
  payload: object,
  schema: v.GenericSchema<unknown, Output>,
  messages: { failed: string; unreachable: string },
  signal: AbortSignal,
  headers?: Readonly<Record<string, string>>,
): Promise<Output> {
  const response = await post(path, payload, signal, headers).catch(() => {
    throw new Error(messages.unreachable);
  });
  const body = await response.readJson();
  const success = v.safeParse(schema, body);
  if (response.ok && success.success) return success.output;
  const { error, field, paymentStatus } = v.parse(statusSchema, body);
  const message = sanitizeExternalText(error);
  if (message === undefined) throw new Error(messages.failed);
  if (paymentStatus === 'authorized' || paymentStatus === 'refunded')
    throw new PaymentError(paymentStatus, message);
  const fieldName = isFieldName(field) ? field : fieldWithMessage(message);
  throw fieldName ? new FieldError({ field: fieldName, message }) : new Error(message);
}

async function createOrder(values: RegistrationValues, signal: AbortSignal): Promise<OrderResult> {
  const digest = await sha256(identifyingText(trimmedValues(values)));
  return callService(
    '/create-order',
    { amount: FEE.rupees, currency: FEE.currency, receipt_email: values.email },
    orderResponseSchema,
    { failed: registrationMessages.orderFailed, unreachable: '' },
    signal,
    digest === undefined ? {} : { [REGISTRATION_DIGEST_HEADER]: digest },
  ).then(
    ({ order }) => order,
    (error: unknown) => {
      if (error instanceof PaymentError && error.status === 'authorized')
        return { beingConfirmed: error.message };
      throw error;
    },
  );
}

function register(
  { values, proof }: { values: RegistrationValues; proof: PaymentProof | null },
  signal: AbortSignal,
): Promise<RegisterResult> {
  return callService(
    '/api/register',
    { ...trimmedValues(values), paymentStatus: 'paid' },
    registerResponseSchema,
    { failed: registrationMessages.registerFailed, unreachable: registrationMessages.unreachable },
    signal,
    { ...paymentProofHeaders(proof), [TERMS_VERSION_HEADER]: termsVersion },
  ).then(
    ({ registeredOn, surplus }) => ({
      registeredOn: registeredOn ?? today(),
      isPaidTwice: surplus === true,
    }),
    (error: unknown) => {
      if (error instanceof FieldError) return error.problem;
      if (error instanceof PaymentError && error.status === 'refunded')
        return { refunded: true, message: error.message };
      throw error;
    },
  );
}

/** Asks our service; another one may not know the call, and its receipt stays as it is. */
async function checkReceipt(paymentId: string | null, signal: AbortSignal): Promise<ReceiptStatus> {
  const response = await post('/api/receipt', { paymentId }, signal);
  const { paymentStatus } = v.parse(statusSchema, await response.readJson());
  return { refunded: paymentStatus === 'refunded' };
}

/** The header that proves a payment; none where the proof has characters that a header must not have. */
function paymentProofHeaders(proof: PaymentProof | null): Record<string, string> {
  const text = proof ? `${proof.orderId} ${proof.paymentId} ${proof.signature}` : '';
  return /^[!-~]+ [!-~]+ [!-~]+$/.test(text) ? { [PAYMENT_PROOF_HEADER]: text } : {};
}

/** Opens the payment window. Returns a function that closes it and moves the focus back to the form where it had it. */
function startCheckout(
  { order, name, email, phone, course }: CheckoutInput,
  send: (event: RegistrationEvent) => void,
): () => void {
  if (!order) throw new Error('There is no order to pay.');
  const close = openCheckout(
    {
      key: order.key,
      amount: order.amount,
      currency: order.currency,
      order_id: order.id,
      name: site.name,
      description: 'Course registration',
      image: new URL('/icon.svg', window.location.href).href,
      prefill: { name, email, contact: phone },
      notes: payerOf({ name, phone, course }),
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
  return () => {
    close();
    focusIfLost(registrationIds.submit, registrationIds.form);
  };
}

/** The registration. Spec §2 to §9. */
export const registration: SiteFlow<typeof registrationMachine> = {
  id: ID,
  machine: registrationMachine.provide({
    actors: {
      createOrder: fromPromise(({ input, signal }) => createOrder(input.values, signal)),
      loadCheckout: fromPromise(({ signal }) => loadCheckoutScript(signal)),
      checkout: fromCallback(({ input, sendBack }) => startCheckout(input, sendBack)),
      register: fromPromise(({ input, signal }) => register(input, signal)),
      checkReceipt: fromPromise(({ input, signal }) => checkReceipt(input.paymentId, signal)),
    },
    actions: {
      focusForm: () => focusWhenReady(registrationIds.form),
      showForm: ({ context }) =>
        showWhenReady(context.previousStudent === null ? registrationIds.heading : registrationIds.another),
      focusProblem: ({ context }) => {
        const { problem } = context;
        if (problem) focusProblemWhenReady(registrationIds.field(problem.field), problem.message);
      },
    },
  }),
  draft: {
    toDraft: draftOf,
    toEvent: (saved) => {
      const draft = v.safeParse(draftSchema, saved);
      return draft.success ? { type: 'draftFound', draft: draft.output } : null;
    },
  },
  recovery: ({ context: { order, registered } }) =>
    order === null || registered !== null
      ? null
      : {
          text: 'Your details are kept. If you have paid, you do not pay again: we ask about your payment first.',
          verb: registrationButtons.check,
          event: { type: 'submitted' },
        },
};
