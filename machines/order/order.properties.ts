import { always, never, type PerformedStep, type Property, type Step } from '../paths/index.ts';
import type { OrderSnapshot, orderMachine } from './order.machine.ts';
import { fullPayments, openDisputes, refundedAmount } from './order.rules.ts';
import { type OrderState, orderStateOf, orderStates, statesOfOffice } from './order.state.ts';
import { evidenceLevels, type OrderContext, type Settlement } from './order.types.ts';

const unrefunded = (context: OrderContext) =>
  context.payments
    .filter(({ id }) => id === context.paymentId || !context.settled.includes(id))
    .filter((payment) => refundedAmount(context, payment) < payment.amount);

const isFullyRefunded = (context: OrderContext, id: string | null) =>
  context.payments.some(
    (payment) => payment.id === id && refundedAmount(context, payment) === payment.amount,
  );

const evidenceIn = ({ event }: Step): unknown => ('evidence' in event ? event.evidence : undefined);

const isAssignable = (snapshot: OrderSnapshot) =>
  snapshot.matches({ purpose: 'open' }) ||
  snapshot.matches({ purpose: 'replaced' }) ||
  snapshot.hasTag('paid');

const isRegistered = (snapshot: OrderSnapshot) => snapshot.matches({ purpose: { paid: 'registered' } });

const isRegisteredByPhone = (snapshot: OrderSnapshot) =>
  snapshot.matches({ purpose: { paid: 'registeredByPhone' } });

const performs = (performed: PerformedStep, action: string) =>
  performed.actions().some(({ type }) => type === action);

const eitherWay = ['registeredByPhone', 'refundedElsewhere'] as const;

/** How an order is settled by hand in each state that an operator reads. */
const settlementsOf: Readonly<Record<OrderState, readonly Settlement[]>> = {
  open: [],
  replaced: [],
  'paid and registered': ['refundedElsewhere'],
  'paid and not registered': eitherWay,
  'registered by phone': ['refundedElsewhere'],
  surplus: eitherWay,
  'amount wrong': ['amountAccepted', 'refundedElsewhere'],
  refunded: [],
  disputed: ['closed', 'refundedElsewhere'],
  'dispute lost': ['closed'],
  'payment of two orders': ['closed'],
  erased: [],
  rehearsal: [],
};

const newlyFailed = (before: OrderSnapshot, after: OrderSnapshot) =>
  after.context.refunds
    .filter(({ status }) => status === 'failed')
    .filter(
      ({ id }) => !before.context.refunds.some((known) => known.id === id && known.status === 'failed'),
    );

