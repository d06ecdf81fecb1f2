import { and, assertEvent, assign, not, or, setup, stateIn } from 'xstate';
import {
  type Attention,
  attentionOf,
  isCovered,
  isOfFullAmount,
  isRefunded,
  payingPaymentId,
  settledContext,
  withDispute,
  withPayment,
  withRefund,
} from './order.rules.ts';
import {
  evidenceLevels,
  type KnownRegistrations,
  type OrderContext,
  type OrderEvent,
  type OrderInput,
  type OrderRefund,
  type OrderReport,
  type Settlement,
} from './order.types.ts';

export const orderActors = {};

const { waiting, named, proven } = evidenceLevels;

const counts = (context: OrderContext): boolean =>
  isCovered(context) && !context.isRehearsal && !context.isPaidElsewhere;

/** The context with the registration in the notes of the paying payment, if they name one. */
function followNotes(context: OrderContext, known: KnownRegistrations): OrderContext {
  if (!isCovered(context)) return context;
  const followed = { ...context, ...registrationByNotes(context, known) };
  const { registration } = followed;
  return {
    ...followed,
    isPaidElsewhere: registration !== null && known.paidElsewhere.includes(registration),
  };
}

/** Whether a registration takes an order: nobody has it, or its evidence is stronger. */
function isStronger(
  { registration, evidence }: OrderContext,
  sent: Extract<OrderEvent, { type: 'registrationSent' }>,
): boolean {
  if (registration === null || registration === sent.registration) return true;
  // A paid registration takes no order from another one unless the payment itself names its payer.
  if (sent.isPaidElsewhere && sent.evidence < named) return false;
  // Of two registrations with proof the newer gets the order: the same payer has corrected something.
  return sent.evidence > evidence || sent.evidence === proven;
}

function registrationByNotes(
  { paymentId, registration, evidence }: OrderContext,
  { named: byPayment, paidElsewhere }: KnownRegistrations,
): Partial<OrderContext> {
  const matching = paymentId === null ? undefined : byPayment[paymentId];
  if (!matching || evidence === proven) return {};
  const current = matching.find((id) => id === registration);
  const next = current ?? matching.find((id) => !paidElsewhere.includes(id)) ?? matching[0];
  return next === undefined
    ? { registration: null, evidence: waiting }
    : { registration: next, evidence: named };
}

/** Whether a fact brings a refund to a status that it did not have before. */
function becomes(context: OrderContext, event: OrderEvent, status: OrderRefund['status']): boolean {
  assertEvent(event, 'refundSeen');
  const statusIn = (refunds: OrderContext['refunds']) =>
    refunds.find(({ id }) => id === event.refund.id)?.status;
  return (
    statusIn(withRefund(context.refunds, event.refund)) === status && statusIn(context.refunds) !== status
  );
}

const disputeStatuses = { disputeOpened: 'open', disputeWon: 'won', disputeLost: 'lost' } as const;

/** The context after a fact about money: a payment, a refund or the status of a dispute. */
function withMoney(context: OrderContext, event: OrderEvent): OrderContext {
  assertEvent(event, ['paymentSeen', 'refundSeen', 'disputeOpened', 'disputeWon', 'disputeLost']);
  const after = { ...context };
  if (event.type === 'paymentSeen') after.payments = withPayment(context.payments, event.payment);
  else if (event.type === 'refundSeen') after.refunds = withRefund(context.refunds, event.refund);
  else after.disputes = withDispute(context.disputes, event.dispute, disputeStatuses[event.type]);
  return { ...after, paymentId: payingPaymentId(after) };
}

/**
 * The context after a fact about money, with the registration in the notes of the paying payment, or after a
 * settlement by hand.
 */
function withMoneyAndPayer(context: OrderContext, event: OrderEvent): OrderContext {
  if (event.type === 'settledByHand') return settledContext(context, event.as);
  const after = withMoney(context, event);
  return 'named' in event ? followNotes(after, event) : after;
}

