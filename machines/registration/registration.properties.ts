import type { AnyMachineSnapshot } from 'xstate';
import type { Property, Step } from '../paths/index.ts';
import { always, eventually, never, timersLast } from '../paths/index.ts';
import { canonicalEmail } from '../shared/canonicalEmail.ts';
import { longestTexts } from '../shared/fields.properties.ts';
import { draftOf, type registrationMachine } from './registration.machine.ts';
import {
  emptyValues,
  FEE,
  firstProblem,
  isFieldValid,
  isOrderValid,
  registrationFields,
} from './registration.rules.ts';
import type { Order } from './registration.types.ts';

const isEvent = (step: Step, ...types: string[]) => step.kind === 'event' && types.includes(step.type);

/** The events with which the visitor leaves the receipt. */
const leaving = ['anotherStudentStarted', 'receiptCleared'];

const isOrderReply = (step: Step) => step.kind === 'outcome' && step.actor === 'createOrder';

/** A property of an actor's output; undefined where there is none. */
const outputOf = ({ event }: Step, property: string): unknown => {
  const output: unknown = 'output' in event ? event.output : undefined;
  return typeof output === 'object' && output !== null ? Reflect.get(output, property) : undefined;
};

/** Whether the service has returned an order that is not paid. */
const reportsUnpaid = (step: Step) =>
  outputOf(step, 'id') !== undefined && outputOf(step, 'paymentId') === undefined;

/** Whether the service has returned that the payment was refunded, to a registration or about a receipt. */
const reportsRefund = (step: Step) => step.kind === 'outcome' && outputOf(step, 'refunded') === true;

const isReasonToDrop = (step: Step, previous: Order, current: Order | null) =>
  isOrderReply(step) &&
  reportsUnpaid(step) &&
  (current === null || !isOrderValid(previous) || outputOf(step, 'replacesOthers') === true);

const isEqual = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const isBusy = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy');

