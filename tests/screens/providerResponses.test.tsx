import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { FEE, isOrderValid } from '../../machines/registration/registration.rules.ts';
import { type CheckoutListeners, openCheckout } from '../../src/browser/razorpay.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform } from '../drivers/driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The payment provider and the service may respond with anything. */

/** The texts that a missing value is turned into. */
const BROKEN = /undefined|\bnull\b|NaN|\[object/;

const unusualValue = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, 0, '', ' ', 'undefined', 'null', '[object Object]', {}, []),
  fc.constantFrom('\u200b', 'Error: undefined', 'a\tb\nc', 'x'.repeat(5000), '<b>declined</b>'),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

const VALID_ORDER = { id: 'order_open', amount: FEE.paise, currency: FEE.currency, key: 'rzp_test_key' };

/** Opens the payment window with listeners that record reports, and returns the callbacks of the provider. */
function openPaymentWindow() {
  const reports: string[] = [];
  const provider: { success: (response: unknown) => void; failure: (response: unknown) => void } = {
    success: () => {},
    failure: () => {},
  };
  vi.stubGlobal(
    'Razorpay',
    class {
      constructor(options: { handler: (response: unknown) => void }) {
        provider.success = options.handler;
      }
      on(_event: string, listener: (response: unknown) => void) {
        provider.failure = listener;
      }
      open() {}
    },
  );
  const listeners: CheckoutListeners = {
    onSuccess: ({ paymentId, signature }) => reports.push(`success ${paymentId} ${signature ?? '-'}`),
    onUnclear: () => reports.push('unclear'),
    onFailure: (description) => reports.push(`failure ${registrationMessages.paymentFailed(description)}`),
    onDismiss: () => reports.push('dismissed'),
    onVanish: () => reports.push('vanished'),
  };
  const close = openCheckout(
    {
      ...{
        key: VALID_ORDER.key,
        amount: VALID_ORDER.amount,
        currency: VALID_ORDER.currency,
        order_id: VALID_ORDER.id,
      },
      ...{ name: 'Academy', description: 'Course registration', image: '/icon.svg', notes: {} },
      ...{ prefill: { name: '', email: '', contact: '' }, theme: { color: '#000' } },
    },
    listeners,
  );
  return { reports, provider, close };
}

describe('the payment window', () => {
  test('any failure that it reports is shown as a sentence', () => {
    const { reports, provider, close } = openPaymentWindow();
    fc.assert(
      fc.property(
        fc.oneof(
          unusualValue,
          fc.record({ error: fc.oneof(unusualValue, fc.record({ description: unusualValue })) }),
        ),
        (payload) => {
          provider.failure(payload);
          expect(reports.at(-1)).toMatch(/^failure Payment failed: \S/);
          expect(reports.at(-1)).not.toMatch(BROKEN);
        },
      ),
      { numRuns: 1_000 },
    );
    provider.failure({ error: { description: 'Your bank is closed.' } });
    expect(reports.at(-1)).toBe('failure Payment failed: Your bank is closed.');
    close();
  });

  test('a success that it reports counts only with a payment of the open order', () => {
    const { reports, provider, close } = openPaymentWindow();
    fc.assert(
      fc.property(
        fc.record(
          {
            razorpay_payment_id: fc.oneof(unusualValue, fc.constant('pay_1')),
            razorpay_order_id: fc.oneof(unusualValue, fc.constant(VALID_ORDER.id)),
            razorpay_signature: fc.oneof(unusualValue, fc.constant('signed')),
          },
          { requiredKeys: [] },
        ),
        (payload) => {
          provider.success(payload);
          expect(reports.at(-1)).toMatch(/^(success |unclear$)/);
          expect(reports.at(-1)).not.toMatch(BROKEN);
          const { razorpay_order_id: order = VALID_ORDER.id } = payload;
          if (order !== VALID_ORDER.id && order !== null) expect(reports.at(-1)).toBe('unclear');
        },
      ),
      { numRuns: 1_000 },
    );
    provider.success({
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: VALID_ORDER.id,
      razorpay_signature: 'signed',
    });
    expect(reports.at(-1)).toBe('success pay_1 signed');
    for (const nothing of [undefined, null, {}, 'pay_1']) {
      provider.success(nothing);
      expect(reports.at(-1)).toBe('unclear');
    }
    close();
  });
});

describe('the service', () => {
  const orders = fc
    .record({
      success: fc.oneof(fc.constant(true), unusualValue),
      error: unusualValue,
      message: unusualValue,
      order: fc.oneof(
        unusualValue,
        fc.record({
          id: fc.oneof(fc.constant(VALID_ORDER.id), unusualValue),
          amount: fc.oneof(fc.constantFrom(FEE.paise, FEE.rupees, -1, 0.5), unusualValue),
          currency: fc.oneof(fc.constantFrom('INR', 'USD', 'inr'), unusualValue),
          key: fc.oneof(fc.constant(VALID_ORDER.key), unusualValue),
        }),
      ),
    })
    .filter(({ success, order }) => {
      const { id, amount, currency, key } = Object(order);
      const isOurs =
        typeof id === 'string' && typeof key === 'string' && isOrderValid({ id, amount, currency, key });
      return success !== true || !isOurs;
    });

  test('only a response with an order of the fee opens the payment window; any other is shown as a sentence', async () => {
    const page = domPageDriver('registration');
    onTestFinished(page.close);
    await page.browser.open('/register-re');
    const performStep = (name: string) => perform(registrationDriver, name, page);
    await performStep('changed: everything valid');
    const almostValidOrders = [
      { ...VALID_ORDER, amount: FEE.rupees },
      { ...VALID_ORDER, currency: 'USD' },
      { ...VALID_ORDER, id: '' },
      { ...VALID_ORDER, key: '' },
    ].map((order): unknown => ({ success: true, order }));
    for (const json of nonEmpty([...almostValidOrders, ...fc.sample(orders, 40)])) {
      await performStep('submitted: by the button');
      await page.network.reply('/create-order', { status: 200, json });
      const flow = document.querySelector('[data-flow="registration"]');
      const state = flow?.getAttribute('data-state');
      expect(state, JSON.stringify(json)).toBeOneOf(['editing.orderFailed', 'editing.orderInvalid']);
      expect(document.body.textContent, JSON.stringify(json)).not.toMatch(BROKEN);
      expect(flow?.querySelector('[role="alert"]')?.textContent, JSON.stringify(json)).toMatch(/\S/);
    }
    await performStep('submitted: by the button');
    await performStep('createOrder: an open order');
    await page.screen.expectState('loadingCheckout.requesting.onTime');
  });
});
