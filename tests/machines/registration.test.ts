import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createStage } from '../../machines/paths/stage.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMachine } from '../../machines/registration/registration.machine.ts';
import { emptyValues, firstProblem } from '../../machines/registration/registration.rules.ts';
import type {
  RegistrationContext,
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';
import { stateName } from '../../machines/stateName.ts';

const right = registrationCases.events.changed['everything right'].values;
const open = registrationCases.outcomes.createOrder['an open order'].output;

/** A stage that is spoken to in the words of a journey. */
function journey() {
  const stage = createStage(registrationMachine);
  const send = (event: RegistrationEvent) => stage.actor.send(event);
  const outcome = (id: string, result: { output: unknown } | { error: Error }) =>
    stage.actor.send(
      'error' in result
        ? { type: `xstate.error.actor.${id}`, ...result }
        : { type: `xstate.done.actor.${id}`, ...result },
    );
  const context = (): RegistrationContext => stage.actor.getSnapshot().context;
  return {
    stage,
    send,
    outcome,
    context,
    at: () => stateName(stage.actor.getSnapshot()),
    orders: () => stage.invoked.filter(({ actor }) => actor === 'createOrder').length,
    toPayment: () => {
      send({ type: 'changed', values: right });
      send({ type: 'submitted' });
      outcome('createOrder', { output: open });
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
    expect(firstProblem({ ...right, ...change })?.message).toBe(message);
  });

  test('an empty form meets them one after the other', () => {
    const values = { ...emptyValues };
    const met: string[] = [];
    for (let problem = firstProblem(values); problem; problem = firstProblem(values)) {
      met.push(problem.message);
      Object.assign(values, { [problem.field]: right[problem.field] });
    }
    expect(met).toEqual(broken.map(([, message]) => message));
  });

  test('nothing is checked before the first submit', () => {
    const { send, at, context } = journey();
    send({ type: 'changed', values: { name: '' } });
    expect([at(), context().problem]).toEqual(['editing.ready', null]);
  });

  test('the message goes as soon as its field is right, and only then', () => {
    const { send, at, context } = journey();
    send({ type: 'submitted' });
    send({ type: 'changed', values: { city: 'Jaipur' } });
    expect(context().problem?.message).toBe('Full name is required.');
    send({ type: 'changed', values: { name: 'Asha' } });
    expect([at(), context().problem]).toEqual(['editing.ready', null]);
  });
});

