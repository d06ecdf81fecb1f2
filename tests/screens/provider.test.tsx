import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../../machines/registration/registration.messages.ts';
import { FEE, isOfTheFee } from '../../machines/registration/registration.rules.ts';
import { type CheckoutListeners, openCheckout } from '../../src/browser/razorpay.ts';
import { domHands } from '../drivers/dom.tsx';
import { registrationDriver } from '../drivers/registration.driver.ts';

/** The payment provider and the service may say anything. */

/** What a program makes of a value that is not there. */
const BROKEN = /undefined|\bnull\b|NaN|\[object/;

const odd = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, 0, '', ' ', 'undefined', 'null', '[object Object]', {}, []),
  fc.constantFrom('\u200b', 'Error: undefined', 'a\tb\nc', 'x'.repeat(5000), '<b>declined</b>'),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

const OURS = { id: 'order_open', amount: FEE.paise, currency: FEE.currency, key: 'rzp_test_key' };

/** Opens the payment window with what listens to it, and returns how the provider answers. */
function opened() {
  const said: string[] = [];
  const answer: { success: (response: unknown) => void; failure: (response: unknown) => void } = {
    success: () => {},
    failure: () => {},
  };
  vi.stubGlobal(
    'Razorpay',
    class {
      constructor(options: { handler: (response: unknown) => void }) {
        answer.success = options.handler;
      }
      on(_event: string, listener: (response: unknown) => void) {
        answer.failure = listener;
      }
      open() {}
    },
  );
  const listeners: CheckoutListeners = {
    onSuccess: ({ paymentId, signature }) => said.push(`success ${paymentId} ${signature ?? '-'}`),
    onUnclear: () => said.push('unclear'),
    onFailure: (description) => said.push(`failure ${messages.paymentFailed(description)}`),
    onDismiss: () => said.push('dismissed'),
    onVanish: () => said.push('vanished'),
  };
  const close = openCheckout(
    {
      ...{ key: OURS.key, amount: OURS.amount, currency: OURS.currency, order_id: OURS.id },
      ...{ name: 'Academy', description: 'Course registration', image: '/icon.svg', notes: {} },
      ...{ prefill: { name: '', email: '', contact: '' }, theme: { color: '#000' } },
    },
    listeners,
  );
  return { said, answer, close };
}

describe('the payment window', () => {
  test('whatever it says of a failure, the visitor reads a sentence', () => {
    const { said, answer, close } = opened();
    fc.assert(
      fc.property(
        fc.oneof(odd, fc.record({ error: fc.oneof(odd, fc.record({ description: odd })) })),
        (payload) => {
          answer.failure(payload);
          expect(said.at(-1)).toMatch(/^failure Payment failed: \S/);
          expect(said.at(-1)).not.toMatch(BROKEN);
        },
      ),
      { numRuns: 1_000 },
    );
    answer.failure({ error: { description: 'Your bank is closed.' } });
    expect(said.at(-1)).toBe('failure Payment failed: Your bank is closed.');
    close();
  });

  test('whatever it says of a success, it is one only with a payment, and for our order', () => {
    const { said, answer, close } = opened();
    fc.assert(
      fc.property(
        fc.record(
          {
            razorpay_payment_id: fc.oneof(odd, fc.constant('pay_1')),
            razorpay_order_id: fc.oneof(odd, fc.constant(OURS.id)),
            razorpay_signature: fc.oneof(odd, fc.constant('signed')),
          },
          { requiredKeys: [] },
        ),
        (payload) => {
          answer.success(payload);
          expect(said.at(-1)).toMatch(/^(success |unclear$)/);
          expect(said.at(-1)).not.toMatch(BROKEN);
          const { razorpay_order_id: order = OURS.id } = payload;
          if (order !== OURS.id && order !== null) expect(said.at(-1)).toBe('unclear');
        },
      ),
      { numRuns: 1_000 },
    );
    answer.success({
      razorpay_payment_id: 'pay_1',
      razorpay_order_id: OURS.id,
      razorpay_signature: 'signed',
    });
    expect(said.at(-1)).toBe('success pay_1 signed');
    for (const nothing of [undefined, null, {}, 'pay_1']) {
      answer.success(nothing);
      expect(said.at(-1)).toBe('unclear');
    }
    close();
  });
});

describe('the service', () => {
  const orders = fc
    .record({
      success: fc.oneof(fc.constant(true), odd),
      error: odd,
      message: odd,
      order: fc.oneof(
        odd,
        fc.record({
          id: fc.oneof(fc.constant(OURS.id), odd),
          amount: fc.oneof(fc.constantFrom(FEE.paise, FEE.rupees, -1, 0.5), odd),
          currency: fc.oneof(fc.constantFrom('INR', 'USD', 'inr'), odd),
          key: fc.oneof(fc.constant(OURS.key), odd),
        }),
      ),
    })
    .filter(({ success, order }) => {
      const { id, amount, currency, key } = Object(order);
      const isOurs =
        typeof id === 'string' && typeof key === 'string' && isOfTheFee({ id, amount, currency, key });
      return success !== true || !isOurs;
    });

  test('whatever it answers to an order, only one of the fee is opened, and the visitor reads a sentence', async () => {
    const hands = domHands('registration');
    onTestFinished(hands.close);
    await hands.open('/register-re');
    const deed = async (name: string) => {
      const found = registrationDriver.deeds.get(name);
      if (typeof found !== 'function') throw new Error(`no deed "${name}"`);
      await found(hands);
    };
    await deed('changed: everything right');
    const answers = [
      { ...OURS, amount: FEE.rupees },
      { ...OURS, currency: 'USD' },
      { ...OURS, id: '' },
      { ...OURS, key: '' },
    ].map((order): unknown => ({ success: true, order }));
    for (const json of [...answers, ...fc.sample(orders, 40)]) {
      await deed('submitted: by the button');
      await hands.answer('/create-order', { status: 200, json });
      const flow = document.querySelector('[data-flow="registration"]');
      const state = flow?.getAttribute('data-state');
      expect(state, JSON.stringify(json)).toBeOneOf(['editing.orderFailed', 'editing.orderRefused']);
      expect(document.body.textContent, JSON.stringify(json)).not.toMatch(BROKEN);
      expect(flow?.querySelector('[role="alert"]')?.textContent, JSON.stringify(json)).toMatch(/\S/);
    }
    await deed('submitted: by the button');
    await deed('createOrder: an open order');
    await hands.isIn('loadingCheckout.requesting.prompt');
  });
});
