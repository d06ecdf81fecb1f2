import {
  and,
  assertEvent,
  assign,
  initialTransition,
  not,
  or,
  type SnapshotFrom,
  setup,
  stateIn,
  transition,
} from 'xstate';
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
  type OrderDispute,
  type OrderEvent,
  type OrderInput,
  type OrderRefund,
  type OrderReport,
  type Settlement,
} from './order.types.ts';

export const orderActors = {};

const { waiting, named, proven } = evidenceLevels;

/** Returns whether an order counts as paid. */
const counts = (context: OrderContext): boolean =>
  isCovered(context) && !context.isRehearsal && !context.isPaidElsewhere;

/** Returns the context with the registration that the notes of the paying payment name, where they name anybody. */
function followNotes(context: OrderContext, known: KnownRegistrations): OrderContext {
  if (!isCovered(context)) return context;
  const followed = { ...context, ...registrationByNotes(context, known) };
  const { registration } = followed;
  return {
    ...followed,
    isPaidElsewhere: registration !== null && known.paidElsewhere.includes(registration),
  };
}

/** Returns whether a registration takes an order: nobody has it, or its evidence is stronger. */
function isStronger(
  { registration, evidence }: OrderContext,
  sent: Extract<OrderEvent, { type: 'registrationSent' }>,
): boolean {
  if (registration === null || registration === sent.registration) return true;
  // One that is paid already takes no order from another registration unless the payment itself names its payer.
  if (sent.isPaidElsewhere && sent.evidence < named) return false;
  // Of two with proof the newer gets the order: it is from the same payer, who has corrected something.
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

/** Returns whether a refund comes to a status by a fact, which it did not have before. */
function becomes(context: OrderContext, event: OrderEvent, status: OrderRefund['status']): boolean {
  assertEvent(event, 'refundSeen');
  const statusIn = (refunds: OrderContext['refunds']) =>
    refunds.find(({ id }) => id === event.refund.id)?.status;
  return (
    statusIn(withRefund(context.refunds, event.refund)) === status && statusIn(context.refunds) !== status
  );
}

const disputeStatuses = { disputeOpened: 'open', disputeWon: 'won', disputeLost: 'lost' } as const;

/** Returns the context after a fact about money: a payment or a refund that was seen, or what became of a dispute. */
function withMoney(context: OrderContext, event: OrderEvent): OrderContext {
  assertEvent(event, ['paymentSeen', 'refundSeen', 'disputeOpened', 'disputeWon', 'disputeLost']);
  const after = { ...context };
  if (event.type === 'paymentSeen') after.payments = withPayment(context.payments, event.payment);
  else if (event.type === 'refundSeen') after.refunds = withRefund(context.refunds, event.refund);
  else after.disputes = withDispute(context.disputes, event.dispute, disputeStatuses[event.type]);
  return { ...after, paymentId: payingPaymentId(after) };
}

/**
 * Returns the context after a fact about money, with the registration that the notes of the paying payment name, or after a
 * settlement by hand.
 */
function withMoneyAndPayer(context: OrderContext, event: OrderEvent): OrderContext {
  if (event.type === 'settledByHand') return settledContext(context, event.as);
  const after = withMoney(context, event);
  return 'named' in event ? followNotes(after, event) : after;
}

const reportOf = (paymentId: string | null): OrderReport => ({
  reference: paymentId ?? '',
  paymentId: paymentId ?? '',
});

const reportOfRefund = ({ id, paymentId, amount, status }: OrderRefund): OrderReport => ({
  reference: `${id} ${status}`,
  paymentId,
  amount,
  hasFailed: status === 'failed',
});

const reportOfDispute = ({ id, ...dispute }: OrderDispute): OrderReport => ({ reference: id, ...dispute });

const reportOfLostDispute = ({ id, paymentId, amount }: OrderDispute): OrderReport => ({
  reference: `${id} lost`,
  paymentId,
  ...(amount !== undefined && { amount }),
  isLost: true,
});

const needs = (attention: Attention) => ({ type: 'needs', params: attention }) as const;

/** What asks for attention is left when something else does, or nothing. */
const leaveUnless = (attention: Attention) => ({ guard: not(needs(attention)), target: 'nothing' }) as const;

const settlesAs = (as: Settlement) => ({ type: 'settlesAs', params: as }) as const;

/** The purpose of an order is settled by hand only where nothing beside it asks for attention. */
const settlesPurposeAs = (as: Settlement) => and([stateIn({ attention: 'nothing' }), settlesAs(as)]);

const settlesRefund = { guard: settlesPurposeAs('refundedElsewhere'), actions: 'settle' } as const;

/**
 * The life of an order: what has been paid for it, which registration it belongs to, and what must be given back. Each
 * event is a fact that has happened; the server stores it and runs the machine by `transition`. Three regions: what the
 * order counts for, what else asks for attention, and whether the provider is asked about it.
 *
 * The tags `office` and `family` say who must act, `paid` that the order counts as paid, and `polled` that the provider is
 * asked about it.
 */
export const orderMachine = setup({
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
}).createMachine({
  id: 'order',
  context: ({ input }) => ({
    ...input,
    isRehearsal: false,
    payments: [],
    refunds: [],
    paymentId: null,
    registration: null,
    evidence: waiting,
    isPaidElsewhere: false,
    disputes: [],
    misplaced: [],
    settled: [],
  }),
  type: 'parallel',
  states: {
    purpose: {
      initial: 'open',
      always: [
        { guard: 'becomesRehearsal', target: '.rehearsal' },
        { guard: 'becomesRefunded', target: '.refunded' },
      ],
      on: {
        paymentSeen: [{ guard: 'isAssignable', actions: 'recordAndAssign' }, { actions: 'record' }],
        refundSeen: [{ guard: 'isAssignable', actions: 'recordAndAssign' }, { actions: 'record' }],
        disputeLost: { actions: 'record' },
        keysChanged: { actions: 'setMode' },
        personErased: { actions: 'unassign' },
      },
      states: {
        open: {
          description: 'It can be paid.',
          tags: 'family',
          always: { guard: 'isCovered', target: 'paid' },
          on: {
            registrationSent: { guard: 'isStronger', actions: 'assign' },
            feeChanged: 'replaced',
            thirtyDaysPassed: 'replaced',
            keysChanged: { target: 'replaced', actions: 'setMode' },
          },
        },
        replaced: {
          description:
            'It was not paid, and the fee or the keys have changed since, or thirty days have passed.',
          always: { guard: 'isCovered', target: 'paid' },
          on: { registrationSent: { guard: 'isProven', actions: 'assign' } },
        },
        paid: {
          tags: 'paid',
          initial: 'unregistered',
          always: { guard: 'isPaidElsewhere', target: 'surplus' },
          states: {
            unregistered: {
              description: 'There is a payment, and no registration that it belongs to.',
              tags: 'office',
              always: { guard: 'isAssigned', target: 'registered' },
              on: {
                registrationSent: { actions: 'assign' },
                settledByHand: [
                  { guard: settlesPurposeAs('registeredByPhone'), target: 'registeredByPhone' },
                  settlesRefund,
                ],
              },
            },
            registeredByPhone: {
              description: 'It is paid, and the office has registered the student.',
              always: { guard: 'isAssigned', target: 'registered' },
              on: {
                personErased: { target: '#order.purpose.erased', actions: 'unassign' },
                registrationSent: { guard: and(['isNamed', 'isNeeded']), actions: 'assign' },
                settledByHand: settlesRefund,
              },
            },
            registered: {
              description: 'It is paid, and belongs to a registration.',
              entry: { type: 'confirm', params: ({ context }) => reportOf(context.paymentId) },
              on: {
                personErased: { target: '#order.purpose.erased', actions: 'unassign' },
                // Who is paid by another payment, or instead of somebody else, is confirmed anew.
                registrationSent: [
                  { guard: 'isStrongerOfAnother', target: 'unregistered', actions: 'assign' },
                  { guard: 'isStronger', actions: 'assign' },
                ],
                paymentSeen: { guard: 'changesPayment', target: 'unregistered', actions: 'recordAndAssign' },
                refundSeen: { guard: 'changesPayment', target: 'unregistered', actions: 'recordAndAssign' },
                disputeLost: { guard: 'changesPayment', target: 'unregistered', actions: 'record' },
                settledByHand: [
                  {
                    guard: and([
                      stateIn({ attention: 'disputed' }),
                      settlesAs('refundedElsewhere'),
                      'changesPayment',
                    ]),
                    target: 'unregistered',
                  },
                  {
                    guard: and([settlesPurposeAs('refundedElsewhere'), 'changesPayment']),
                    target: 'unregistered',
                    actions: 'settle',
                  },
                  settlesRefund,
                ],
              },
            },
          },
        },
        surplus: {
          description: 'The student is paid for by another order.',
          tags: 'office',
          on: {
            registrationSent: [
              { guard: and(['isOfPayer', 'isNeeded']), target: 'paid', actions: 'assign' },
              { guard: 'isOfPayer', actions: 'assign' },
            ],
            settledByHand: [
              {
                guard: settlesPurposeAs('registeredByPhone'),
                target: 'paid.registeredByPhone',
                actions: 'unassign',
              },
              settlesRefund,
            ],
          },
          entry: { type: 'reportSurplus', params: ({ context }) => reportOf(context.paymentId) },
        },
        refunded: {
          description: 'All that was paid has been given back.',
          always: { guard: 'isCovered', target: 'paid' },
        },
        erased: {
          description: 'It is paid, and its registration is erased.',
        },
        rehearsal: {
          description: 'It was paid in test or simulation, before there were live keys.',
          always: { guard: 'isNoRehearsal', target: 'paid' },
          on: { personErased: { target: 'erased', actions: 'unassign' } },
        },
      },
    },
    attention: {
      initial: 'nothing',
      on: {
        paymentSeen: {
          guard: 'isFurtherPayment',
          actions: { type: 'reportSurplus', params: ({ event }) => reportOf(event.payment.id) },
        },
        refundSeen: [
          {
            guard: 'isRefundProcessed',
            actions: { type: 'reportRefund', params: ({ event }) => reportOfRefund(event.refund) },
          },
          {
            guard: 'isRefundToRepeat',
            actions: { type: 'reportFailedRefund', params: ({ event }) => reportOfRefund(event.refund) },
          },
        ],
        paymentMisplaced: { actions: 'addMisplaced' },
        disputeOpened: {
          guard: 'isNewDispute',
          actions: [
            'record',
            { type: 'reportDispute', params: ({ event }) => reportOfDispute(event.dispute) },
          ],
        },
        disputeWon: { actions: 'record' },
        disputeLost: {
          guard: 'isNewLoss',
          actions: { type: 'reportDispute', params: ({ event }) => reportOfLostDispute(event.dispute) },
        },
      },
      states: {
        nothing: {
          description: 'Nothing was paid beside the price of the order, and no payment is disputed.',
          always: [
            { guard: needs('disputed'), target: 'disputed' },
            { guard: needs('misplaced'), target: 'misplaced' },
            { guard: needs('disputeLost'), target: 'disputeLost' },
            { guard: needs('wrongAmount'), target: 'wrongAmount' },
            { guard: needs('secondPayment'), target: 'secondPayment' },
          ],
        },
        disputed: {
          description: 'A payer asks their bank for the money: the office responds at the provider.',
          tags: 'office',
          always: leaveUnless('disputed'),
          on: {
            settledByHand: [
              { guard: settlesAs('closed'), actions: 'settle' },
              { guard: settlesAs('refundedElsewhere'), actions: 'settle' },
            ],
          },
        },
        misplaced: {
          description: 'The provider states a payment for it that is one of another order.',
          tags: 'office',
          always: leaveUnless('misplaced'),
          on: { settledByHand: { guard: settlesAs('closed'), actions: 'settle' } },
        },
        disputeLost: {
          description: 'The bank has taken a payment back, or a part of it.',
          tags: 'office',
          always: leaveUnless('disputeLost'),
          on: { settledByHand: { guard: settlesAs('closed'), actions: 'settle' } },
        },
        wrongAmount: {
          description: 'A payment of another amount or currency has come.',
          tags: 'office',
          always: leaveUnless('wrongAmount'),
          on: {
            settledByHand: [
              { guard: settlesAs('amountAccepted'), actions: 'settle' },
              { guard: settlesAs('refundedElsewhere'), actions: 'settle' },
            ],
          },
        },
        secondPayment: {
          description: 'The order was paid more than once.',
          tags: 'office',
          always: leaveUnless('secondPayment'),
          on: {
            settledByHand: [
              { guard: settlesAs('registeredByPhone'), actions: 'settle' },
              { guard: settlesAs('refundedElsewhere'), actions: 'settle' },
            ],
          },
        },
      },
    },
    polling: {
      initial: 'recent',
      states: {
        recent: {
          description: 'The provider is asked about it from time to time.',
          tags: 'polled',
          on: { thirtyDaysPassed: 'old' },
        },
        old: { description: 'Nobody has asked for it in thirty days: the provider alone tells of it.' },
      },
    },
  },
});

export type OrderSnapshot = SnapshotFrom<typeof orderMachine>;

/** The snapshots in which orders begin, by their inputs: a fee has few. */
const initialSnapshots = new Map<string, OrderSnapshot>();

function initialSnapshot(input: OrderInput): OrderSnapshot {
  const key = JSON.stringify(input);
  const snapshot = initialSnapshots.get(key) ?? initialTransition(orderMachine, input)[0];
  initialSnapshots.set(key, snapshot);
  return snapshot;
}

/** Returns the snapshot of an order after its facts, in the order in which they happened. */
export const replayOrder = (input: OrderInput, facts: readonly OrderEvent[]): OrderSnapshot =>
  facts.reduce((snapshot, fact) => transition(orderMachine, snapshot, fact)[0], initialSnapshot(input));
