import type { orderCases } from './order.cases.ts';
import type { OrderSnapshot } from './order.machine.ts';
import { ended, type Phase, phaseNames, phaseOf, settled } from './order.phases.ts';
import { evidenceLevels, type OrderContext } from './order.types.ts';

/** Which cases are tried when. The limits keep the number of states small; they don't say what can happen. */

type Events = (typeof orderCases)['events'];

type CaseName = { [Type in keyof Events]: `${Type}: ${keyof Events[Type] & string}` }[keyof Events];

/** A condition with its words: "where …". */
type Condition = { where: string; holds: (context: OrderContext, snapshot: OrderSnapshot) => boolean };

const condition = (where: string, holds: Condition['holds']): Condition => ({ where, holds });

const hasPayment = ({ payments }: OrderContext, id: string) => payments.some((payment) => payment.id === id);

const hasRefund = ({ refunds }: OrderContext, id: string) => refunds.some((refund) => refund.id === id);

const isBlank = ({ payments, refunds, registration }: OrderContext) =>
  payments.length + refunds.length === 0 && registration === null;

/** Whether the order belongs to nobody, or to the registration in the notes of its payment. */
const isUsual = ({ registration, evidence }: OrderContext) =>
  registration === null || (registration === 1 && evidence === evidenceLevels.named);

const isUntouched = ({ payments, refunds, disputes, isRehearsal }: OrderContext) =>
  payments.length <= 1 && refunds.length === 0 && disputes.length === 0 && !isRehearsal;

const always = condition('', () => true);

const firstPayment = condition(
  'there is no other payment',
  ({ payments }) => payments.length === 0 || (payments.length === 1 && payments[0]?.id === 'pay_first'),
);

const secondPayment = condition(
  'the first is the only payment, and belongs to nobody paid elsewhere',
  (context) =>
    context.payments.length === 1 &&
    hasPayment(context, 'pay_first') &&
    context.refunds.length === 0 &&
    isUsual(context) &&
    !context.isPaidElsewhere,
);

const wrongPayment = condition(
  'nothing is refunded or disputed, and there is no payment or registration 1 has it',
  (context) =>
    isUsual(context) &&
    context.refunds.length + context.disputes.length === 0 &&
    !hasPayment(context, 'pay_wrong') &&
    (context.payments.length === 0 || context.registration === 1),
);

const onlyFirstIsPaid = (context: OrderContext) =>
  hasPayment(context, 'pay_first') && context.payments.length === 1 && context.refunds.length === 0;

const fullRefund = (context: OrderContext) =>
  (hasPayment(context, 'pay_first') || isBlank(context)) &&
  context.refunds.every(({ status }) => status === 'pending');

/** The condition of a refund of an order that belongs to nobody, or to registration 1. */
const usualRefund = (where: string, holds: (context: OrderContext) => boolean) => ({
  otherwise: condition(
    `the order is nobody's or of registration 1, and ${where}`,
    (context) => isUsual(context) && context.payments.length <= 2 && holds(context),
  ),
});

const refundOf = (payment: string, refund: string) =>
  usualRefund(
    'that payment is not yet refunded',
    (context) => hasPayment(context, payment) && !hasRefund(context, refund),
  );

const firstPaymentPays = condition(
  'the first payment pays for it',
  ({ paymentId }) => paymentId === 'pay_first',
);

const untouched = condition('nothing has happened to its payment', isUntouched);

const noRefundOrDispute = condition(
  'nothing is refunded or disputed',
  ({ refunds, disputes }) => refunds.length + disputes.length === 0,
);

const surplusUntouched = condition(
  'it is surplus, and nothing has happened to its payment',
  (context, snapshot) => snapshot.matches({ purpose: 'surplus' }) && isUntouched(context),
);

/** A dispute of the whole payment or of a part: an order has one of them. */
const disputeOf = (id: string) => {
  const isAlone = ({ disputes }: OrderContext) => disputes.every((dispute) => dispute.id === id);
  return {
    [ended]: condition('there is no dispute of another amount', isAlone),
    otherwise: condition(
      'it is the only dispute, or the first payment names its registration and is not refunded',
      (context) =>
        isAlone(context) &&
        (context.disputes.length > 0 ||
          (context.refunds.length === 0 &&
            hasPayment(context, 'pay_first') &&
            context.evidence === evidenceLevels.named)),
    ),
  };
};

const wholeDispute = disputeOf('disp_first');
const partDispute = disputeOf('disp_part');

const inLaterPhases = (each: Condition) => ({ [settled]: each, [ended]: each, otherwise: each });

const canBeSettled = ({ payments, refunds, disputes }: OrderContext) =>
  refunds.length === 0 && payments.length <= (disputes.every(({ status }) => status === 'open') ? 2 : 1);

const settlement = inLaterPhases(
  condition('nothing is refunded, and there are two payments at most, one after a dispute', canBeSettled),
);

const keysChange = {
  'in rehearsal': always,
  otherwise: condition(
    "the order is nobody's or of registration 1, with one payment or refund at most and no dispute",
    (context) =>
      isUsual(context) &&
      context.payments.length + context.refunds.length <= 1 &&
      context.disputes.length === 0,
  ),
};

