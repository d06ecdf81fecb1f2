import { assertEvent, assign, setup } from 'xstate';
import { declareCallbackActor, declarePromiseActor } from '../shared/actors.ts';
import { canonicalEmail } from '../shared/canonicalEmail.ts';
import { normalizedChange } from '../shared/fields.ts';
import { FEE } from './registration.fee.ts';
import { registrationMessages } from './registration.messages.ts';
import {
  emptyValues,
  firstProblem,
  isFieldValid,
  isOrderValid,
  registrationFields,
} from './registration.rules.ts';
import type {
  BeingConfirmed,
  CheckoutInput,
  Order,
  OrderResult,
  OrderWithEmail,
  Payment,
  ReceiptStatus,
  RegisterResult,
  RegistrationContext,
  RegistrationDraft,
  RegistrationEvent,
  RegistrationValues,
} from './registration.types.ts';

const MAX_ATTEMPTS = 3;

/** Invoked actors. Messages of their errors are shown to the visitor. */
export const registrationActors = {
  /**
   * The values are those of the form, with the e-mail address that the order is for. An error without a message: the service
   * cannot be reached.
   */
  createOrder: declarePromiseActor<OrderResult, { values: RegistrationValues }>('createOrder'),
  /** Loads the provider's script; `usable` says whether it defined its global variable. */
  loadCheckout: declarePromiseActor<{ usable: boolean }>('loadCheckout'),
  /** The provider's payment window. Sends `paymentSucceeded`, `paymentFailed`, `checkoutDismissed`, `checkoutVanished`. */
  checkout: declareCallbackActor<CheckoutInput>('checkout'),
  /** Resolves with a problem where the service refuses the value of a field. */
  register: declarePromiseActor<RegisterResult, { values: RegistrationValues; proof: PaymentProof | null }>(
    'register',
  ),
  /** Asks whether the payment of a receipt was refunded. */
  checkReceipt: declarePromiseActor<ReceiptStatus, { paymentId: string | null }>('checkReceipt'),
};

/** The proof of a payment: ids of order and payment, and the provider's signature of both. */
export type PaymentProof = { orderId: string; paymentId: string; signature: string };

/** Null where the payment window reported no signature. */
export const paymentProofOf = ({ order, paymentId, signature }: RegistrationContext): PaymentProof | null =>
  order && paymentId && signature ? { orderId: order.id, paymentId, signature } : null;

/** The e-mail address as it is sent. */
export const trimmedEmail = (values: RegistrationValues) => values.email.trim();

const isForAnotherEmail = ({ order, values }: RegistrationContext) =>
  order !== null && canonicalEmail(order.email) !== canonicalEmail(values.email);

/** The values after an event that changes some. */
function changedValues({ values }: RegistrationContext, event: RegistrationEvent): RegistrationValues {
  assertEvent(event, 'changed');
  return { ...values, ...normalizedChange(registrationFields, event.values) };
}

function draftIn(event: RegistrationEvent): RegistrationDraft {
  assertEvent(event, 'draftFound');
  return event.draft;
}

/** The e-mail address for the order: that of the existing order, else the typed one. */
export const emailForOrder = (context: RegistrationContext) =>
  context.order?.email ?? trimmedEmail(context.values);

/**
 * The order to continue with: the received one, unless the existing one can still be paid. A service that makes a
 * new order each time does not say that it replaces the others.
 */
const orderToContinue = (context: RegistrationContext, received: Order): OrderWithEmail => {
  const { order } = context;
  const isSettled = received.paymentId !== undefined || received.replacesOthers === true;
  return order !== null && isOrderValid(order) && !isSettled
    ? order
    : { ...received, email: emailForOrder(context) };
};

/** The messages where the service returns no order: nothing is paid, unless there was an order before. */
export const orderFailure = ({ order, isUnconfirmed }: RegistrationContext) =>
  order === null && !isUnconfirmed
    ? {
        unreachable: registrationMessages.orderUnreachable,
        timedOut: registrationMessages.orderTimedOut,
        invalid: registrationMessages.orderInvalid,
      }
    : registrationMessages;

/** The initial values for the next child of a family: the e-mail address and the parents. */
const valuesForSibling = ({ email, father, mother, refrence, refrenceSt }: RegistrationValues) => ({
  ...emptyValues,
  email,
  father,
  mother,
  refrence,
  refrenceSt,
});

/** The context of a form in which nothing is typed. */
export const initialContext: RegistrationContext = {
  values: emptyValues,
  order: null,
  paymentId: null,
  signature: null,
  registered: null,
  problem: null,
  alert: null,
  isUnconfirmed: false,
  attempts: 0,
  previousStudent: null,
};