/** Requirements of the registration that are not derived from its machine: nobody pays twice, and no typed value is lost. Spec §4, §8. */
export const registrationProperties: readonly Property<typeof registrationMachine>[] = [
  timersLast({
    orderTimeout: 30_000,
    slowNotice: 6_000,
    scriptTimeout: 20_000,
    retryDelay: 1_000,
    checkoutTimeout: 1_800_000,
    registerTimeout: 30_000,
    receiptTimeout: 30_000,
  }),
  longestTexts(registrationFields, { name: 120, father: 120, mother: 120, email: 254, city: 120 }),
  always(
    'the fee is 2000 rupees, which are 200000 paise',
    () => FEE.rupees === 2_000 && FEE.paise === 200_000,
  ),
  never('two orders while one may be paid', ({ before, step, after }) => {
    const [previous, current] = [before.context.order, after.context.order];
    if (previous === null || isEvent(step, 'draftFound', ...leaving)) return false;
    if (after.context.paymentId !== null || reportsRefund(step)) return false;
    return current?.id !== previous.id && !isReasonToDrop(step, previous, current);
  }),
  never('an order is kept that the service has replaced', ({ step, after }) =>
    Boolean(
      isOrderReply(step) &&
        outputOf(step, 'replacesOthers') === true &&
        after.context.order !== null &&
        after.context.order?.id !== outputOf(step, 'id'),
    ),
  ),
  never('what may be paid is opened again before the service is asked', ({ before, step, after }) =>
    Boolean(before.context.isUnconfirmed && after.matches('loadingCheckout') && !isOrderReply(step)),
  ),
  never(
    'a payment that is checked or being confirmed opens a payment window',
    ({ before, step, after }) =>
      after.matches('loadingCheckout') &&
      (before.matches('checkingPayment') || outputOf(step, 'beingConfirmed') !== undefined),
  ),
  never(
    'a payment window closes, and the page forgets that something may be paid',
    ({ before, step, after }) => {
      const isClosed = before.matches({ paying: 'open' }) && after.hasTag('editable');
      const wasOpened = !(step.kind === 'outcome' && step.actor === 'checkout');
      return isClosed && wasOpened && after.context.paymentId === null && !after.hasTag('paymentUnknown');
    },
  ),
  always(
    'where something may be paid, submitting asks the service, and no alert says that nothing was paid',
    (snapshot) => {
      const { isUnconfirmed, alert } = snapshot.context;
      if (!isUnconfirmed) return !snapshot.hasTag('paymentUnknown');
      return alert?.includes('You have not paid') !== true;
    },
  ),
  never('the focus moves to a problem before there is one', (performed) =>
    performed.actions().some(({ type, context }) => type === 'focusProblem' && context.problem === null),
  ),
  never('what was typed is lost', ({ before, step, after }) => {
    if (isEvent(step, 'changed', 'draftFound', ...leaving)) return false;
    const { email: typedEmail, ...previous } = before.context.values;
    const { email, ...current } = after.context.values;
    const isCorrected = isOrderReply(step) && email === after.context.order?.email;
    return JSON.stringify(previous) !== JSON.stringify(current) || (typedEmail !== email && !isCorrected);
  }),
  never('what is paid leads to paying', ({ before, step, after }) => {
    if (before.context.paymentId === null || isEvent(step, ...leaving)) return false;
    if (reportsRefund(step)) return false;
    return after.context.paymentId !== before.context.paymentId || !after.hasTag('paid');
  }),
  never(
    'a second success of the payment window, or a submit while the form is sent, counts',
    ({ before, step }) =>
      (before.context.paymentId !== null && isEvent(step, 'paymentSucceeded')) ||
      (isBusy(before) && isEvent(step, 'submitted')),
  ),
  never(
    'another student begins before the one is registered, or with more than the family’s details',
    (performed) => {
      if (!isEvent(performed.step, 'anotherStudentStarted')) return false;
      const { values, ...rest } = performed.after.context;
      const { email, father, mother, refrence, refrenceSt } = performed.before.context.values;
      const family = { ...emptyValues, email, father, mother, refrence, refrenceSt };
      const isNew = rest.order === null && rest.paymentId === null && rest.registered === null;
      return performed.before.context.registered === null || !isNew || !isEqual(values, family);
    },
  ),
  always(
    'a draft keeps what was typed, ordered and paid until the student is registered',
    (snapshot) => {
      const { values, order, paymentId, signature, registered } = snapshot.context;
      const draft = draftOf(snapshot);
      if (registered !== null) return true;
      if (order === null && isEqual(values, emptyValues)) return draft === null;
      return draft !== null && isEqual(draft, { values, order, paymentId, signature, registered });
    },
    { isOfCode: true },
  ),
  always('of a registered student no more is saved than the receipt shows', (snapshot) => {
    if (!snapshot.hasTag('receipt')) return true;
    const { values, paymentId, registered } = snapshot.context;
    const { name, grade, course } = values;
    const shown = { values: { ...emptyValues, name, grade, course }, paymentId, registered };
    const draft = draftOf(snapshot);
    return draft !== null && isEqual(draft, { ...shown, order: null, signature: null });
  }),
  never(
    'a receipt says that its payment was refunded before the service does',
    ({ before, step, after }) =>
      after.matches('refunded') && !before.matches('refunded') && !reportsRefund(step),
  ),
  never('a receipt is gone before the visitor leaves it', ({ before, step, after }) =>
    Boolean(before.hasTag('receipt') && !after.hasTag('receipt') && !isEvent(step, ...leaving)),
  ),
  never('the beginning of the form is shown before the receipt is gone', (performed) =>
    performed.actions().some(({ type, context }) => type === 'showForm' && context.registered !== null),
  ),
  never('a receipt that is cleared leaves something behind', ({ step, after }) => {
    if (!isEvent(step, 'receiptCleared')) return false;
    return draftOf(after) !== null || after.context.previousStudent !== null;
  }),
  never('a payment window opens for an order that is not of the fee', ({ after }) => {
    const { order } = after.context;
    return after.matches('paying') && (order === null || !isOrderValid(order));
  }),
  never('a student is registered without a payment', ({ after }) =>
    Boolean(after.hasTag('paid') && after.context.paymentId === null),
  ),
  never('an order is created for an invalid form', ({ before, step }) =>
    Boolean(isOrderReply(step) && firstProblem(before.context.values) !== null),
  ),
  never('a payment window opens for an order of another e-mail address', ({ after }) => {
    const { order, values } = after.context;
    const isOpen = after.matches('paying') && isBusy(after);
    return isOpen && canonicalEmail(order?.email ?? '') !== canonicalEmail(values.email);
  }),
  never(
    'an alert is dismissed that is not shown',
    ({ before, step }) => isEvent(step, 'alertDismissed') && before.context.alert === null,
  ),
  always('a reported problem exists', (snapshot) => {
    const { problem, values } = snapshot.context;
    const mayBeRefused = snapshot.matches({ paid: 'fieldRefused' }) || snapshot.matches('registering');
    return problem === null || mayBeRefused || !isFieldValid(problem.field, values);
  }),
  always(
    'no alert is shown while a busy state is active',
    (snapshot) => !isBusy(snapshot) || snapshot.context.alert === null,
  ),
  eventually('work ends', { after: isBusy, comes: (snapshot) => !isBusy(snapshot) }),
];
