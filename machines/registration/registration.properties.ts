import type { AnyMachineSnapshot } from 'xstate';
import { canonicalEmail } from '../canonicalEmail.ts';
import { longestTexts } from '../fields.properties.ts';
import type { Step } from '../paths/index.ts';
import { always, eventually, never, performedActions, timersLast } from '../paths/index.ts';
import {
  emptyValues,
  FEE,
  firstProblem,
  isFieldValid,
  isOrderValid,
  registrationFields,
} from './registration.rules.ts';
import type { RegistrationContext } from './registration.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot): RegistrationContext => snapshot.context;

const isEvent = (step: Step, ...types: string[]) => step.kind === 'event' && types.includes(step.type);

const isOrderReply = (step: Step) => step.kind === 'outcome' && step.actor === 'createOrder';

/** Whether the service has returned an order that is not paid. */
const reportsUnpaid = ({ event }: Step) => {
  const order: unknown = 'output' in event ? event.output : undefined;
  return typeof order === 'object' && order !== null && !Reflect.get(order, 'paymentId');
};

const isEqual = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const isBusy = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy');

/** Requirements of the registration that are not derived from its machine: nobody pays twice, and no typed value is lost. Spec §4, §8. */
export const registrationProperties = [
  timersLast({
    orderTimeout: 30_000,
    slowNotice: 6_000,
    scriptTimeout: 20_000,
    retryDelay: 1_000,
    checkoutTimeout: 1_800_000,
    registerTimeout: 30_000,
  }),
  longestTexts(registrationFields, { name: 120, father: 120, mother: 120, email: 254, city: 120 }),
  always(
    'the fee is 2000 rupees, which are 200000 paise',
    () => FEE.rupees === 2_000 && FEE.paise === 200_000,
  ),
  never('two orders while one may be paid', ({ before, step, after }) => {
    const [previous, current] = [contextOf(before).order, contextOf(after).order];
    if (previous === null || isEvent(step, 'draftFound', 'anotherStudentStarted')) return false;
    if (contextOf(after).paymentId !== null) return false;
    const isDropped =
      isOrderReply(step) && reportsUnpaid(step) && (current === null || !isOrderValid(previous));
    return current?.id !== previous.id && !isDropped;
  }),
  never('the focus moves to a problem before there is one', (performed) =>
    performedActions(performed).some(
      ({ type, context }) => type === 'focusProblem' && context.problem === null,
    ),
  ),
  never('what was typed is lost', ({ before, step, after }) => {
    if (isEvent(step, 'changed', 'draftFound', 'anotherStudentStarted')) return false;
    const { email: typedEmail, ...previous } = contextOf(before).values;
    const { email, ...current } = contextOf(after).values;
    const isCorrected = isOrderReply(step) && email === contextOf(after).order?.email;
    return JSON.stringify(previous) !== JSON.stringify(current) || (typedEmail !== email && !isCorrected);
  }),
  never('what is paid leads to paying', ({ before, step, after }) => {
    if (contextOf(before).paymentId === null || isEvent(step, 'anotherStudentStarted')) return false;
    return contextOf(after).paymentId !== contextOf(before).paymentId || !after.hasTag('paid');
  }),
  never(
    'another student begins before the one is registered, or with more than the family’s details',
    (performed) => {
      if (!isEvent(performed.step, 'anotherStudentStarted')) return false;
      const { values, ...rest } = contextOf(performed.after);
      const { email, father, mother, refrence, refrenceSt } = contextOf(performed.before).values;
      const family = { ...emptyValues, email, father, mother, refrence, refrenceSt };
      const isNew = rest.order === null && rest.paymentId === null && rest.registered === null;
      return !performed.before.matches('registered') || !isNew || !isEqual(values, family);
    },
  ),
  never('a payment window opens for an order that is not of the fee', ({ after }) => {
    const { order } = contextOf(after);
    return after.matches('paying') && (order === null || !isOrderValid(order));
  }),
  never('a student is registered without a payment', ({ after }) =>
    Boolean(after.hasTag('paid') && contextOf(after).paymentId === null),
  ),
  never('an order is created for an invalid form', ({ before, step }) =>
    Boolean(isOrderReply(step) && firstProblem(contextOf(before).values) !== null),
  ),
  never('a payment window opens for an order of another e-mail address', ({ after }) => {
    const { order, values } = contextOf(after);
    const isOpen = after.matches('paying') && isBusy(after);
    return isOpen && canonicalEmail(order?.email ?? '') !== canonicalEmail(values.email);
  }),
  never(
    'an alert is dismissed that is not shown',
    ({ before, step }) => isEvent(step, 'alertDismissed') && contextOf(before).alert === null,
  ),
  always('a reported problem exists', (snapshot) => {
    const { problem, values } = contextOf(snapshot);
    const mayBeRefused = snapshot.matches({ paid: 'fieldRefused' }) || snapshot.matches('registering');
    return problem === null || mayBeRefused || !isFieldValid(problem.field, values);
  }),
  always(
    'no alert is shown while a busy state is active',
    (snapshot) => !isBusy(snapshot) || contextOf(snapshot).alert === null,
  ),
  eventually('work ends', { after: isBusy, comes: (snapshot) => !isBusy(snapshot) }),
];
