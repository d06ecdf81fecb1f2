import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { stateName } from '../../machines/stateName.ts';
import { fieldId, formId, registration, submitId } from '../../src/flows/registration.ts';

/** The registration with its calls, its payment window and its focus, without a screen. */

const { events, outcomes } = registrationCases;
const { values } = events.changed['everything valid'];
const order = outcomes.createOrder['an open order'].output;
const draft = {
  values,
  order: { ...order, email: values.email },
  paymentId: 'pay_1',
  signature: 'signed',
  registered: null,
};

type Options = { handler: (response: unknown) => void; modal: { ondismiss: () => void } };

const fetching = vi.fn<typeof fetch>();
const closed = vi.fn();
let given: Options | undefined;
let fail: (response: unknown) => void = () => {};

class Razorpay {
  constructor(options: Options) {
    given = options;
  }
  on(_event: string, listener: (response: unknown) => void) {
    fail = listener;
  }
  open() {}
  close = closed;
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('Razorpay', Razorpay);
  given = undefined;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetching.mockReset();
  closed.mockReset();
  document.body.replaceChildren();
});

const respond = (body: unknown, status = 200) =>
  fetching.mockImplementationOnce(async () => Response.json(body, { status }));

/** Waits for the calls and what follows from them. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

function start() {
  const actor = createActor(registration.machine).start();
  onTestFinished(() => void actor.stop());
  const now = () => {
    const { context } = actor.getSnapshot();
    return { state: stateName(actor.getSnapshot()), alert: context.alert, problem: context.problem };
  };
  return { actor, now };
}

/** Submits a valid form. */
async function submit() {
  const started = start();
  started.actor.send({ type: 'changed', values });
  started.actor.send({ type: 'submitted' });
  await settle();
  return started;
}

/** Submits a valid form, and opens the payment window. */
async function openWindow() {
  respond({ success: true, order });
  return submit();
}

/** Starts with a payment that is not stored yet. */
async function restore(restored: Parameters<NonNullable<typeof registration.draft>['toEvent']>[0] = draft) {
  const started = start();
  const event = registration.draft?.toEvent(restored);
  if (event) started.actor.send(event);
  await settle();
  return started;
}

const call = (index = -1) => {
  const [path, options] = fetching.mock.calls.at(index) ?? [];
  return {
    path,
    body: JSON.parse(String(options?.body)),
    proof: new Headers(options?.headers).get('x-payment-proof'),
    signal: options?.signal,
  };
};

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
    expect(given).toMatchObject({
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
    expect(given).toBeUndefined();
  });

  test('a service that cannot be reached: a sentence', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    const { now } = await submit();
    expect(now()).toMatchObject({ alert: registrationMessages.unreachable });
  });

  test('a refused address is shown at its field', async () => {
    respond({ error: 'Valid email is required.' }, 400);
    const { now } = await submit();
    expect(now().alert).toBe('Valid email is required.');
  });
});

describe('the payment window', () => {
  test('a payment is registered with its proof', async () => {
    const { actor, now } = await openWindow();
    respond({ success: true, surplus: true });
    given?.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'signed' });
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
    expect(closed).toHaveBeenCalledOnce();
  });

  test.each([
    ['an unclear success', () => given?.handler({}), registrationMessages.unclear],
    ['a dismissal', () => given?.modal.ondismiss(), registrationMessages.dismissed],
    [
      'a failure',
      () => fail({ error: { description: 'Declined by the bank' } }),
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
    given?.handler({ razorpay_payment_id: 'pay_1' });
    await settle();
    expect(call()).toMatchObject({ body: { ...values, paymentStatus: 'paid' }, proof: null });
    expect(actor.getSnapshot().context.registered?.isPaidTwice).toBe(false);
  });

  test('a script that does not load: a sentence', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Razorpay', undefined);
    // happy-dom refuses to load a script that has an address.
    vi.stubEnv('VITE_CHECKOUT_SCRIPT', '');
    respond({ success: true, order });
    const { actor, now } = start();
    actor.send({ type: 'changed', values });
    actor.send({ type: 'submitted' });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(now().alert).toBe(registrationMessages.checkoutUnreachable);
    vi.unstubAllEnvs();
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

describe('the draft', () => {
  test('what is saved is found again', () => {
    const { actor } = start();
    expect(registration.draft?.toDraft(actor.getSnapshot())).toBeNull();
    expect(registration.draft?.toEvent(draft)).toEqual({ type: 'draftFound', draft });
    actor.send({ type: 'changed', values });
    const saved = registration.draft?.toDraft(actor.getSnapshot());
    expect(saved).toMatchObject({ values });
    expect(registration.draft?.toEvent(saved)).toEqual({ type: 'draftFound', draft: saved });
    const registered = { registeredOn: '2026-06-01', isPaidTwice: false };
    expect(registration.draft?.toEvent({ ...draft, registered })).toMatchObject({ draft: { registered } });
  });

  const { name: _name, ...withoutName } = values;
  const without = (key: string) => ({ ...draft, values: { ...values, [key]: undefined } });

  const invalid: [title: string, saved: unknown][] = [
    ['null', null],
    ['a text', 'draft'],
    ['no values', { ...draft, values: undefined }],
    ['no name', { ...draft, values: withoutName }],
    ...Object.keys(values).map((key): [string, unknown] => [`no ${key}`, without(key)]),
    ['terms in words', { ...draft, values: { ...values, acceptTerms: 'yes' } }],
    ['an order without an address', { ...draft, order }],
    ['an order without an amount', { ...draft, order: { ...draft.order, amount: undefined } }],
    ['an order that is missing', { ...draft, order: undefined }],
    ['a payment that is a number', { ...draft, paymentId: 1 }],
    ['a signature that is a number', { ...draft, signature: 1 }],
    ['a registration without its day', { ...draft, registered: { isPaidTwice: true } }],
    ['a registration that says nothing of a payment', { ...draft, registered: { registeredOn: '' } }],
    ['a registration that is missing', { ...draft, registered: undefined }],
  ];

  test.each(invalid)('%s is no draft', (_, saved) => {
    expect(registration.draft?.toEvent(draft)).not.toBeNull();
    expect(registration.draft?.toEvent(saved)).toBeNull();
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
    given?.modal.ondismiss();
    expect(focused()).toBe(id);
  });
});
