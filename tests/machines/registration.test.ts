import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createSimulation, runtime, stateName } from '../../machines/paths/index.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationFlow } from '../../machines/registration/registration.flow.ts';
import { registrationMachine } from '../../machines/registration/registration.machine.ts';
import { emptyValues, firstProblem } from '../../machines/registration/registration.rules.ts';
import type {
  RegistrationEvent,
  RegistrationValues,
} from '../../machines/registration/registration.types.ts';

const validValues = registrationCases.events.changed['everything valid'].values;
const openOrder = registrationCases.outcomes.createOrder['an open order'].output;

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

  test('a home with one phone and one parent breaks none of them', () => {
    const { phone } = validValues;
    expect(firstProblem({ ...validValues, mother: '-', refrence: phone, refrenceSt: phone })).toBeNull();
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

  test('of two successes the first counts, and one registration is sent', () => {
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

  test('two quick submits: one order', () => {
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
