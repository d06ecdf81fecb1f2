import { describe, expect, test } from 'vitest';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { fieldId, formId, registration, submitId } from '../../src/flows/registration.ts';
import {
  call,
  checkout,
  draft,
  fetching,
  openWindow,
  order,
  respond,
  restore,
  stubServiceAndProvider,
  submit,
  values,
} from './registrationFixture.ts';

/** The calls of a registration: the order, and what is stored. */

stubServiceAndProvider();

test('its ids on the page', () => {
  expect([registration.id, formId, submitId, fieldId('email')]).toEqual([
    ...['registration', 'registration-form', 'registration-submit', 'registration-email'],
  ]);
});

describe('the order', () => {
  test('is requested for the address with the fee, and the window is opened for it', async () => {
    const { now } = await openWindow();
    expect(call()).toMatchObject({
      path: '/create-order',
      body: { amount: 2000, currency: 'INR', receipt_email: values.email },
      proof: null,
    });
    expect(now().state).toBe('paying.open');
    expect(checkout.given).toMatchObject({
      ...{ key: order.key, amount: order.amount, currency: order.currency, order_id: order.id },
      ...{ name: 'Future Ready Academy', description: 'Course registration' },
      image: new URL('/icon.svg', window.location.href).href,
      prefill: { name: values.name, email: values.email, contact: values.phone },
      notes: { student: values.name, phone: values.phone },
      theme: { color: '#1a2247' },
    });
  });

  test('a call that is given up is aborted', async () => {
    fetching.mockReturnValue(new Promise(() => {}));
    const { actor } = await submit();
    expect(call().signal?.aborted).toBe(false);
    actor.stop();
    expect(call().signal?.aborted).toBe(true);
  });

  test.each([
    ['an error in words', { error: 'Too many requests' }, 429, 'Too many requests'],
    ['an error with a success status', { error: 'Not now' }, 200, 'Not now'],
    ['an error without words', { error: null }, 500, registrationMessages.orderFailed],
    ['nothing known', {}, 200, registrationMessages.orderFailed],
    ['no object', 'order', 200, registrationMessages.orderFailed],
    ['a success with an error status', { success: true, order }, 500, registrationMessages.orderFailed],
    ['success: false', { success: false, order }, 200, registrationMessages.orderFailed],
    ['no order', { success: true }, 200, registrationMessages.orderFailed],
    ...Object.keys({ id: 0, amount: 0, currency: 0, key: 0 }).map(
      (name) =>
        [
          `an order without ${name}`,
          { success: true, order: { ...order, [name]: undefined } },
          200,
          registrationMessages.orderFailed,
        ] as const,
    ),
    [
      'an order whose payment is no text',
      { success: true, order: { ...order, paymentId: 1 } },
      200,
      registrationMessages.orderFailed,
    ],
  ] as const)('%s: a sentence', async (_, body, status, alert) => {
    respond(body, status);
    const { now } = await submit();
    expect(now()).toMatchObject({ alert, problem: null });
    expect(checkout.given).toBeUndefined();
  });

  test('a service that cannot be reached: a sentence', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    const { now } = await submit();
    expect(now()).toMatchObject({ alert: registrationMessages.orderUnreachable });
  });

  test('a refused address is shown at its field', async () => {
    respond({ error: 'Valid email is required.' }, 400);
    const { now } = await submit();
    expect(now().alert).toBe('Valid email is required.');
  });
});

describe('the stored registration', () => {
  test.each([
    ['a field that the service names', { error: 'Unknown city', field: 'city' }, 'city', 'Unknown city'],
    ['a field by its message', { error: 'Valid email is required.' }, 'email', 'Valid email is required.'],
    [
      'a message of a field, where the name is none',
      { error: 'Valid email is required.', field: 'shoe' },
      'email',
      'Valid email is required.',
    ],
    [
      'a message of a field, where the name is no text',
      { error: 'Valid email is required.', field: ['city'] },
      'email',
      'Valid email is required.',
    ],
  ])('%s: refused, at the field, which has the focus', async (_, body, field, message) => {
    document.body.innerHTML = `<input id="${fieldId('city')}"><input id="${fieldId('email')}">`;
    respond(body, 400);
    const { now } = await restore();
    expect(now().problem).toEqual({ field, message });
    expect(document.activeElement?.id).toBe(`registration-${field}`);
  });

  test.each([
    ['an error in words', { error: 'The store is full' }, 500, 'The store is full'],
    ['an error without words', { error: '' }, 500, registrationMessages.registerFailed],
    ['a surplus that is no answer', { success: true, surplus: 1 }, 200, registrationMessages.registerFailed],
    ['a success with an error status', { success: true }, 500, registrationMessages.registerFailed],
    ['success: false', { success: false }, 200, registrationMessages.registerFailed],
  ])('%s: a sentence', async (_, body, status, alert) => {
    respond(body, status);
    const { now } = await restore();
    expect(now()).toMatchObject({ alert, problem: null });
  });

  test('a call that is given up is aborted', async () => {
    fetching.mockReturnValue(new Promise(() => {}));
    const { actor } = await restore();
    expect(call().path).toBe('/api/register');
    actor.stop();
    expect(call().signal?.aborted).toBe(true);
  });

  test.each([
    ['', 'pay_1', 'signed'],
    ['order 1', 'pay_1', 'signed'],
    ['order_1', 'pay\u00a01', 'signed'],
    ['order_1', 'pay_1', 'sign ed'],
    ['order_1', 'pay_1', 'signed\n'],
    ['\norder_1', 'pay_1', 'signed'],
    ['order_1', 'pay_1', 'प'],
  ])('a proof that a header must not have is left out: "%s %s %s"', async (id, paymentId, signature) => {
    respond({ success: true });
    const { now } = await restore({ ...draft, order: { ...draft.order, id }, paymentId, signature });
    expect(now().state).toBe('registered');
    expect(call().proof).toBeNull();
  });

  test('a proof may have any character of ASCII that is seen', async () => {
    respond({ success: true });
    await restore({ ...draft, paymentId: 'pay!1', signature: '~signed/+=' });
    expect(call().proof).toBe(`${order.id} pay!1 ~signed/+=`);
  });
});
