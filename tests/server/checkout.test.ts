import { Window } from 'happy-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../server/service.ts';
import type { Scenario } from '../../server/simulator/scenarios.ts';
import {
  type CreatedOrder,
  createServiceFixture,
  fastestDatabase,
  newEmail,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  waitUntil,
} from './serviceFixture.ts';

let fixture: ServiceFixture;
let service: Service;
let window: Window;
let email: string;
let order: CreatedOrder;

beforeAll(async () => {
  fixture = await createServiceFixture(fastestDatabase);
  service = await fixture.start();
});
afterAll(() => fixture.remove());

beforeEach(async () => {
  window = new Window({
    url: `${service.url}/register-re`,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  email = newEmail();
  const response = await postJson(`${service.url}/create-order`, orderBody(email));
  if (!response.body.order) throw new Error('There is no order.');
  order = response.body.order;
});
afterEach(() => window.happyDOM.close());

/** Runs the script in the window as the page's own address asks for it, and opens the checkout. */
async function openCheckout(scenario: Scenario = 'success', overrides: object = {}) {
  if (scenario !== 'success') window.happyDOM.setURL(`${service.url}/register-re?scenario=${scenario}`);
  const script = await (await fetch(`${service.url}/simulator/checkout.js`)).text();
  window.eval(script);
  const callbacks = { handler: vi.fn(), dismissed: vi.fn(), failed: vi.fn() };
  const options = {
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    order_id: order.id,
    name: 'Brand',
    description: 'Course registration',
    prefill: { name: 'Asha', email, contact: '9876543210' },
    handler: callbacks.handler,
    modal: { ondismiss: callbacks.dismissed },
    ...overrides,
  };
  Object.assign(window, { options, failed: callbacks.failed });
  window.eval('checkout = new Razorpay(options); checkout.on("payment.failed", failed); checkout.open();');
  return callbacks;
}

const dialog = () => window.document.querySelector('dialog');
const clickButton = (name: string) => {
  const button = [...window.document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!button) throw new Error(`There is no button ${name}.`);
  button.click();
};
const waitUntilClosed = () => waitUntil(async () => dialog() === null);
const isPaid = async () => {
  const response = await postJson(`${service.url}/create-order`, orderBody(email));
  return response.body.order?.paymentId !== undefined;
};

describe('the simulated payment window', () => {
  test('is a named dialog that says what is paid for and that no money moves', async () => {
    await openCheckout();
    expect(dialog()?.open).toBe(true);
    expect(dialog()?.getAttribute('aria-label')).toBe('Simulated payment');
    for (const words of ['Brand', 'Course registration', '₹2,000', 'No money moves', email]) {
      expect(dialog()?.textContent).toContain(words);
    }
    const buttons = [...window.document.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Pay ₹2,000', 'Fail payment', 'Close']);
    expect(window.document.querySelector('[style], dialog script')).toBeNull();
  });

  test('pays once, however often it is pressed', async () => {
    const { handler, dismissed, failed } = await openCheckout();
    clickButton('Pay ₹2,000');
    clickButton('Pay ₹2,000');
    clickButton('Close');
    await waitUntil(async () => handler.mock.calls.length > 0);
    expect(handler.mock.calls).toEqual([
      [
        {
          razorpay_order_id: order.id,
          razorpay_payment_id: expect.stringMatching(/^pay_/),
          razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    ]);
    expect(dialog()).toBeNull();
    expect(dismissed).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
    expect(await isPaid()).toBe(true);
  });

  test('passes the notes of the page on to the payment', async () => {
    const notes = { student: 'Asha Verma', phone: '9876543210' };
    await openCheckout('success', { notes });
    clickButton('Pay ₹2,000');
    await waitUntilClosed();
    const response = await postJson(`${service.url}/api/register`, {
      ...registrationBody(email),
      name: 'Somebody Else',
    });
    expect(response.status).toBe(409);
    expect((await postJson(`${service.url}/api/register`, registrationBody(email))).status).toBe(200);
  });

  test('stays open after a failure, says why, and can still be paid', async () => {
    const { handler, failed } = await openCheckout();
    clickButton('Fail payment');
    await waitUntil(async () => failed.mock.calls.length > 0);
    const description = 'Your payment was declined by the bank.';
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description } });
    expect(window.document.querySelector('[role=alert]')?.textContent).toBe(description);
    clickButton('Pay ₹2,000');
    await waitUntil(async () => handler.mock.calls.length > 0);
    expect(await isPaid()).toBe(true);
  });

  test('reports that a second payment of the order is refused', async () => {
    await openCheckout();
    clickButton('Pay ₹2,000');
    await waitUntilClosed();
    const { failed, handler } = await openCheckout();
    clickButton('Pay ₹2,000');
    await waitUntil(async () => failed.mock.calls.length > 0);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { reason: 'order_paid' } });
    expect(handler).not.toHaveBeenCalled();
  });

  test.each(['Close', 'Escape'])('is dismissed with %s', async (how) => {
    const { handler, dismissed } = await openCheckout();
    if (how === 'Close') clickButton('Close');
    else dialog()?.dispatchEvent(new window.Event('cancel', { cancelable: true }));
    await waitUntilClosed();
    expect(dismissed).toHaveBeenCalledTimes(1);
    expect(handler).not.toHaveBeenCalled();
    expect(await isPaid()).toBe(false);
  });

  test('calls nobody when the page closes it', async () => {
    const { dismissed } = await openCheckout();
    window.eval('checkout.close()');
    expect(dialog()).toBeNull();
    expect(dismissed).not.toHaveBeenCalled();
  });

  test.each([{ key: '' }, { order_id: '' }])('cannot be constructed with %o', async (overrides) => {
    await expect(openCheckout('success', overrides)).rejects.toThrow(/^No (key|order_id) passed/);
  });
});

describe('scenarios', () => {
  test('fail-then-succeed', async () => {
    const { handler, failed } = await openCheckout('fail-then-succeed');
    clickButton('Pay ₹2,000');
    await waitUntil(async () => failed.mock.calls.length === 1);
    clickButton('Pay ₹2,000');
    await waitUntil(async () => handler.mock.calls.length === 1);
  });

  test('fail-then-dismiss', async () => {
    const { failed, dismissed, handler } = await openCheckout('fail-then-dismiss');
    clickButton('Pay ₹2,000');
    await waitUntilClosed();
    expect([failed, dismissed, handler].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect(await isPaid()).toBe(false);
  });

  test.each([
    ['dismiss', 'Pay ₹2,000', { dismissCalls: 1, paid: false }],
    ['vanish', 'Pay ₹2,000', { dismissCalls: 0, paid: false }],
    ['lost-callback', 'Pay ₹2,000', { dismissCalls: 0, paid: true }],
    ['captured-after-close', 'Close', { dismissCalls: 1, paid: true }],
    ['captured-after-close', 'Pay ₹2,000', { dismissCalls: 1, paid: true }],
  ] as const)('%s: %s', async (scenario, button, expected) => {
    const { handler, dismissed, failed } = await openCheckout(scenario);
    clickButton(button);
    await waitUntilClosed();
    expect({ dismissCalls: dismissed.mock.calls.length, paid: await isPaid() }).toEqual(expected);
    expect(handler).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  test('constructor-throws', async () => {
    await expect(openCheckout('constructor-throws')).rejects.toThrow('The checkout could not be made.');
    expect(dialog()).toBeNull();
  });
});
