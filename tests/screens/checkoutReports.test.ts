import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { type CheckoutListeners, openCheckout } from '../../src/browser/razorpay.ts';
import { BROKEN, unusualValue } from './unusualValues.ts';

/** The payment provider may report anything. */

const ORDER_ID = 'order_open';

afterEach(() => void vi.unstubAllGlobals());

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
      ...{ key: 'rzp_test_key', amount: 200_000, currency: 'INR', order_id: ORDER_ID },
      ...{ name: 'Academy', description: 'Course registration', image: '/icon.svg', notes: {} },
      ...{ prefill: { name: '', email: '', contact: '' }, theme: { color: '#000' } },
    },
    listeners,
  );
  return { reports, provider, close };
}

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
          razorpay_order_id: fc.oneof(unusualValue, fc.constant(ORDER_ID)),
          razorpay_signature: fc.oneof(unusualValue, fc.constant('signed')),
        },
        { requiredKeys: [] },
      ),
      (payload) => {
        provider.success(payload);
        const { razorpay_order_id: order = ORDER_ID } = payload;
        const isOfAnother = order !== ORDER_ID && order !== null;
        expect(reports.at(-1)).toMatch(isOfAnother ? /^unclear$/ : /^(success |unclear$)/);
        expect(reports.at(-1)).not.toMatch(BROKEN);
      },
    ),
    { numRuns: 1_000 },
  );
  provider.success({
    razorpay_payment_id: 'pay_1',
    razorpay_order_id: ORDER_ID,
    razorpay_signature: 'signed',
  });
  expect(reports.at(-1)).toBe('success pay_1 signed');
  for (const nothing of [undefined, null, {}, 'pay_1']) {
    provider.success(nothing);
    expect(reports.at(-1)).toBe('unclear');
  }
  close();
});
