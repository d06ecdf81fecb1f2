import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { fieldId, formId, registration, submitId } from '../../src/flows/registration.ts';
import {
  call,
  checkout,
  openWindow,
  order,
  respond,
  settle,
  start,
  stubServiceAndProvider,
  submit,
  values,
} from './registrationFixture.ts';

/** The payment window of a registration, and where the focus is after it. */

stubServiceAndProvider();

describe('the payment window', () => {
  test('a payment is registered with its proof', async () => {
    const { actor, now } = await openWindow();
    respond({ success: true, surplus: true });
    checkout.given?.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'signed' });
    await settle();
    expect(call()).toMatchObject({
      path: '/api/register',
      body: { ...values, paymentStatus: 'paid' },
      proof: `${order.id} pay_1 signed`,
    });
    expect(now().state).toBe('registered');
    expect(actor.getSnapshot().context.registered).toEqual({
      registeredOn: new Date().toLocaleDateString('sv-SE'),
      isPaidTwice: true,
    });
    expect(checkout.close).toHaveBeenCalledOnce();
  });

  test.each([
    ['an unclear success', () => checkout.given?.handler({}), registrationMessages.unclear],
    ['a dismissal', () => checkout.given?.modal.ondismiss(), registrationMessages.dismissed],
    [
      'a failure',
      () => checkout.fail({ error: { description: 'Declined by the bank' } }),
      registrationMessages.paymentFailed('Declined by the bank'),
    ],
  ])('%s: a sentence', async (_, happens, alert) => {
    const { now } = await openWindow();
    expect(now().alert).not.toBe(alert);
    happens();
    expect(now().alert).toBe(alert);
  });

  test('one that vanishes: a sentence', async () => {
    document.body.innerHTML = '<div id="root"></div><div id="window"></div>';
    const { now } = await openWindow();
    vi.useFakeTimers();
    document.getElementById('window')?.remove();
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(now().alert).toBe(registrationMessages.vanished);
  });

  test('a script that is there needs no loading, and the fields may have spaces around', async () => {
    respond({ success: true, order });
    const { actor } = start();
    actor.send({ type: 'changed', values: { ...values, name: ` ${values.name} ` } });
    actor.send({ type: 'submitted' });
    await settle();
    respond({ success: true });
    checkout.given?.handler({ razorpay_payment_id: 'pay_1' });
    await settle();
    expect(call()).toMatchObject({ body: { ...values, paymentStatus: 'paid' }, proof: null });
    expect(actor.getSnapshot().context.registered?.isPaidTwice).toBe(false);
  });

  test('none is opened without an order', () => {
    const logic = registration.machine.implementations.actors.checkout;
    if (!logic || 'src' in logic) throw new Error('The actor is a callback.');
    const errors: unknown[] = [];
    const actor = createActor(logic, { input: { order: null, name: 'A', email: 'a@b.test', phone: '1' } });
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    expect(errors).toEqual([new Error('There is no order to pay.')]);
    expect(checkout.given).toBeUndefined();
  });

  test('a script that does not load: a sentence', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Razorpay', undefined);
    respond({ success: true, order });
    const { actor, now } = start();
    actor.send({ type: 'changed', values });
    actor.send({ type: 'submitted' });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(now().alert).toBe(registrationMessages.checkoutUnreachable);
  });
});

describe('the focus', () => {
  const form = `<form id="${formId}" tabindex="-1"><input id="${fieldId('name')}">
    <button id="${submitId}"></button></form>`;
  const focused = () => document.activeElement?.id;

  test('goes to the first invalid field', () => {
    document.body.innerHTML = form;
    start().actor.send({ type: 'submitted' });
    expect(focused()).toBe('registration-name');
  });

  test('goes to the form when the alert is dismissed', async () => {
    document.body.innerHTML = form;
    respond({ error: 'Not now' }, 500);
    const { actor, now } = await submit();
    expect(now().alert).toBe('Not now');
    document.getElementById(submitId)?.focus();
    actor.send({ type: 'alertDismissed' });
    expect(focused()).toBe(formId);
  });

  test.each([
    [submitId, ''],
    [formId, 'disabled'],
  ])('goes to %s after the payment window', async (id, disabled) => {
    document.body.innerHTML = form;
    document.getElementById(submitId)?.toggleAttribute('disabled', disabled !== '');
    await openWindow();
    expect(focused()).not.toBe(id);
    checkout.given?.modal.ondismiss();
    expect(focused()).toBe(id);
  });

  test('stays where it is without a problem', () => {
    document.body.innerHTML = form;
    const { focusProblem } = registration.machine.implementations.actions;
    if (typeof focusProblem !== 'function') throw new Error('The action is a function.');
    expect(() => Reflect.apply(focusProblem, null, [{ context: { problem: null } }])).not.toThrow();
    expect(focused()).toBe('');
  });
});