const partRefund = condition('the first payment is alone and not refunded', onlyFirstIsPaid);

/** The phases in which each case is tried, and where. */
const limits: Readonly<Record<CaseName, Partial<Record<Phase, Condition>>>> = {
  'paymentSeen: of the full amount': {
    'after thirty days': always,
    'in rehearsal': always,
    [settled]: always,
    [ended]: always,
    otherwise: firstPayment,
  },
  'paymentSeen: that names a registration': { [settled]: always, otherwise: firstPayment },
  'paymentSeen: that names nobody registered': { otherwise: firstPayment },
  'paymentSeen: that names who is paid for already': { otherwise: firstPayment },
  'paymentSeen: a second one': { otherwise: secondPayment },
  'paymentSeen: of another amount': { otherwise: wrongPayment },

  'refundSeen: in full': {
    'in rehearsal': condition(
      'there is one payment, not yet refunded',
      (context) => context.payments.length === 1 && fullRefund(context),
    ),
    ...usualRefund('its first payment, if any, is not yet refunded', fullRefund),
  },
  'refundSeen: that is on its way': usualRefund(partRefund.where, onlyFirstIsPaid),
  'refundSeen: in part': {
    'in rehearsal': partRefund,
    [settled]: condition(
      'it is registered by phone, and its payment is alone and not refunded',
      (context, snapshot) =>
        snapshot.matches({ purpose: { paid: 'registeredByPhone' } }) && onlyFirstIsPaid(context),
    ),
    ...usualRefund(partRefund.where, onlyFirstIsPaid),
  },
  'refundSeen: that has failed': usualRefund(
    'its first payment alone is refunded',
    (context) =>
      hasRefund(context, 'rfnd_first') &&
      context.refunds.every(({ id }) => id === 'rfnd_first' || id === 'rfnd_again'),
  ),
  'refundSeen: of a second attempt': usualRefund(
    'its only payment has one refund, which is on its way',
    ({ payments, refunds }) => payments.length * refunds.length === 1 && refunds[0]?.status === 'pending',
  ),
  'refundSeen: of the second payment': refundOf('pay_second', 'rfnd_second'),
  'refundSeen: of the wrong amount': refundOf('pay_wrong', 'rfnd_wrong'),

  'registrationSent: before its payment': { otherwise: noRefundOrDispute },
  'registrationSent: after its payment': { [settled]: always, otherwise: noRefundOrDispute },
  'registrationSent: with the proof of its payment': {
    [settled]: firstPaymentPays,
    otherwise: noRefundOrDispute,
  },
  'registrationSent: with the proof of a second payment': { otherwise: noRefundOrDispute },
  'registrationSent: of another student': { [settled]: firstPaymentPays, otherwise: untouched },
  'registrationSent: of another student, who is named': { [settled]: firstPaymentPays, otherwise: untouched },
  'registrationSent: of another student, who is paid for': { otherwise: untouched },
  'registrationSent: of another student, with proof': { otherwise: untouched },
  'registrationSent: of the same student, for another course': { otherwise: surplusUntouched },
  'registrationSent: of the same student, with other details': {
    [settled]: firstPaymentPays,
    otherwise: surplusUntouched,
  },

  'feeChanged: to another amount': { otherwise: always },
  'keysChanged: to live keys': keysChange,
  'keysChanged: to other test keys': keysChange,
  'personErased: by an operator': { 'in rehearsal': always, [settled]: always, otherwise: always },

  'disputeOpened: of its payment': wholeDispute,
  'disputeOpened: of a part': partDispute,
  'disputeWon: by the office': wholeDispute,
  'disputeLost: by the office': wholeDispute,
  'disputeLost: of a part': partDispute,

  'paymentMisplaced: of another order': inLaterPhases(
    condition(
      'nothing has happened, or nothing since a registration was paid',
      (context, snapshot) =>
        isBlank(context) || (snapshot.matches({ purpose: { paid: 'registered' } }) && isUntouched(context)),
    ),
  ),
  'settledByHand: as registered by phone': settlement,
  'settledByHand: as an accepted amount': inLaterPhases(
    condition(
      'nothing is refunded, and a registration has it only with a payment that pays',
      (context) => canBeSettled(context) && (context.paymentId !== null || context.registration === null),
    ),
  ),
  'settledByHand: as refunded elsewhere': settlement,
  'settledByHand: as closed': settlement,

  'thirtyDaysPassed: since it was asked for': {
    otherwise: condition(
      'there is no payment and no registration',
      ({ payments, registration }) => payments.length === 0 && registration === null,
    ),
  },
};

/** Whether a case is tried. */
export const isOrderCaseTried = (name: CaseName, snapshot: OrderSnapshot): boolean =>
  limits[name][phaseOf(snapshot)]?.holds(snapshot.context, snapshot) ?? false;

/** The excluded cases in words. */
export const orderLimits: readonly string[] = [
  'A case is tried in the phases that are named with it, and in no other:',
  ...Object.entries(limits).map(([name, tried]) => {
    const parts = phaseNames.flatMap((phase) => {
      const where = tried[phase]?.where;
      if (where === undefined) return [];
      return [where === '' ? phase : `${phase} where ${where}`];
    });
    return `  ${name}: ${parts.join('; ')}`;
  }),
];
