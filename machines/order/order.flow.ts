import { defineFlow, type JourneyStep } from '../paths/index.ts';
import { orderCases } from './order.cases.ts';
import { orderJourneys } from './order.journeys.ts';
import { type OrderSnapshot, orderMachine } from './order.machine.ts';
import { orderProperties } from './order.properties.ts';
import { orderActors } from './order.setup.ts';
import { evidenceLevels, type OrderContext } from './order.types.ts';

const { named } = evidenceLevels;

type CaseName = JourneyStep<typeof orderCases>[0];

type RefundCase = Extract<CaseName, `refundSeen: ${string}`>;

const isRefundCase = (name: CaseName): name is RefundCase => name.startsWith('refundSeen: ');

const hasPayment = ({ payments }: OrderContext, id: string) => payments.some((payment) => payment.id === id);

const hasRefund = ({ refunds }: OrderContext, id: string) => refunds.some((refund) => refund.id === id);

/** Whether nothing has happened to the order. */
const isBlank = ({ payments, refunds, registration }: OrderContext) =>
  payments.length + refunds.length === 0 && registration === null;

/** Whether the order belongs to nobody, or to the registration in the notes of its payment. */
const isUsual = ({ registration, evidence }: OrderContext) =>
  registration === null || (registration === 1 && evidence === named);

/** Whether the refund of a case can be seen: once, and as a rule after its payment. */
function isRefundPossible(name: RefundCase, context: OrderContext): boolean {
  const { refunds } = context;
  const isFirstRefunded = hasRefund(context, 'rfnd_first');
  switch (name) {
    case 'refundSeen: that is on its way':
      return hasPayment(context, 'pay_first') && context.payments.length === 1 && refunds.length === 0;
    case 'refundSeen: in full':
      return (
        (hasPayment(context, 'pay_first') || isBlank(context)) &&
        refunds.every(({ status }) => status === 'pending')
      );
    case 'refundSeen: in part':
      return hasPayment(context, 'pay_first') && context.payments.length === 1 && refunds.length === 0;
    case 'refundSeen: that has failed':
      return isFirstRefunded && refunds.every(({ id }) => id === 'rfnd_first' || id === 'rfnd_again');
    case 'refundSeen: of a second attempt':
      return refunds.length === 1 && refunds[0]?.status === 'pending' && context.payments.length === 1;
    case 'refundSeen: of the second payment':
      return hasPayment(context, 'pay_second') && !hasRefund(context, 'rfnd_second');
    case 'refundSeen: of the wrong amount':
      return hasPayment(context, 'pay_wrong') && !hasRefund(context, 'rfnd_wrong');
  }
}

/** Whether a payment case is tried: a second full payment only after the first. */
function isPaymentPossible(name: string, context: OrderContext): boolean {
  const { payments, refunds, disputes } = context;
  const isAlone = payments.length <= 1 && refunds.length === 0;
  if (name === 'paymentSeen: a second one')
    return isAlone && isUsual(context) && !context.isPaidElsewhere && hasPayment(context, 'pay_first');
  if (name === 'paymentSeen: of another amount')
    return (
      isUsual(context) &&
      refunds.length + disputes.length === 0 &&
      !hasPayment(context, 'pay_wrong') &&
      (payments.length === 0 || context.registration === 1)
    );
  return payments.length === 0 || (payments.length === 1 && hasPayment(context, 'pay_first'));
}

/** Whether nothing has happened to the order's payment, if there is one. */
const isUntouched = ({ payments, refunds, disputes, isRehearsal }: OrderContext) =>
  payments.length <= 1 && refunds.length === 0 && disputes.length === 0 && !isRehearsal;

const disputeOf = (name: CaseName) => (name.endsWith('of a part') ? 'disp_part' : 'disp_first');

/** Whether a case is tried for an order made with test keys while live keys are in use. */
function isPossibleInRehearsal(name: CaseName, context: OrderContext): boolean {
  if (name === 'refundSeen: in part') return isRefundPossible(name, context);
  if (name === 'refundSeen: in full') return context.payments.length === 1 && isRefundPossible(name, context);
  if (name === 'paymentSeen: of the full amount') return true;
  return name.startsWith('keysChanged') || name === 'personErased: by an operator';
}

