import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createSimulation, explore, runtime, stateName } from '../../machines/paths/index.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { draftOf, registrationMachine } from '../../machines/registration/registration.machine.ts';
import { firstProblem, isOrderValid } from '../../machines/registration/registration.rules.ts';
import type {
  Order,
  RegistrationContext,
  RegistrationDraft,
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const validValues = registrationCases.events.changed['everything valid'].values;
const openOrder = registrationCases.outcomes.createOrder['an open order'].output;

describe('§5 the rules, in their words', () => {
  const broken: [Partial<RegistrationValues>, string][] = [
    [{ name: '  ' }, 'Full name is required.'],
    [{ father: '' }, 'Father name is required.'],
    [{ mother: '' }, 'Mother name is required.'],
    [{ grade: '' }, 'Please select your grade'],
    [{ course: '' }, 'Please select a course'],
    [{ phone: '987654321' }, 'Valid phone number is required.'],
    [{ email: 'asha@example' }, 'Valid email is required.'],
    [{ city: '' }, 'City is required.'],
    [{ refrence: '912345678' }, 'Valid phone number is required.'],
    [{ refrenceSt: '912345678' }, 'Valid phone number is required.'],
    [{ acceptTerms: false }, 'You must accept the terms and conditions.'],
  ];

  test.each(broken)('a registration with %j is refused: %s', (change, message) => {
    expect(firstProblem({ ...validValues, ...change })?.message).toBe(message);
  });

  test('a home with one phone and one parent breaks no rule', () => {
    const { phone } = validValues;
    expect(firstProblem({ ...validValues, mother: '-', refrence: phone, refrenceSt: phone })).toBeNull();
  });
});

/** Events that a screen sends once, and that the machine must not accept twice. */
describe('repeated events', () => {
  const startRegistration = () => {
    const { actor, perform, invokedActors } = createSimulation(registrationFlow);
    const send = (event: RegistrationEvent) => actor.send(event);
    const complete = (id: string, output: unknown) =>
      perform({ kind: 'outcome', actor: id, path: [id], name: '', event: runtime.doneEvent(id, output) });
    const countInvoked = (name: string) => invokedActors.filter((invoked) => invoked.actor === name).length;
    const state = () => [stateName(actor.getSnapshot()), actor.getSnapshot().context.paymentId];
    return { send, complete, countInvoked, state };
  };

  test('the first of two successes counts, and one registration is sent', () => {
    const { send, complete, countInvoked, state } = startRegistration();
    send({ type: 'changed', values: validValues });
    send({ type: 'submitted' });
    complete('createOrder', openOrder);
    complete('loadCheckout', { usable: true });
    send({ type: 'paymentSucceeded', paymentId: 'pay_1', signature: 'signed' });
    send({ type: 'paymentSucceeded', paymentId: 'pay_2', signature: 'signed' });
    expect(state()).toEqual(['registering', 'pay_1']);
    complete('register', { registeredOn: '2026-06-01', isPaidTwice: false });
    send({ type: 'paymentSucceeded', paymentId: 'pay_3', signature: null });
    expect(state()).toEqual(['registered', 'pay_1']);
    expect(countInvoked('register')).toBe(1);
  });

  test('two quick submits make one order', () => {
    const { send, countInvoked } = startRegistration();
    send({ type: 'changed', values: validValues });
    send({ type: 'submitted' });
    send({ type: 'submitted' });
    expect(countInvoked('createOrder')).toBe(1);
  });
});

test('actors that nobody provided fail loudly', () => {
  const actor = createActor(registrationMachine);
  actor.start();
  actor.send({ type: 'changed', values: validValues });
  actor.send({ type: 'submitted' });
  return expect
    .poll(() => actor.getSnapshot().context.alert)
    .toBe('actor not provided: createOrder')
    .finally(() => actor.stop());
});

/** A registration left in any state, with or without a payment meanwhile, is completed from its draft with one payment. */

const states = [...explore(registrationFlow).states.values()];

describe.each([
  ['nothing happens while the page is away', false],
  ['an open order is captured while the page is away', true],
])('reload, %s', (_, isCaptured) => {
  test('a registration left in any state is finished after a reload, with at most one payment', () => {
    expect(states.some(({ snapshot }) => draftOf(snapshot) !== null)).toBe(true);
    for (const { snapshot } of nonEmpty(states)) {
      const context: RegistrationContext = snapshot.context;
      const draft: RegistrationDraft | null = JSON.parse(JSON.stringify(draftOf(snapshot)));
      const { values, order, paymentId, signature, registered } = context;
      const isWhole = draft !== null && registered === null;
      expect(draft).toEqual(isWhole ? { values, order, paymentId, signature, registered } : draft);
      const service = new FakeService(context);
      if (isCaptured && snapshot.matches('paying')) service.capture();
      finishRegistration(draft, service);
      expect(service.payments, stateName(snapshot)).toBe(1);
    }
  });
});

/** A service like the hosted one: one open order per e-mail address, and a response that says if it is paid. */
class FakeService {
  readonly orders = new Map<string, Order>();
  payments = 0;

  constructor({ order, paymentId }: RegistrationContext) {
    if (order && isOrderValid(order))
      this.orders.set(order.email, { ...order, ...(paymentId !== null && { paymentId }) });
    if (paymentId !== null) this.payments = 1;
  }

  orderFor(email: string): Order {
    const known = this.orders.get(email);
    if (known) return known;
    const made = { ...openOrder, id: `order_for_${email}` };
    this.orders.set(email, made);
    return made;
  }

  capture(): void {
    for (const [email, order] of this.orders) this.orders.set(email, { ...order, paymentId: 'pay_captured' });
    this.payments += 1;
  }
}

/** Starts a new actor with a draft and acts like a visitor until the student is registered. */
function finishRegistration(draft: RegistrationDraft | null, service: FakeService): void {
  const simulation: ReturnType<typeof createSimulation> = createSimulation(registrationFlow);
  const { actor, invokedActors } = simulation;
  const outcome = (id: string, output: unknown) => actor.send({ type: `xstate.done.actor.${id}`, output });
  if (draft) actor.send({ type: 'draftFound', draft });
  for (let steps = 0; !actor.getSnapshot().matches('registered') && steps < 20; steps += 1) {
    const snapshot = actor.getSnapshot();
    const context: RegistrationContext = snapshot.context;
    const input = invokedActors.at(-1)?.input;
    if (snapshot.hasTag('editable')) {
      if (firstProblem(context.values))
        actor.send({
          type: 'changed',
          values: { ...validValues, email: context.values.email || validValues.email },
        });
      if (firstProblem(actor.getSnapshot().context.values))
        actor.send({ type: 'changed', values: validValues });
      actor.send({ type: 'submitted' });
    } else if (
      snapshot.matches('creatingOrder') &&
      typeof input === 'object' &&
      input !== null &&
      'values' in input
    )
      outcome('createOrder', service.orderFor(String(Reflect.get(Object(input.values), 'email'))));
    else if (snapshot.matches('loadingCheckout')) outcome('loadCheckout', { usable: true });
    else if (snapshot.matches('paying')) {
      service.payments += 1;
      actor.send({ type: 'paymentSucceeded', paymentId: 'pay_now', signature: null });
    } else if (snapshot.matches('registering'))
      outcome('register', { registeredOn: '2026-06-01', isPaidTwice: false });
  }
  expect(stateName(actor.getSnapshot())).toBe('registered');
  actor.stop();
}
