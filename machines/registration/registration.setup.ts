import { assign, setup } from 'xstate';
import { callbackActor, promiseActor } from '../actors.ts';
import { canonicalEmail } from '../canonicalEmail.ts';
import { entered } from '../fields.ts';
import {
  emptyValues,
  firstProblem,
  isFieldValid,
  isOfTheFee,
  registrationFields,
} from './registration.rules.ts';
import type {
  CheckoutInput,
  Order,
  OwnOrder,
  Payment,
  Registered,
  RegistrationContext,
  RegistrationDraft,
  RegistrationEvent,
  RegistrationProblem,
  RegistrationValues,
} from './registration.types.ts';

const MOST_TRIES = 3;

/** What reaches outside. Errors carry the words for the visitor. */
export const registrationActors = {
  createOrder: promiseActor<Order, { email: string }>('createOrder'),
  /** Loads the provider's script; `usable` says whether it brought its global. */
  loadCheckout: promiseActor<{ usable: boolean }>('loadCheckout'),
  /** The provider's window while it is open. Sends `paymentSucceeded`, `paymentFailed`, `checkoutDismissed`, `checkoutVanished`. */
  checkout: callbackActor<CheckoutInput>('checkout'),
  /** Answers with a problem where the service refuses the value of a field. */
  register: promiseActor<
    Registered | RegistrationProblem,
    { values: RegistrationValues; proof: PaymentProof | null }
  >('register'),
};

/** What a payment is proved with: its order, itself and the provider's signature of both. */
export type PaymentProof = { orderId: string; paymentId: string; signature: string };

/** The proof of the payment, where the payment window gave one. */
export const proofOf = ({ order, paymentId, signature }: RegistrationContext): PaymentProof | null =>
  order && paymentId && signature ? { orderId: order.id, paymentId, signature } : null;

/** The e-mail address as it is sent. */
export const email = (values: RegistrationValues) => values.email.trim();

const isForAnotherEmail = ({ order, values }: RegistrationContext) =>
  order !== null && canonicalEmail(order.email) !== canonicalEmail(values.email);

const kept = (change: Partial<RegistrationValues>) => entered(registrationFields, change);

/** The e-mail address for whose order the service is asked: that of the order that exists, else the one typed. */
export const emailToAsk = (context: RegistrationContext) => context.order?.email ?? email(context.values);

/**
 * The order to go on with. One of the fee that exists is never swapped for another, unless the other is paid: it is the
 * one that counts.
 */
const ownOrder = (context: RegistrationContext, answer: Order): OwnOrder => {
  const isKept = context.order !== null && isOfTheFee(context.order) && answer.paymentId === undefined;
  return isKept && context.order ? context.order : { ...answer, email: emailToAsk(context) };
};

/** What the next child of a family starts with: the e-mail address and the parents. */
const ofTheFamily = ({ email, father, mother, refrence, refrenceSt }: RegistrationValues) => ({
  ...emptyValues,
  ...{ email, father, mother, refrence, refrenceSt },
});

/** What the machine of the registration is made with: its types, actors, guards, actions and delays. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    tags: {} as 'busy' | 'editable' | 'paid',
  },
  actors: registrationActors,
  guards: {
    isPaid: (_, { paymentId }: { paymentId?: string | null }) => Boolean(paymentId),
    hasOrder: (_, { order }: RegistrationDraft) => order !== null,
    isRegistered: (_, { registered }: RegistrationDraft) => registered !== null,
    hasFailure: ({ context }) => context.failure !== null,
    hasProblem: ({ context }) => firstProblem(context.values) !== null,
    isProblemFixed: ({ context }, values: Partial<RegistrationValues>) =>
      context.problem !== null && isFieldValid(context.problem.field, { ...context.values, ...kept(values) }),
    isForAnotherEmail: ({ context }) => isForAnotherEmail(context),
    isOfAnotherFee: ({ context }, answer: Order) => !isOfTheFee(ownOrder(context, answer)),
    isOrderReady: ({ context: { order, ...context } }) =>
      order !== null && isOfTheFee(order) && !isForAnotherEmail({ order, ...context }) && !context.inDoubt,
    isFieldRefused: (_, answer: Registered | RegistrationProblem) => 'field' in answer,
    isEmailRefused: ({ context }) => context.problem?.field === 'email',
    isUsable: (_, { usable }: { usable: boolean }) => usable,
    hasTriesLeft: ({ context }) => context.tries < MOST_TRIES,
  },
  actions: {
    takeUpDraft: assign((_, draft: RegistrationDraft) => ({
      ...draft,
      values: { ...draft.values, ...kept(draft.values) },
      inDoubt: draft.order !== null,
      tries: 0,
    })),
    keepValues: assign(({ context }, values: Partial<RegistrationValues>) => ({
      values: { ...context.values, ...kept(values) },
    })),
    keepValuesButEmail: assign(({ context }, values: Partial<RegistrationValues>) => ({
      values: { ...context.values, ...kept(values), email: context.values.email },
    })),
    noteProblem: assign(({ context }) => ({ problem: firstProblem(context.values) })),
    clearProblem: assign({ problem: null }),
    keepOrder: assign(({ context }, answer: Order) => ({ order: ownOrder(context, answer), inDoubt: false })),
    keepPayment: assign((_, payment: Payment) => payment),
    keepRegistered: assign((_, answer: Registered | RegistrationProblem) =>
      'field' in answer ? {} : { registered: answer },
    ),
    startAnother: assign(({ context }) => ({
      values: ofTheFamily(context.values),
      order: null,
      paymentId: null,
      signature: null,
      registered: null,
      inDoubt: false,
    })),
    noteRefusal: assign((_, answer: Registered | RegistrationProblem) =>
      'field' in answer ? { problem: answer } : {},
    ),
    /** The payment belongs to the order's e-mail address, and the service finds it by that. */
    useEmailOfOrder: assign(({ context }) =>
      context.order && isForAnotherEmail(context)
        ? { values: { ...context.values, email: context.order.email } }
        : {},
    ),
    dropOrder: assign({ order: null, inDoubt: false }),
    doubtOrder: assign(({ context }) => ({ inDoubt: context.order !== null })),
    countTry: assign(({ context }) => ({ tries: context.tries + 1 })),
    resetTries: assign({ tries: 0 }),
    noteFailure: assign((_, failure: string) => ({ failure })),
    clearFailure: assign({ failure: null }),
    /** Moves the focus to the field of the problem. */
    focusProblem: () => {},
    /** Moves the focus to the form: the button that had it goes away. */
    focusForm: () => {},
    /** Takes the focus back where the payment window had it, which is gone. */
    recoverFocus: () => {},
  },
  delays: {
    orderTimeout: 30_000,
    slowNotice: 6_000,
    scriptTimeout: 20_000,
    pauseBetweenTries: 1_000,
    checkoutTimeout: 30 * 60_000,
    registerTimeout: 30_000,
  },
});
