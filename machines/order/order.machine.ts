import { and, initialTransition, not, type SnapshotFrom, transition } from 'xstate';
import type { Attention } from './order.rules.ts';
import { orderSetup } from './order.setup.ts';
import {
  evidenceLevels,
  type OrderDispute,
  type OrderEvent,
  type OrderInput,
  type OrderRefund,
  type OrderReport,
  type Settlement,
} from './order.types.ts';

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

/** A state of attention is left when something else asks for it, or nothing. */
const leaveUnless = (attention: Attention) => ({ guard: not(needs(attention)), target: 'nothing' }) as const;

const settlesAs = (as: Settlement) => ({ type: 'settlesAs', params: as }) as const;

const settlesPurposeAs = (as: Settlement) => ({ type: 'settlesPurposeAs', params: as }) as const;

const settlesRefund = {
  guard: settlesPurposeAs('refundedElsewhere'),
  target: '#order.purpose.refunded',
  actions: 'settle',
} as const;

/**
 * The life of an order: what has been paid for it, which registration it belongs to, and what must be given back. Each
 * event is a fact that has happened; the server stores it and runs the machine by `transition`. Three regions: what the
 * order counts for, what else asks for attention, and whether the provider is asked about it.
 *
 * The tags `office` and `family` say who must act, `paid` that the order counts as paid, and `polled` that the provider is
 * asked about it.
 */
export const orderMachine = orderSetup.createMachine({
  id: 'order',
  context: ({ input }) => ({
    ...input,
    isRehearsal: false,
    payments: [],
    refunds: [],
    paymentId: null,
    registration: null,
    evidence: evidenceLevels.waiting,
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
                    guard: and([needs('disputed'), settlesAs('refundedElsewhere'), 'changesPayment']),
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
              { guard: settlesPurposeAs('refundedElsewhere'), actions: 'settle' },
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

/** The snapshot of an order after its facts, in the order in which they happened. */
export const replayOrder = (input: OrderInput, facts: readonly OrderEvent[]): OrderSnapshot =>
  facts.reduce((snapshot, fact) => transition(orderMachine, snapshot, fact)[0], initialSnapshot(input));
