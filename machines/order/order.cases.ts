import type { Cases } from '../paths/index.ts';
import type { orderMachine } from './order.machine.ts';
import type { orderActors } from './order.setup.ts';
import { evidenceLevels, type OrderPayment, type Settlement } from './order.types.ts';

const { waiting, arrived, named, proven } = evidenceLevels;

const paid: OrderPayment = { id: 'pay_first', amount: 200_000, currency: 'INR' };
const second: OrderPayment = { ...paid, id: 'pay_second' };
const wrong: OrderPayment = { ...paid, id: 'pay_wrong', amount: 2_000 };

const nobody = { named: {}, paidElsewhere: [] };

const seen = (payment: OrderPayment) => ({ payment, ...nobody });

const refund = { id: 'rfnd_first', paymentId: paid.id, amount: paid.amount, status: 'processed' } as const;

const dispute = { id: 'disp_first', paymentId: paid.id, amount: paid.amount, respondBy: '2026-12-01' };
const partOfIt = { ...dispute, id: 'disp_part', amount: 50_000 };

const settled = (as: Settlement) => ({ as, reason: 'Spoke with the parent.' });

/** Event cases of an order that is made with test keys. */
export const orderCases = {
  input: { amount: 200_000, currency: 'INR', isLive: false },
  events: {
    paymentSeen: {
      'of the full amount': seen(paid),
      'that names a registration': { ...seen(paid), named: { [paid.id]: [1] } },
      'that names nobody registered': { ...seen(paid), named: { [paid.id]: [] } },
      'that names who is paid for already': {
        ...seen(paid),
        named: { [paid.id]: [1] },
        paidElsewhere: [1],
      },
      'a second one': seen(second),
      'of another amount': seen(wrong),
    },
    refundSeen: {
      'in full': { refund, ...nobody },
      'that is on its way': { refund: { ...refund, status: 'pending' as const }, ...nobody },
      'in part': { refund: { ...refund, id: 'rfnd_part', amount: 50_000 }, ...nobody },
      'that has failed': {
        refund: { ...refund, status: 'failed' as const },
        named: { [paid.id]: [1] },
        paidElsewhere: [],
      },
      'of a second attempt': { refund: { ...refund, id: 'rfnd_again' }, ...nobody },
      'of the second payment': {
        refund: { ...refund, id: 'rfnd_second', paymentId: second.id },
        ...nobody,
      },
      'of the wrong amount': {
        refund: { ...refund, id: 'rfnd_wrong', paymentId: wrong.id, amount: wrong.amount },
        ...nobody,
      },
    },
    registrationSent: {
      'before its payment': { registration: 1, evidence: waiting, isPaidElsewhere: false },
      'after its payment': { registration: 1, evidence: arrived, isPaidElsewhere: false },
      'with the proof of its payment': { registration: 1, evidence: proven, isPaidElsewhere: false },
      'with the proof of a second payment': { registration: 1, evidence: proven, isPaidElsewhere: true },
      'of another student': { registration: 2, evidence: arrived, isPaidElsewhere: false },
      'of another student, who is named': { registration: 2, evidence: named, isPaidElsewhere: false },
      'of another student, who is paid for': { registration: 2, evidence: arrived, isPaidElsewhere: true },
      'of another student, with proof': { registration: 2, evidence: proven, isPaidElsewhere: false },
      'of the same student, for another course': { registration: 3, evidence: named, isPaidElsewhere: false },
      'of the same student, with other details': { registration: 4, evidence: named, isPaidElsewhere: true },
    },
    feeChanged: { 'to another amount': {} },
    keysChanged: { 'to live keys': { isLive: true }, 'to other test keys': { isLive: false } },
    personErased: { 'by an operator': {} },
    disputeOpened: { 'of its payment': { dispute }, 'of a part': { dispute: partOfIt } },
    disputeWon: { 'by the office': { dispute } },
    disputeLost: { 'by the office': { dispute }, 'of a part': { dispute: partOfIt } },
    paymentMisplaced: { 'of another order': { paymentId: 'pay_other' } },
    settledByHand: {
      'as registered by phone': settled('registeredByPhone'),
      'as an accepted amount': settled('amountAccepted'),
      'as refunded elsewhere': settled('refundedElsewhere'),
      'as closed': settled('closed'),
    },
    thirtyDaysPassed: { 'since it was asked for': {} },
  },
  outcomes: {},
  project: (context) => context,
} satisfies Cases<typeof orderMachine, typeof orderActors>;
