import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createSimulation } from '../../machines/paths/simulation.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMachine } from '../../machines/registration/registration.machine.ts';
import { emptyValues, firstProblem } from '../../machines/registration/registration.rules.ts';
import type {
  RegistrationContext,
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { stateName } from '../../machines/stateName.ts';

const validValues = registrationCases.events.changed['everything valid'].values;
const openOrder = registrationCases.outcomes.createOrder['an open order'].output;

/** A simulation that is spoken to in the words of a journey. */
function startRegistration() {
  const simulation = createSimulation(registrationMachine);
  const send = (event: RegistrationEvent) => simulation.actor.send(event);
  const outcome = (id: string, result: { output: unknown } | { error: Error }) =>
    simulation.actor.send(
      'error' in result
        ? { type: `xstate.error.actor.${id}`, ...result }
        : { type: `xstate.done.actor.${id}`, ...result },
    );
  const context = (): RegistrationContext => simulation.actor.getSnapshot().context;
  return {
    simulation,
    send,
    outcome,
    context,
    at: () => stateName(simulation.actor.getSnapshot()),
    orders: () => simulation.invokedActors.filter(({ actor }) => actor === 'createOrder').length,
    toPayment: () => {
      send({ type: 'changed', values: validValues });
      send({ type: 'submitted' });
      outcome('createOrder', { output: openOrder });
      outcome('loadCheckout', { output: { usable: true } });
    },
  };
}

describe('§5 the rules, in their order and words', () => {
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

  test.each(broken)('%j: %s', (change, message) => {
    expect(firstProblem({ ...validValues, ...change })?.message).toBe(message);
  });

  test('an empty form meets them one after the other', () => {
    const values = { ...emptyValues };
    const met: string[] = [];
    for (let problem = firstProblem(values); problem; problem = firstProblem(values)) {
      met.push(problem.message);
      Object.assign(values, { [problem.field]: validValues[problem.field] });
    }
    expect(met).toEqual(broken.map(([, message]) => message));
  });

  test('nothing is checked before the first submit', () => {
    const { send, at, context } = startRegistration();
    send({ type: 'changed', values: { name: '' } });
    expect([at(), context().problem]).toEqual(['editing.idle', null]);
  });

  test('the message goes as soon as its field is right, and only then', () => {
    const { send, at, context } = startRegistration();
    send({ type: 'submitted' });
    send({ type: 'changed', values: { city: 'Jaipur' } });
    expect(context().problem?.message).toBe('Full name is required.');
    send({ type: 'changed', values: { name: 'Asha' } });
    expect([at(), context().problem]).toEqual(['editing.idle', null]);
  });
});

describe('pinned journeys', () => {
  test('§4 details, order, payment, registration', () => {
    const { send, outcome, at, context, simulation, toPayment } = startRegistration();
    toPayment();
    expect(at()).toBe('paying.open');
    send({ type: 'paymentSucceeded', paymentId: 'pay_1', signature: null });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(context().paymentId).toBe('pay_1');
    expect(simulation.invokedActors.map(({ actor }) => actor)).toEqual([
      'createOrder',
      'loadCheckout',
      'checkout',
      'register',
    ]);
  });

  test('of two successes the first counts, and one registration is sent', () => {
    const { send, outcome, at, context, simulation, toPayment } = startRegistration();
    toPayment();
    send({ type: 'paymentSucceeded', paymentId: 'pay_1', signature: 'signed' });
    send({ type: 'paymentSucceeded', paymentId: 'pay_2', signature: 'signed' });
    expect([at(), context().paymentId]).toEqual(['registering', 'pay_1']);
    outcome('register', { output: { registeredOn: '2026-06-01', isPaidTwice: false } });
    send({ type: 'paymentSucceeded', paymentId: 'pay_3', signature: null });
    expect([at(), context().paymentId]).toEqual(['registered', 'pay_1']);
    expect(simulation.invokedActors.filter(({ actor }) => actor === 'register')).toHaveLength(1);
  });

  test('§8 the server refuses the order: its message is shown, the values stay, a second try is possible', () => {
    const { send, outcome, at, context } = startRegistration();
    send({ type: 'changed', values: validValues });
    send({ type: 'submitted' });
    outcome('createOrder', { error: new Error('Amount not allowed') });
    expect([at(), context().alert, context().values]).toEqual([
      'editing.orderFailed',
      'Amount not allowed',
      validValues,
    ]);
    send({ type: 'submitted' });
    expect(at()).toBe('creatingOrder');
  });

  test('§8 a payment fails: the provider’s words; then the same window succeeds', () => {
    const { send, at, context, orders, toPayment } = startRegistration();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    expect([at(), context().alert]).toEqual(['paying.formShown.declined', 'Payment failed: Card declined']);
    send({ type: 'paymentSucceeded', paymentId: 'pay_2', signature: null });
    expect([at(), orders()]).toEqual(['registering', 1]);
  });

  test('a payment fails and the form is submitted again: the same order, asked for once', () => {
    const { send, outcome, at, context, orders, simulation, toPayment } = startRegistration();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    send({ type: 'submitted' });
    outcome('loadCheckout', { output: { usable: true } });
    expect([at(), orders(), context().order?.id]).toEqual(['paying.open', 1, openOrder.id]);
    expect(simulation.invokedActors.at(-1)?.input).toMatchObject({ order: { id: openOrder.id } });
  });

  test('the window is dismissed: the order is asked after, and never swapped for a new one', () => {
    const { send, outcome, at, context, toPayment } = startRegistration();
    toPayment();
    send({ type: 'checkoutDismissed' });
    expect(at()).toBe('editing.dismissed');
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...openOrder, id: 'order_new' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.onTime', openOrder.id]);
  });

  test('the window is dismissed, but the payment was captured: on to the registration, no second payment', () => {
    const { send, outcome, at, simulation, toPayment } = startRegistration();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...openOrder, paymentId: 'pay_late' } });
    expect(at()).toBe('registering');
    expect(simulation.invokedActors.filter(({ actor }) => actor === 'checkout')).toHaveLength(1);
  });

  test('the window closes without an event, and a success still comes', () => {
    const { send, at, toPayment } = startRegistration();
    toPayment();
    send({ type: 'checkoutVanished' });
    expect(at()).toBe('paying.formShown.vanished');
    send({ type: 'paymentSucceeded', paymentId: 'pay_3', signature: null });
    expect(at()).toBe('registering');
  });

  test('the script is asked for three times', () => {
    const { send, outcome, at, simulation } = startRegistration();
    send({ type: 'changed', values: validValues });
    send({ type: 'submitted' });
    outcome('createOrder', { output: openOrder });
    for (const _ of [1, 2]) {
      outcome('loadCheckout', { error: new Error('not loaded') });
      expect(at()).toBe('loadingCheckout.waitingToRetry');
      simulation.advance(simulation.timeUntilNextTimer());
    }
    outcome('loadCheckout', { error: new Error('not loaded') });
    expect(at()).toBe('editing.unreachable');
    expect(simulation.invokedActors.filter(({ actor }) => actor === 'loadCheckout')).toHaveLength(3);
  });

  test('paid but not registered: the server’s words, the payment kept, and trying again only registers', () => {
    const { send, outcome, at, context, simulation, toPayment } = startRegistration();
    toPayment();
    send({ type: 'paymentSucceeded', paymentId: 'pay_4', signature: null });
    outcome('register', { error: new Error('Database is away') });
    expect([at(), context().alert, context().paymentId]).toEqual([
      'paid.unregistered',
      'Database is away',
      'pay_4',
    ]);
    send({ type: 'submitted' });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(simulation.invokedActors.map(({ actor }) => actor).slice(-2)).toEqual(['register', 'register']);
  });

  test('the e-mail address is changed while its order is open: first asks whether that one is paid', () => {
    const { send, outcome, at, context, simulation, toPayment } = startRegistration();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'changed', values: { email: 'other@example.com' } });
    send({ type: 'submitted' });
    expect(simulation.invokedActors.at(-1)).toEqual({
      actor: 'createOrder',
      input: { email: validValues.email },
    });
    outcome('createOrder', { output: openOrder });
    expect(simulation.invokedActors.at(-1)).toEqual({
      actor: 'createOrder',
      input: { email: 'other@example.com' },
    });
    outcome('createOrder', { output: { ...openOrder, id: 'order_other' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.onTime', 'order_other']);
  });

  test('two quick submits: one order', () => {
    const { send, orders } = startRegistration();
    send({ type: 'changed', values: validValues });
    send({ type: 'submitted' });
    send({ type: 'submitted' });
    expect(orders()).toBe(1);
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
});