/** Requirements of an order that are not derived from its machine. */
export const orderProperties: readonly Property<typeof orderMachine>[] = [
  always('an order counts as paid by one payment of its price that is not given back', (snapshot) => {
    const { context } = snapshot;
    const paying = fullPayments(context).filter(({ id }) => id === context.paymentId);
    return !snapshot.hasTag('paid') || paying.length === 1;
  }),
  always(
    'an order of test keys counts for nothing under live keys',
    (snapshot) => !(snapshot.context.isRehearsal && snapshot.hasTag('paid')),
  ),
  always(
    'an order whose registration another order pays for does not count as paid',
    (snapshot) => !(snapshot.context.isPaidElsewhere && snapshot.hasTag('paid')),
  ),
  always('money that no registration was paid with waits for the office', (snapshot) => {
    const { context } = snapshot;
    if (context.isRehearsal || snapshot.matches({ purpose: 'erased' })) return true;
    const isSettled = isRegistered(snapshot) || isRegisteredByPhone(snapshot);
    return unrefunded(context).length <= (isSettled ? 1 : 0) || snapshot.hasTag('office');
  }),
  always('the office is asked exactly in the states that it acts on', (snapshot) => {
    const state = orderStateOf(snapshot);
    return orderStates.includes(state) && statesOfOffice.includes(state) === snapshot.hasTag('office');
  }),
  always(
    'an order whose payment is disputed is read as disputed',
    (snapshot) => openDisputes(snapshot.context).length > 0 === (orderStateOf(snapshot) === 'disputed'),
  ),
  always(
    'only an order that can be paid waits for the family',
    (snapshot) => snapshot.hasTag('family') === snapshot.matches({ purpose: 'open' }),
  ),
  never(
    'the provider is no longer asked about an order, unless thirty days have passed, or is asked again',
    ({ before, step, after }) =>
      after.hasTag('polled') !== (before.hasTag('polled') && step.event.type !== 'thirtyDaysPassed'),
  ),
  never(
    'an order whose person is erased waits for somebody because the keys change',
    ({ before, after, step }) =>
      step.event.type === 'keysChanged' &&
      before.matches({ purpose: 'erased' }) &&
      !after.matches({ purpose: 'erased' }),
  ),
  never('who is newly paid for is not confirmed, or somebody else is', (performed) => {
    const { before, after } = performed;
    const isNew =
      !isRegistered(before) ||
      before.context.paymentId !== after.context.paymentId ||
      before.context.registration !== after.context.registration;
    return performs(performed, 'confirm') !== (isRegistered(after) && isNew);
  }),
  never('an order that becomes surplus is not reported', (performed) => {
    const { before, after } = performed;
    const isNew = after.matches({ purpose: 'surplus' }) && !before.matches({ purpose: 'surplus' });
    return isNew && !performs(performed, 'reportSurplus');
  }),
  never('an order that was surplus is reported again without a further payment', (performed) => {
    const { before, after } = performed;
    const isKnown = before.matches({ purpose: 'surplus' });
    const isFurther = after.context.payments.length > before.context.payments.length;
    return isKnown && !isFurther && performs(performed, 'reportSurplus');
  }),
  never('a further payment is not reported', (performed) => {
    const { before, after } = performed;
    const further = fullPayments(after.context).length > Math.max(1, fullPayments(before.context).length);
    const isNew = after.context.payments.length > before.context.payments.length;
    return further && isNew && !performs(performed, 'reportSurplus');
  }),
  never('a refund is reported that is not settled, or a settled one is not', (performed) => {
    const settled = ({ context }: OrderSnapshot) =>
      context.refunds
        .filter(({ status }) => status === 'processed')
        .filter(({ id }) => !id.startsWith('by hand'))
        .map(({ id }) => id);
    const isNew = settled(performed.after).some((refund) => !settled(performed.before).includes(refund));
    return performs(performed, 'reportRefund') !== isNew;
  }),
  never('a failed refund is not reported, or one whose payment is given back is', (performed) => {
    const { before, after } = performed;
    const owed = newlyFailed(before, after).filter(
      ({ paymentId }) => !isFullyRefunded(after.context, paymentId),
    );
    return owed.length > 0 !== performs(performed, 'reportFailedRefund');
  }),
  never('a dispute is opened or lost and not reported', (performed) => {
    const { before, after, step } = performed;
    const isOpened = openDisputes(after.context).length > openDisputes(before.context).length;
    const lost = ({ context }: OrderSnapshot) => context.disputes.filter(({ status }) => status === 'lost');
    const isLost = step.event.type !== 'settledByHand' && lost(after).length > lost(before).length;
    return (isOpened || isLost) !== performs(performed, 'reportDispute');
  }),
  never('what the office has settled asks for it again', ({ before, after, step }) => {
    const isRepeated = step.event.type === 'paymentSeen' && before.context.payments.length > 0;
    return isRepeated && isRegisteredByPhone(before) && !isRegisteredByPhone(after);
  }),
  never('an order is settled by hand as it is not settled in its state', ({ before, after, step }) => {
    const as = 'as' in step.event ? step.event.as : undefined;
    const isTaken =
      JSON.stringify([before.value, before.context]) !== JSON.stringify([after.value, after.context]);
    return isTaken && as !== undefined && !settlementsOf[orderStateOf(before)].some((each) => each === as);
  }),
  never(
    'who is registered by phone gives way to a registration that is not named, or is paid for',
    (performed) => {
      const { before, after, step } = performed;
      return (
        isRegisteredByPhone(before) &&
        after.context.registration !== null &&
        (evidenceIn(step) === evidenceLevels.arrived || after.context.isPaidElsewhere)
      );
    },
  ),
  never('what became of a dispute changes', ({ before, after }) =>
    before.context.disputes.some(
      ({ id, status }) =>
        status !== 'open' && !after.context.disputes.some((each) => each.id === id && each.status === status),
    ),
  ),
  never('a payment that must be given back is reported twice', (performed) => {
    const surplus = performed.actions().filter(({ type }) => type === 'reportSurplus');
    return surplus.length > 1;
  }),
  never('a payment or a refund that was seen is lost', ({ before, after }) =>
    [before.context.payments, before.context.refunds].some((seen, index) => {
      const kept = index === 0 ? after.context.payments : after.context.refunds;
      return seen.some(({ id }) => !kept.some((each) => each.id === id));
    }),
  ),
  never('the payment that pays changes before it is given back', ({ before, after }) => {
    const { paymentId } = before.context;
    return (
      paymentId !== null &&
      after.context.paymentId !== paymentId &&
      !isFullyRefunded(after.context, paymentId)
    );
  }),
  never('a registration with proof does not get an order that can be paid or is', ({ before, step, after }) =>
    Boolean(
      evidenceIn(step) === evidenceLevels.proven &&
        isAssignable(before) &&
        after.context.evidence !== evidenceLevels.proven,
    ),
  ),
  never('weaker evidence takes an order from another registration', ({ before, after, step }) => {
    if (evidenceIn(step) === undefined) return false;
    const { registration, evidence } = before.context;
    return (
      registration !== null &&
      after.context.registration !== registration &&
      after.context.evidence < evidence
    );
  }),
];