/** Whether the office has settled a part of the order, or must: a payment belongs to two orders. */
const isSettledByHand = (snapshot: OrderSnapshot) =>
  snapshot.context.settled.length + snapshot.context.misplaced.length > 0 ||
  snapshot.context.refunds.some(({ id }) => id.startsWith('by hand')) ||
  snapshot.matches({ purpose: { paid: 'registeredByPhone' } });

/** Whether a settlement is tried: of one payment or two before a refund, and of one after a dispute. */
const isSettlementPossible = ({ payments, refunds, disputes }: OrderContext) =>
  refunds.length === 0 && payments.length <= (disputes.every(({ status }) => status === 'open') ? 2 : 1);

/** The cases that may still happen then, and must not ask the office again. */
const casesWhenSettled: readonly CaseName[] = [
  'paymentSeen: of the full amount',
  'paymentSeen: that names a registration',
  'registrationSent: after its payment',
  'registrationSent: of another student',
  'registrationSent: of another student, who is named',
  'registrationSent: of the same student, with other details',
  'registrationSent: with the proof of its payment',
  'personErased: by an operator',
];

/** Whether a case is tried. The limits keep the number of states small; they don't say what can happen. */
function isOrderCasePossible(name: CaseName, snapshot: OrderSnapshot): boolean {
  const { context } = snapshot;
  if (snapshot.matches({ polling: 'old' })) return name === 'paymentSeen: of the full amount';
  if (context.isRehearsal) return isPossibleInRehearsal(name, context);
  if (name === 'settledByHand: as an accepted amount' && context.paymentId === null)
    return context.registration === null && isSettlementPossible(context);
  if (name.startsWith('settledByHand')) return isSettlementPossible(context);
  if (name.startsWith('paymentMisplaced'))
    return (
      isBlank(context) || (snapshot.matches({ purpose: { paid: 'registered' } }) && isUntouched(context))
    );
  if (name === 'refundSeen: in part' && snapshot.matches({ purpose: { paid: 'registeredByPhone' } }))
    return isRefundPossible(name, context);
  if (isSettledByHand(snapshot))
    return (
      casesWhenSettled.some((each) => name === each) &&
      (context.paymentId === 'pay_first' ||
        !name.startsWith('registrationSent') ||
        name.endsWith('after its payment'))
    );
  if (name.startsWith('dispute') && context.disputes.some(({ id }) => id !== disputeOf(name))) return false;
  if (context.disputes.some(({ status }) => status !== 'open'))
    return name === 'paymentSeen: of the full amount' || name.startsWith('dispute');
  if (isRefundCase(name))
    return isUsual(context) && context.payments.length <= 2 && isRefundPossible(name, context);
  if (name.startsWith('paymentSeen')) return isPaymentPossible(name, context);
  if (name.startsWith('dispute'))
    return (
      context.disputes.length > 0 ||
      (context.refunds.length === 0 && hasPayment(context, 'pay_first') && context.evidence === named)
    );
  if (name.startsWith('registrationSent: of the same student'))
    return snapshot.matches({ purpose: 'surplus' }) && isUntouched(context);
  if (name.startsWith('registrationSent: of')) return isUntouched(context);
  if (name.startsWith('registrationSent'))
    return context.refunds.length === 0 && context.disputes.length === 0;
  if (name.startsWith('thirtyDaysPassed'))
    return context.payments.length === 0 && context.registration === null;
  if (name.startsWith('keysChanged'))
    return (
      isUsual(context) &&
      context.payments.length + context.refunds.length <= 1 &&
      context.disputes.length === 0
    );
  return true;
}

/** Spec §7: an order is paid once, and belongs to its payer's registration. */
export const orderFlow = defineFlow({
  id: 'order',
  title: 'Order',
  purpose: 'An order is paid, belongs to a registration, and what was paid beside it is given back.',
  machine: orderMachine,
  actors: orderActors,
  cases: orderCases,
  isPossible: isOrderCasePossible,
  journeys: orderJourneys,
  properties: orderProperties,
});
