import { Window } from 'happy-dom';
import { describe, expect, vi } from 'vitest';
import { sharedServiceTest } from '../fixtures.ts';
import { newEmail, orderBody, postJson, registrationBody, waitUntil } from '../serviceFixture.ts';

/** The window of the simulated checkout, as its script builds it in a page. */

const test = sharedServiceTest.extend('page', async ({ service }, { onCleanup }) => {
  const window = new Window({
    url: `${service.url}/register-re`,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  onCleanup(() => window.happyDOM.close());
  const email = newEmail();
  const { order } = (await postJson(`${service.url}/create-order`, orderBody(email))).body;
  if (!order) throw new Error('There is no order.');
  const dialog = () => window.document.querySelector('dialog');
  return {
    window,
    email,
    order,
    dialog,
    /** Runs the script in the page, whose address names a scenario, and opens the checkout. */
    async open(scenario?: string, overrides: object = {}) {
      if (scenario) window.happyDOM.setURL(`${service.url}/register-re?scenario=${scenario}`);
      window.eval(await (await fetch(`${service.url}/simulator/checkout.js`)).text());
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
      window.eval(
        'checkout = new Razorpay(options); checkout.on("payment.failed", failed); checkout.open();',
      );
      return callbacks;
    },
    press(name: string) {
      const buttons = [...window.document.querySelectorAll('button')];
      const button = buttons.find(({ textContent }) => textContent === name);
      if (!button) throw new Error(`There is no button ${name}.`);
      button.click();
    },
    closed: () => waitUntil(async () => dialog() === null),
    async isPaid() {
      const response = await postJson(`${service.url}/create-order`, orderBody(email));
      return response.body.order?.paymentId !== undefined;
    },
  };
});

describe('the simulated payment window', () => {
  test('the simulated payment window is a named dialog that says no money moves', async ({ page }) => {
    await page.open();
    expect(page.dialog()?.open).toBe(true);
    expect(page.dialog()?.getAttribute('aria-label')).toBe('Simulated payment');
    for (const words of ['Brand', 'Course registration', '₹2,000', 'No money moves', page.email]) {
      expect(page.dialog()?.textContent).toContain(words);
    }
    const buttons = [...page.window.document.querySelectorAll('button')].map(
      ({ textContent }) => textContent,
    );
    expect(buttons).toEqual(['Pay ₹2,000', 'Fail payment', 'Close']);
    expect(page.window.document.querySelector('[style], dialog script')).toBeNull();
  });

  test('the simulated payment window pays once, however often it is pressed', async ({ page }) => {
    const { handler, dismissed, failed } = await page.open();
    page.press('Pay ₹2,000');
    page.press('Pay ₹2,000');
    page.press('Close');
    await waitUntil(async () => handler.mock.calls.length > 0);
    expect(handler.mock.calls).toEqual([
      [
        {
          razorpay_order_id: page.order.id,
          razorpay_payment_id: expect.stringMatching(/^pay_/),
          razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    ]);
    expect(page.dialog()).toBeNull();
    expect(dismissed).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
    expect(await page.isPaid()).toBe(true);
  });

  test('the simulated payment window passes the notes of the page on to the payment', async ({
    page,
    service,
  }) => {
    const notes = { student: 'Asha Verma', phone: '9876543210' };
    await page.open(undefined, { notes });
    page.press('Pay ₹2,000');
    await page.closed();
    const response = await postJson(`${service.url}/api/register`, {
      ...registrationBody(page.email),
      name: 'Somebody Else',
    });
    expect(response.status).toBe(409);
    expect((await postJson(`${service.url}/api/register`, registrationBody(page.email))).status).toBe(200);
  });

  test('the simulated window stays open after a failure and can still be paid', async ({ page }) => {
    const { handler, failed } = await page.open();
    page.press('Fail payment');
    await waitUntil(async () => failed.mock.calls.length > 0);
    const description = 'Your payment was declined by the bank.';
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description } });
    expect(page.window.document.querySelector('[role=alert]')?.textContent).toBe(description);
    page.press('Pay ₹2,000');
    await waitUntil(async () => handler.mock.calls.length > 0);
    expect(await page.isPaid()).toBe(true);
  });

  test('the simulated window reports a refused second payment', async ({ page }) => {
    await page.open();
    page.press('Pay ₹2,000');
    await page.closed();
    const { failed, handler } = await page.open();
    page.press('Pay ₹2,000');
    await waitUntil(async () => failed.mock.calls.length > 0);
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ error: { reason: 'order_paid' } });
    expect(handler).not.toHaveBeenCalled();
  });

  test.for(['Close', 'Escape'])(
    'the simulated payment window is dismissed with %s',
    async (how, { page }) => {
      const { handler, dismissed } = await page.open();
      if (how === 'Close') page.press('Close');
      else page.dialog()?.dispatchEvent(new page.window.Event('cancel', { cancelable: true }));
      await page.closed();
      expect(dismissed).toHaveBeenCalledTimes(1);
      expect(handler).not.toHaveBeenCalled();
      expect(await page.isPaid()).toBe(false);
    },
  );

  test('the simulated payment window calls nobody when the page closes it', async ({ page }) => {
    const { dismissed } = await page.open();
    page.window.eval('checkout.close()');
    expect(page.dialog()).toBeNull();
    expect(dismissed).not.toHaveBeenCalled();
  });

  test.for([{ key: '' }, { order_id: '' }])(
    'the simulated payment window cannot be constructed with %o',
    async (overrides, { page }) => {
      await expect(page.open(undefined, overrides)).rejects.toThrow(/^No (key|order_id) passed/);
    },
  );
});

describe('scenarios', () => {
  test('fail-then-succeed', async ({ page }) => {
    const { handler, failed } = await page.open('fail-then-succeed');
    page.press('Pay ₹2,000');
    await waitUntil(async () => failed.mock.calls.length === 1);
    page.press('Pay ₹2,000');
    await waitUntil(async () => handler.mock.calls.length === 1);
  });

  test('fail-then-dismiss', async ({ page }) => {
    const { failed, dismissed, handler } = await page.open('fail-then-dismiss');
    page.press('Pay ₹2,000');
    await page.closed();
    expect([failed, dismissed, handler].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    expect(await page.isPaid()).toBe(false);
  });

  test.for([
    ['dismiss', 'Pay ₹2,000', { dismissCalls: 1, paid: false }],
    ['vanish', 'Pay ₹2,000', { dismissCalls: 0, paid: false }],
    ['lost-callback', 'Pay ₹2,000', { dismissCalls: 0, paid: true }],
    ['captured-after-close', 'Close', { dismissCalls: 1, paid: true }],
    ['captured-after-close', 'Pay ₹2,000', { dismissCalls: 1, paid: true }],
  ] as const)('%s: %s', async ([scenario, button, expected], { page }) => {
    const { handler, dismissed, failed } = await page.open(scenario);
    page.press(button);
    await page.closed();
    expect({ dismissCalls: dismissed.mock.calls.length, paid: await page.isPaid() }).toEqual(expected);
    expect(handler).not.toHaveBeenCalled();
    expect(failed).not.toHaveBeenCalled();
  });

  test('constructor-throws', async ({ page }) => {
    await expect(page.open('constructor-throws')).rejects.toThrow('The checkout could not be made.');
    expect(page.dialog()).toBeNull();
  });
});
