import * as v from 'valibot';
import { fromCallback, fromPromise } from 'xstate';
import { draftOf, registrationMachine } from '../../machines/registration/registration.machine.ts';
import { messages } from '../../machines/registration/registration.messages.ts';
import { FEE } from '../../machines/registration/registration.rules.ts';
import type {
  CheckoutInput,
  Order,
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { today } from '../browser/clock.ts';
import { focusById, focusIfLost } from '../browser/focus.ts';
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
});

const successSchema = v.object({ success: v.literal(true) });
const orderAnswerSchema = v.object({ success: v.literal(true), order: orderSchema });
const refusalSchema = v.object({ error: v.pipe(v.string(), v.nonEmpty()) });

/** Sends a call and reads its answer; rejects with the server's error text or, where it gives none, with `fallback`. */
async function call<Output>(
  path: string,
  payload: object,
  schema: v.GenericSchema<unknown, Output>,
  fallback: string,
  signal: AbortSignal,
): Promise<Output> {
  const answer = await post(path, payload, signal).catch(() => {
    throw new Error(messages.unreachable);
  });
  const body = await answer.read();
  const accepted = v.safeParse(schema, body);
  if (answer.ok && accepted.success) return accepted.output;
  const refused = v.safeParse(refusalSchema, body);
  throw new Error(refused.success ? refused.output.error : fallback);
}

const createOrder = (email: string, signal: AbortSignal): Promise<Order> =>
  call(
    '/create-order',
    { amount: FEE.rupees, currency: FEE.currency, receipt_email: email },
    orderAnswerSchema,
    messages.orderFailed,
    signal,
  ).then(({ order }) => order);

async function register(values: RegistrationValues, signal: AbortSignal) {
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value]),
  );
  const payload = { ...trimmed, paymentStatus: 'paid' };
  await call('/api/register', payload, successSchema, messages.registerFailed, signal);
  return { registeredOn: today() };
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
      theme: { color: '#1a2247' },
    },
    {
      onSuccess: (paymentId) => send({ type: 'paymentSucceeded', paymentId }),
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
      register: fromPromise(({ input, signal }) => register(input.values, signal)),
    },
    actions: {
      focusForm: () => focusById(formId),
      recoverFocus: () => focusIfLost(submitId, formId),
      focusProblem: ({ context }) => {
        if (context.problem) focusById(fieldId(context.problem.field));
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
