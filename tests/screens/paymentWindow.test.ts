import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import type { DomPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform } from '../drivers/driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { test } from './openPage.ts';
import { BROKEN, unusualValue } from './unusualValues.ts';

/** The payment window of the provider, which may vanish in any way and report anything. */

const GRACE_MS = 1_500;

/** Restores a form and opens its payment window. */
async function openWindow(page: DomPageDriver): Promise<void> {
  for (const step of [
    'draftFound: an order saved',
    'submitted: by the button',
    'createOrder: an open order',
    'loadCheckout: loaded',
  ])
    await perform(registrationDriver, step, page);
  await page.screen.expectState('paying.open');
}

const paymentWindow = () => {
  const element = document.getElementById('payment-window');
  if (!element) throw new Error('the payment window is not there');
  return element;
};

/** Hides the window as its own code may do; without layout an element does not know whether it is seen. */
const hide = (change: (element: HTMLElement) => void) => () => {
  const element = paymentWindow();
  element.checkVisibility = () => false;
  change(element);
};

const ways: Record<string, () => void> = {
  'is removed': () => paymentWindow().remove(),
  'is hidden by its style': hide((element) => element.setAttribute('style', 'display: none')),
  'is hidden by its class': hide((element) => element.setAttribute('class', 'hidden')),
  'is hidden by an attribute': hide((element) => element.setAttribute('hidden', '')),
  'is hidden by a part of it': hide((element) => element.append(document.createElement('p'))),
  'is gone when the page has the focus again': hide(() => window.dispatchEvent(new Event('focus'))),
  'is gone when the page is shown again': hide(() => window.dispatchEvent(new Event('pageshow'))),
};

test.for(Object.entries(ways))(
  'a payment window that %s brings the form back after its grace',
  async ([, vanish], { open }) => {
    const page = await open('/register-re', 'registration');
    await openWindow(page);
    await page.clock.advance(2 * GRACE_MS);
    await page.screen.expectState('paying.open');
    vanish();
    await page.clock.advance(GRACE_MS - 1);
    await page.screen.expectState('paying.open');
    await page.clock.advance(1);
    await page.screen.expectState('paying.formShown.vanished');
    await page.screen.expectText(registrationMessages.vanished);
  },
);

test('a payment window that is shown again in time has not vanished, and its grace begins anew', async ({
  open,
}) => {
  const page = await open('/register-re', 'registration');
  await openWindow(page);
  const element = paymentWindow();
  for (let times = 0; times < 2; times += 1) {
    element.remove();
    await page.clock.advance(GRACE_MS - 1);
    document.body.append(element);
    await page.clock.advance(GRACE_MS);
    await page.screen.expectState('paying.open');
  }
});

const alertText = () =>
  document.querySelector('[data-flow="registration"] [role="alert"]')?.textContent?.replace(/\s+/g, ' ') ??
  '';

test('any failure that the provider reports is shown as a sentence, and the form is there again', async ({
  open,
}) => {
  const page = await open('/register-re', 'registration');
  await openWindow(page);
  const failures = fc.sample(
    fc.oneof(
      unusualValue,
      fc.record({ error: fc.oneof(unusualValue, fc.record({ description: unusualValue })) }),
    ),
    60,
  );
  for (const response of nonEmpty(failures)) {
    await page.checkout.perform({ type: 'report', event: 'failure', response });
    await page.screen.expectState('paying.formShown.declined');
    expect(alertText(), JSON.stringify(response)).toMatch(/^Payment failed: \S/);
    expect(alertText(), JSON.stringify(response)).not.toMatch(BROKEN);
  }
  const error = { description: ' Your bank is closed. ' };
  await page.checkout.perform({ type: 'report', event: 'failure', response: { error } });
  expect(alertText()).toBe('Payment failed: Your bank is closed.');
});

const PAYMENT = {
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: 'order_open',
  razorpay_signature: 'signed',
};

test.for([
  ['everything', PAYMENT],
  ['no order', { ...PAYMENT, razorpay_order_id: undefined }],
  ['no signature', { ...PAYMENT, razorpay_signature: '' }],
] as const)('a success with %s is registered', async ([, response], { open }) => {
  const page = await open('/register-re', 'registration');
  await openWindow(page);
  await page.checkout.perform({ type: 'report', event: 'success', response });
  await page.screen.expectState('registering');
  expect(await page.network.calls('/api/register')).toHaveLength(1);
});

test('a success without a payment of the open order is unclear, and nothing is registered', async ({
  open,
}) => {
  const page = await open('/register-re', 'registration');
  await openWindow(page);
  const ofAnotherOrder = fc.record({
    razorpay_payment_id: fc.oneof(unusualValue, fc.constant(PAYMENT.razorpay_payment_id)),
    razorpay_order_id: unusualValue.filter(
      (id) => (id ?? PAYMENT.razorpay_order_id) !== PAYMENT.razorpay_order_id,
    ),
    razorpay_signature: fc.oneof(unusualValue, fc.constant(PAYMENT.razorpay_signature)),
  });
  const responses = [undefined, null, {}, 'pay_1', { ...PAYMENT, razorpay_payment_id: '' }];
  for (const response of nonEmpty([...responses, ...fc.sample(ofAnotherOrder, 15)])) {
    await page.checkout.perform({ type: 'report', event: 'success', response });
    await page.screen.expectState('editing.unclear');
    expect(alertText(), JSON.stringify(response)).toBe(registrationMessages.unclear);
    for (const step of ['submitted: by the button', 'createOrder: an open order', 'loadCheckout: loaded'])
      await perform(registrationDriver, step, page);
  }
  expect(await page.network.calls('/api/register')).toEqual([]);
});

test.for([
  ['signed', 'order_open pay_1 signed'],
  ['~signed/+=', 'order_open pay_1 ~signed/+='],
  ['sign ed', null],
  ['प', null],
] as const)(
  'a payment with the signature "%s" is registered with the proof "%s"',
  async ([signature, proof], { open }) => {
    const page = await open('/register-re', 'registration');
    await openWindow(page);
    const fetching = vi.spyOn(globalThis, 'fetch');
    await page.checkout.perform({ type: 'pay', paymentId: 'pay_1', signature });
    await page.screen.expectState('registering');
    expect(new Headers(fetching.mock.lastCall?.[1]?.headers).get('x-payment-proof')).toBe(proof);
  },
);