/** Types, actors, guards, actions and delays of the registration. */
export const registrationSetup = setup({
  types: {
    context: {} as RegistrationContext,
    events: {} as RegistrationEvent,
    tags: {} as 'busy' | 'editable' | 'paid' | 'paymentUnknown' | 'notice' | 'receipt',
  },
  actors: registrationActors,
  guards: {
    isPaid: (_, payment: { paymentId?: string | null } | BeingConfirmed) =>
      'paymentId' in payment && Boolean(payment.paymentId),
    isBeingConfirmed: (_, result: OrderResult) => 'beingConfirmed' in result,
    isPaidAlready: ({ event }) => {
      assertEvent(event, 'paymentFailed');
      return /\balready (been )?paid\b/i.test(event.description);
    },
    hasOrder: ({ event }) => draftIn(event).order !== null,
    isRegistered: ({ event }) => draftIn(event).registered !== null,
    hasAlert: ({ context }) => context.alert !== null,
    isInvalid: ({ context }) => firstProblem(context.values) !== null,
    isProblemFixed: ({ context, event }) =>
      context.problem !== null && isFieldValid(context.problem.field, changedValues(context, event)),
    isForAnotherEmail: ({ context }) => isForAnotherEmail(context),
    isOrderInvalid: ({ context }, result: OrderResult) =>
      'id' in result && !isOrderValid(orderToContinue(context, result)),
    canReuseOrder: ({ context: { order, ...context } }) =>
      order !== null &&
      isOrderValid(order) &&
      !isForAnotherEmail({ order, ...context }) &&
      !context.isUnconfirmed,
    isFieldRefused: (_, result: RegisterResult) => 'field' in result,
    isRefunded: (_, result: RegisterResult | ReceiptStatus) => 'refunded' in result && result.refunded,
    isEmailRefused: ({ context }) => context.problem?.field === 'email',
    isUsable: (_, { usable }: { usable: boolean }) => usable,
    hasAttemptsLeft: ({ context }) => context.attempts < MAX_ATTEMPTS,
  },
  actions: {
    restoreDraft: assign(({ event }) => {
      const draft = draftIn(event);
      const values = { ...draft.values, ...normalizedChange(registrationFields, draft.values) };
      return { ...draft, values, isUnconfirmed: draft.order !== null, attempts: 0 };
    }),
    setValues: assign(({ context, event }) => ({ values: changedValues(context, event) })),
    setValuesExceptEmail: assign(({ context, event }) => ({
      values: { ...changedValues(context, event), email: context.values.email },
    })),
    setProblem: assign(({ context }) => ({ problem: firstProblem(context.values) })),
    clearProblem: assign({ problem: null }),
    setOrder: assign(({ context }, result: OrderResult) =>
      'id' in result ? { order: orderToContinue(context, result), isUnconfirmed: false } : {},
    ),
    setBeingConfirmed: assign((_, result: OrderResult) =>
      'beingConfirmed' in result ? { alert: result.beingConfirmed, isUnconfirmed: true } : {},
    ),
    setPayment: assign((_, payment: Payment) => payment),
    setRegistered: assign(({ context }, result: RegisterResult) =>
      'registeredOn' in result
        ? { registered: { ...result, amount: context.order?.amount ?? FEE.paise } }
        : {},
    ),
    startAnotherStudent: assign(({ context }) => ({
      ...initialContext,
      values: valuesForSibling(context.values),
      previousStudent: context.values.name.trim(),
    })),
    clearReceipt: assign(initialContext),
    setRefunded: assign((_, result: RegisterResult) =>
      'refunded' in result
        ? { order: null, paymentId: null, signature: null, isUnconfirmed: false, alert: result.message }
        : {},
    ),
    setRefusedField: assign((_, result: RegisterResult) => ('field' in result ? { problem: result } : {})),
    /** Needed because the service finds the payment by the e-mail address of its order. */
    setEmailFromOrder: assign(({ context }) =>
      context.order && isForAnotherEmail(context)
        ? { values: { ...context.values, email: context.order.email } }
        : {},
    ),
    clearOrder: assign({ order: null, isUnconfirmed: false }),
    markUnconfirmed: assign({ isUnconfirmed: true }),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    resetAttempts: assign({ attempts: 0 }),
    setErrorAlert: assign((_, alert: string) => ({ alert })),
    clearAlert: assign({ alert: null }),
    /** Moves the focus to the field of the problem. */
    focusProblem: () => {},
    /** Moves the focus to the form, because the focused button is removed. */
    focusForm: () => {},
    /** Shows the beginning of a form that replaces the receipt, and moves the focus there. */
    showForm: () => {},
  },
  delays: {
    orderTimeout: 30_000,
    slowNotice: 6_000,
    scriptTimeout: 20_000,
    retryDelay: 1_000,
    checkoutTimeout: 30 * 60_000,
    registerTimeout: 30_000,
    receiptTimeout: 30_000,
  },
});