describe('pinned journeys', () => {
  test('§4 details, order, payment, registration', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    expect(at()).toBe('paying.open');
    send({ type: 'paymentSucceeded', paymentId: 'pay_1', signature: null });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(context().paymentId).toBe('pay_1');
    expect(stage.invoked.map(({ actor }) => actor)).toEqual([
      'createOrder',
      'loadCheckout',
      'checkout',
      'register',
    ]);
  });

  test('of two successes the first counts, and one registration is sent', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    send({ type: 'paymentSucceeded', paymentId: 'pay_1', signature: 'signed' });
    send({ type: 'paymentSucceeded', paymentId: 'pay_2', signature: 'signed' });
    expect([at(), context().paymentId]).toEqual(['registering', 'pay_1']);
    outcome('register', { output: { registeredOn: '2026-06-01', isPaidTwice: false } });
    send({ type: 'paymentSucceeded', paymentId: 'pay_3', signature: null });
    expect([at(), context().paymentId]).toEqual(['registered', 'pay_1']);
    expect(stage.invoked.filter(({ actor }) => actor === 'register')).toHaveLength(1);
  });

  test('§8 the server refuses the order: its words, everything typed, a second try', () => {
    const { send, outcome, at, context } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    outcome('createOrder', { error: new Error('Amount not allowed') });
    expect([at(), context().failure, context().values]).toEqual([
      'editing.orderFailed',
      'Amount not allowed',
      right,
    ]);
    send({ type: 'submitted' });
    expect(at()).toBe('creatingOrder');
  });

  test('§8 a payment fails: the provider’s words; then the same window succeeds', () => {
    const { send, at, context, orders, toPayment } = journey();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    expect([at(), context().failure]).toEqual(['paying.back.declined', 'Payment failed: Card declined']);
    send({ type: 'paymentSucceeded', paymentId: 'pay_2', signature: null });
    expect([at(), orders()]).toEqual(['registering', 1]);
  });

  test('a payment fails and the form is submitted again: the same order, asked for once', () => {
    const { send, outcome, at, context, orders, stage, toPayment } = journey();
    toPayment();
    send({ type: 'paymentFailed', description: 'Card declined' });
    send({ type: 'submitted' });
    outcome('loadCheckout', { output: { usable: true } });
    expect([at(), orders(), context().order?.id]).toEqual(['paying.open', 1, open.id]);
    expect(stage.invoked.at(-1)?.input).toMatchObject({ order: { id: open.id } });
  });

  test('the window is dismissed: the order is asked after, and never swapped for a new one', () => {
    const { send, outcome, at, context, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    expect(at()).toBe('editing.dismissed');
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...open, id: 'order_new' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.prompt', open.id]);
  });

  test('the window is dismissed, but the payment was captured: on to the registration, no second payment', () => {
    const { send, outcome, at, stage, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'submitted' });
    outcome('createOrder', { output: { ...open, paymentId: 'pay_late' } });
    expect(at()).toBe('registering');
    expect(stage.invoked.filter(({ actor }) => actor === 'checkout')).toHaveLength(1);
  });

  test('the window dies without a word, and a success still comes', () => {
    const { send, at, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutVanished' });
    expect(at()).toBe('paying.back.vanished');
    send({ type: 'paymentSucceeded', paymentId: 'pay_3', signature: null });
    expect(at()).toBe('registering');
  });

  test('the script is asked for three times', () => {
    const { send, outcome, at, stage } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    outcome('createOrder', { output: open });
    for (const _ of [1, 2]) {
      outcome('loadCheckout', { error: new Error('not loaded') });
      expect(at()).toBe('loadingCheckout.pausing');
      stage.advance(stage.untilNextTimer());
    }
    outcome('loadCheckout', { error: new Error('not loaded') });
    expect(at()).toBe('editing.unreachable');
    expect(stage.invoked.filter(({ actor }) => actor === 'loadCheckout')).toHaveLength(3);
  });

  test('paid but not registered: the server’s words, the payment kept, and trying again only registers', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    send({ type: 'paymentSucceeded', paymentId: 'pay_4', signature: null });
    outcome('register', { error: new Error('Database is away') });
    expect([at(), context().failure, context().paymentId]).toEqual([
      'paid.unregistered',
      'Database is away',
      'pay_4',
    ]);
    send({ type: 'submitted' });
    outcome('register', { output: {} });
    expect(at()).toBe('registered');
    expect(stage.invoked.map(({ actor }) => actor).slice(-2)).toEqual(['register', 'register']);
  });

  test('the e-mail address is changed while its order is open: first asks whether that one is paid', () => {
    const { send, outcome, at, context, stage, toPayment } = journey();
    toPayment();
    send({ type: 'checkoutDismissed' });
    send({ type: 'changed', values: { email: 'other@example.com' } });
    send({ type: 'submitted' });
    expect(stage.invoked.at(-1)).toEqual({ actor: 'createOrder', input: { email: right.email } });
    outcome('createOrder', { output: open });
    expect(stage.invoked.at(-1)).toEqual({ actor: 'createOrder', input: { email: 'other@example.com' } });
    outcome('createOrder', { output: { ...open, id: 'order_other' } });
    expect([at(), context().order?.id]).toEqual(['loadingCheckout.requesting.prompt', 'order_other']);
  });

  test('two quick submits: one order', () => {
    const { send, orders } = journey();
    send({ type: 'changed', values: right });
    send({ type: 'submitted' });
    send({ type: 'submitted' });
    expect(orders()).toBe(1);
  });

  test('actors that nobody provided fail loudly', () => {
    const actor = createActor(registrationMachine);
    actor.start();
    actor.send({ type: 'changed', values: right });
    actor.send({ type: 'submitted' });
    return expect
      .poll(() => actor.getSnapshot().context.failure)
      .toBe('actor not provided: createOrder')
      .finally(() => actor.stop());
  });
});
