import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { FEE, isOrderValid } from '../../machines/registration/registration.rules.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform } from '../drivers/driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { BROKEN, unusualValue } from './unusualValues.ts';

/** The service may respond to a request for an order with anything. */

const VALID_ORDER = { id: 'order_open', amount: FEE.paise, currency: FEE.currency, key: 'rzp_test_key' };

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