/** Types, guards and actions of an order. */
export const orderSetup = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    input: {} as OrderInput,
    tags: {} as 'office' | 'family' | 'paid' | 'polled',
  },
  actors: orderActors,
  guards: {
    isRehearsal: ({ context }) => context.isRehearsal && isCovered(context),
    isNoRehearsal: ({ context }) => !context.isRehearsal,
    isRefunded: ({ context }) => context.paymentId !== null && !isCovered(context),
    becomesRehearsal: and([
      'isRehearsal',
      not(stateIn({ purpose: 'rehearsal' })),
      not(stateIn({ purpose: 'erased' })),
    ]),
    becomesRefunded: and([
      'isRefunded',
      not(stateIn({ purpose: 'rehearsal' })),
      not(stateIn({ purpose: 'refunded' })),
    ]),
    /** Whether the notes of a payment may say whose the order is. */
    isAssignable: not(
      or([
        stateIn({ purpose: 'surplus' }),
        stateIn({ purpose: 'erased' }),
        stateIn({ purpose: 'rehearsal' }),
        stateIn({ purpose: { paid: 'registeredByPhone' } }),
      ]),
    ),
    isCovered: ({ context }) => isCovered(context),
    isAssigned: ({ context }) => context.registration !== null && counts(context),
    isPaidElsewhere: ({ context }) => context.isPaidElsewhere,
    /** Whether a fact about money changes by which payment who is paid. */
    changesPayment: ({ context, event }) => {
      const next = withMoneyAndPayer(context, event);
      return next.paymentId !== context.paymentId || next.registration !== context.registration;
    },
    isStrongerOfAnother: ({ context, event }) => {
      assertEvent(event, 'registrationSent');
      return context.registration !== event.registration && isStronger(context, event);
    },
    isStronger: ({ context, event }) => {
      assertEvent(event, 'registrationSent');
      return isStronger(context, event);
    },
    /** Whether a surplus order may be of a registration: it is so already, or by its proof or the notes. */
    isOfPayer: ({ context, event }) => {
      assertEvent(event, 'registrationSent');
      if (context.registration === event.registration) return true;
      return event.evidence >= named && event.evidence >= context.evidence;
    },
    isNeeded: ({ event }) => {
      assertEvent(event, 'registrationSent');
      return !event.isPaidElsewhere;
    },
    isProven: ({ event }) => {
      assertEvent(event, 'registrationSent');
      return event.evidence === proven;
    },
    isNamed: ({ event }) => {
      assertEvent(event, 'registrationSent');
      return event.evidence >= named;
    },
    isFurtherPayment: ({ context, event }) => {
      assertEvent(event, 'paymentSeen');
      const { payment } = event;
      const isKnown = context.payments.some(({ id }) => id === payment.id);
      return (
        !isKnown &&
        isCovered(context) &&
        isOfFullAmount(context, payment) &&
        !isRefunded(context, payment) &&
        (payment.refunded ?? 0) === 0
      );
    },
    isRefundProcessed: ({ context, event }) => becomes(context, event, 'processed'),
    /** Whether a refund has failed that no other one replaces. */
    isRefundToRepeat: ({ context, event }) => {
      const after = withMoney(context, event);
      assertEvent(event, 'refundSeen');
      const payment = context.payments.find(({ id }) => id === event.refund.paymentId);
      return becomes(context, event, 'failed') && !(payment && isRefunded(after, payment));
    },
    needs: ({ context }, attention: Attention) => attentionOf(context) === attention,
    settlesAs: ({ event }, as: Settlement) => {
      assertEvent(event, 'settledByHand');
      return event.as === as;
    },
    /** The purpose of an order is settled by hand only where nothing beside it asks for attention. */
    settlesPurposeAs: ({ context, event }, as: Settlement) => {
      assertEvent(event, 'settledByHand');
      return event.as === as && attentionOf(context) === 'nothing';
    },
    isNewLoss: ({ context, event }) => {
      assertEvent(event, 'disputeLost');
      const known = context.disputes.find(({ id }) => id === event.dispute.id);
      return known === undefined || known.status === 'open';
    },
    isNewDispute: ({ context, event }) => {
      assertEvent(event, 'disputeOpened');
      return !context.disputes.some(({ id }) => id === event.dispute.id);
    },
  },
  actions: {
    record: assign(({ context, event }) => withMoney(context, event)),
    recordAndAssign: assign(({ context, event }) => withMoneyAndPayer(context, event)),
    assign: assign(({ context, event }) => {
      assertEvent(event, 'registrationSent');
      const { registration, evidence, isPaidElsewhere } = event;
      const isAssigned = context.registration === registration;
      const strongest = isAssigned && context.evidence > evidence ? context.evidence : evidence;
      return { registration, evidence: strongest, isPaidElsewhere };
    }),
    setMode: assign(({ context, event }) => {
      assertEvent(event, 'keysChanged');
      return { isRehearsal: event.isLive && !context.isLive };
    }),
    addMisplaced: assign(({ context, event }) => {
      assertEvent(event, 'paymentMisplaced');
      return { misplaced: [...new Set([...context.misplaced, event.paymentId])] };
    }),
    settle: assign(({ context, event }) => {
      assertEvent(event, 'settledByHand');
      return settledContext(context, event.as);
    }),
    unassign: assign({ registration: null, evidence: waiting, isPaidElsewhere: false }),
    /** Mails the family that the registration is paid. */
    confirm: (_, _report: OrderReport) => {},
    /** Mails the office that a payment is to be given back, and the family that it will be. */
    reportSurplus: (_, _report: OrderReport) => {},
    /** Mails the family that a refund was processed. */
    reportRefund: (_, _report: OrderReport) => {},
    /** Mails the family that a refund has failed and is made in another way, and the office that it is to be. */
    reportFailedRefund: (_, _report: OrderReport) => {},
    /** Mails the office at once that a payment is disputed, or that a dispute is lost. */
    reportDispute: (_, _report: OrderReport) => {},
  },
});
