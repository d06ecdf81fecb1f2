import { Window } from 'happy-dom';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../server/service.ts';
import type { Scenario } from '../../server/simulator/scenarios.ts';
import {
  type AnsweredOrder,
  anyDatabase,
  makePlace,
  newEmail,
  orderRequest,
  type Place,
  post,
  registrationOf,
  until,
} from './harness.ts';

let place: Place;
let service: Service;
let window: Window;
let email: string;
let order: AnsweredOrder;

beforeAll(async () => {
  place = await makePlace(anyDatabase);
  service = await place.start();
});
afterAll(() => place.remove());

beforeEach(async () => {
  window = new Window({
    url: `${service.url}/register-re`,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  email = newEmail();
  const answer = await post(`${service.url}/create-order`, orderRequest(email));
  if (!answer.body.order) throw new Error('There is no order.');
  order = answer.body.order;
});
afterEach(() => window.happyDOM.close());

/** Runs the script in the window as the page's own address asks for it, and opens the checkout. */
async function open(scenario: Scenario = 'success', more: object = {}) {
  if (scenario !== 'success') window.happyDOM.setURL(`${service.url}/register-re?scenario=${scenario}`);
  const script = await (await fetch(`${service.url}/simulator/checkout.js`)).text();
  window.eval(script);
  const heard = { handler: vi.fn(), dismissed: vi.fn(), failed: vi.fn() };
  const options = {
    key: order.key,
    amount: order.amount,
    currency: order.currency,
    order_id: order.id,
    name: 'Brand',
    description: 'Course registration',
    prefill: { name: 'Asha', email, contact: '9876543210' },
    handler: heard.handler,
    modal: { ondismiss: heard.dismissed },
    ...more,
  };
  Object.assign(window, { options, failed: heard.failed });
  window.eval('checkout = new Razorpay(options); checkout.on("payment.failed", failed); checkout.open();');
  return heard;
}

const dialog = () => window.document.querySelector('dialog');
const press = (name: string) => {
  const button = [...window.document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!button) throw new Error(`There is no button ${name}.`);
  button.click();
};
const closed = () => until(async () => dialog() === null);
const paid = async () => {
  const answer = await post(`${service.url}/create-order`, orderRequest(email));
  return answer.body.order?.paymentId !== undefined;
};

describe('the simulated payment window', () => {
  test('is a dialog with a name that says what is paid for, and that no money moves', async () => {
    await open();
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
    const { handler, dismissed, failed } = await open();
    press('Pay ₹2,000');
    press('Pay ₹2,000');
    press('Close');
    await until(async () => handler.mock.calls.length > 0);
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
    expect(await paid()).toBe(true);
  });

  test('gives the notes of the page to the payment', async () => {
    const notes = { student: 'Asha Verma', phone: '9876543210' };
    await open('success', { notes });
    press('Pay ₹2,000');
    await closed();
    const answer = await post(`${service.url}/api/register`, {
      ...registrationOf(email),
      name: 'Somebody Else',
    });
    expect(answer.status).toBe(409);
    expect((await post(`${service.url}/api/register`, registrationOf(email))).status).toBe(200);
  });

  test('stays open after a failure, says why, and can still be paid', async () => {
    const { handler, failed } = await open();
    press('Fail payment');
    await until(async () => failed.mock.calls.length > 0);
    const description = 'Your payment was declined by the bank.';
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description } });
    expect(window.document.querySelector('[role=alert]')?.textContent).toBe(description);
    press('Pay ₹2,000');
    await until(async () => handler.mock.calls.length > 0);
    expect(await paid()).toBe(true);
  });

  test('tells of a second success that it is refused', async () => {
    await open();
    press('Pay ₹2,000');
    await closed();
    const { failed, handler } = await open();
    press('Pay ₹2,000');
    await until(async () => failed.mock.calls.length > 0);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { reason: 'order_paid' } });
    expect(handler).not.toHaveBeenCalled();
  });

  test.each(['Close', 'Escape'])('is dismissed with %s', async (how) => {
    const { handler, dismissed } = await open();
    if (how === 'Close') press('Close');
    else dialog()?.dispatchEvent(new window.Event('cancel', { cancelable: true }));
    await closed();
    expect(dismissed).toHaveBeenCalledTimes(1);
    expect(handler).not.toHaveBeenCalled();
    expect(await paid()).toBe(false);
  });

  test('is closed by the page without a word', async () => {
    const { dismissed } = await open();
    window.eval('checkout.close()');
    expect(dialog()).toBeNull();
    expect(dismissed).not.toHaveBeenCalled();
  });

  test.each([{ key: '' }, { order_id: '' }])('cannot be made with %o', async (more) => {
    await expect(open('success', more)).rejects.toThrow(/^No (key|order_id) passed/);
  });
});

describe('scenarios', () => {
  test('fail-then-succeed', async () => {
    const { handler, failed } = await open('fail-then-succeed');
    press('Pay ₹2,000');
    await until(async () => failed.mock.calls.length === 1);
    press('Pay ₹2,000');
    await until(async () => handler.mock.calls.length === 1);
  });

  test('fail-then-dismiss', async () => {
    const { failed, dismissed, handler } = await open('fail-then-dismiss');
    press('Pay ₹2,000');
    await closed();
    expect([failed, dismissed, handler].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect(await paid()).toBe(false);
  });

  test.each([
    ['dismiss', 'Pay ₹2,000', { told: 1, paid: false }],
    ['vanish', 'Pay ₹2,000', { told: 0, paid: false }],
    ['lost-callback', 'Pay ₹2,000', { told: 0, paid: true }],
    ['captured-after-close', 'Close', { told: 1, paid: true }],
    ['captured-after-close', 'Pay ₹2,000', { told: 1, paid: true }],
  ] as const)('%s: %s', async (scenario, button, expected) => {
    const { handler, dismissed, failed } = await open(scenario);
    press(button);
    await closed();
    expect({ told: dismissed.mock.calls.length, paid: await paid() }).toEqual(expected);
    expect(handler).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  test('constructor-throws', async () => {
    await expect(open('constructor-throws')).rejects.toThrow('The checkout could not be made.');
    expect(dialog()).toBeNull();
  });
});
