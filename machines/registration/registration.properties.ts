import type { AnyMachineSnapshot } from 'xstate';
import { canonicalEmail } from '../canonicalEmail.ts';
import type { Step } from '../paths/explore.ts';
import { always, eventually, never } from '../paths/properties.ts';
import { emptyValues, firstProblem, isFieldValid, isOfTheFee } from './registration.rules.ts';
import type { RegistrationContext } from './registration.types.ts';

const contextOf = (snapshot: AnyMachineSnapshot): RegistrationContext => snapshot.context;

const isAbout = (step: Step, ...types: string[]) => step.kind === 'event' && types.includes(step.type);

const isAsked = (step: Step) => step.kind === 'outcome' && step.actor === 'createOrder';

/** Whether the service has answered that the order it was asked for is open: nobody has paid it. */
const saysUnpaid = ({ event }: Step) => {
  const order: unknown = 'output' in event ? event.output : undefined;
  return typeof order === 'object' && order !== null && !Reflect.get(order, 'paymentId');
};

const isSame = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const isBusy = (snapshot: AnyMachineSnapshot) => snapshot.hasTag('busy');

/** What must hold of the registration, whatever its machine looks like: nobody pays twice, and nothing that was typed is lost. Spec §4, §8. */
export const registrationProperties = [
  never('two orders while one may be paid', ({ before, step, after }) => {
    const [had, has] = [contextOf(before).order, contextOf(after).order];
    if (had === null || isAbout(step, 'draftFound', 'anotherStarted')) return false;
    if (contextOf(after).paymentId !== null) return false;
    const isDropped = isAsked(step) && saysUnpaid(step) && (has === null || !isOfTheFee(had));
    return has?.id !== had.id && !isDropped;
  }),
  never('what was typed is lost', ({ before, step, after }) => {
    if (isAbout(step, 'changed', 'draftFound', 'anotherStarted')) return false;
    const { email: typed, ...had } = contextOf(before).values;
    const { email, ...has } = contextOf(after).values;
    const isCorrected = isAsked(step) && email === contextOf(after).order?.email;
    return JSON.stringify(had) !== JSON.stringify(has) || (typed !== email && !isCorrected);
  }),
  never('what is paid leads to paying', ({ before, step, after }) => {
    if (contextOf(before).paymentId === null || isAbout(step, 'anotherStarted')) return false;
    return contextOf(after).paymentId !== contextOf(before).paymentId || !after.hasTag('paid');
  }),
  never(
    'another student begins before the one is registered, or with more than the family’s details',
    (moment) => {
      if (!isAbout(moment.step, 'anotherStarted')) return false;
      const { values, ...rest } = contextOf(moment.after);
      const { email, father, mother, refrence, refrenceSt } = contextOf(moment.before).values;
      const family = { ...emptyValues, email, father, mother, refrence, refrenceSt };
      const isNew = rest.order === null && rest.paymentId === null && rest.registered === null;
      return !moment.before.matches('registered') || !isNew || !isSame(values, family);
    },
  ),
  never('a payment window opens for an order that is not of the fee', ({ after }) => {
    const { order } = contextOf(after);
    return after.matches('paying') && (order === null || !isOfTheFee(order));
  }),
  never('a student is registered without a payment', ({ after }) =>
    Boolean(after.hasTag('paid') && contextOf(after).paymentId === null),
  ),
  never('an order is made for a form with a problem', ({ before, step }) =>
    Boolean(isAsked(step) && firstProblem(contextOf(before).values) !== null),
  ),
  never('a payment window opens for an order of another e-mail address', ({ after }) => {
    const { order, values } = contextOf(after);
    const isOpen = after.matches('paying') && isBusy(after);
    return isOpen && canonicalEmail(order?.email ?? '') !== canonicalEmail(values.email);
  }),
  never(
    'a message is closed that is not there',
    ({ before, step }) => isAbout(step, 'alertDismissed') && contextOf(before).failure === null,
  ),
  always('a problem that is shown is one that there is', (snapshot) => {
    const { problem, values } = contextOf(snapshot);
    return problem === null || snapshot.matches({ paid: 'refused' }) || !isFieldValid(problem.field, values);
  }),
  always(
    'nothing is shown as failed while something is under way',
    (snapshot) => !isBusy(snapshot) || contextOf(snapshot).failure === null,
  ),
  eventually('work ends', { after: isBusy, comes: (snapshot) => !isBusy(snapshot) }),
];
