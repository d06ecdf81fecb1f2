import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { FEE, isOrderValid } from '../../machines/registration/registration.rules.ts';
import { freezeTab, setClock } from '../drivers/dom/domEnvironment.ts';
import type { DomPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform } from '../drivers/driver.ts';
import type { Reply } from '../drivers/pageDriver.ts';
import fakeRazorpay from '../drivers/razorpay.fake.js?raw';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { type CheckoutCause, type CheckoutStored, checkoutFaults } from '../support/faults/checkoutFaults.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { BROKEN, test, unusualValue } from './fixtures.ts';

/**
 * The order, the provider's script and its payment window. Each may respond with anything, late, or not at all.
 */

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

/** Hides the window as its own code may do; without layout an element does not know whether it is visible. */
const hide = (change: (element: HTMLElement) => void) => () => {
  const element = paymentWindow();
  Object.defineProperty(element, 'getClientRects', { value: () => [] });
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

test('a payment window shown again in time has not vanished', async ({ open }) => {
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

test('any failure of the provider becomes a sentence above the form', async ({ open }) => {
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

test('a success without the open order’s payment is unclear and registers nothing', async ({ open }) => {
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
    const headers = new Headers(fetching.mock.lastCall?.[1]?.headers);
    expect(headers.get('x-payment-proof')).toBe(proof);
    expect(headers.get('x-terms-version')).toBe('2025-08-01');
  },
);

const broken = () => {
  throw new Error('The provider broke.');
};

/** Replies with a script of whose window a method does its work and then throws. */
const loadBroken = (method: 'on' | 'open' | 'close') => async (page: DomPageDriver) => {
  new Function(fakeRazorpay)();
  const Working = window.Razorpay;
  if (!Working) throw new Error('the checkout script defines no global');
  window.Razorpay = class extends Working {
    constructor(...options: ConstructorParameters<NonNullable<typeof window.Razorpay>>) {
      super(...options);
      const checkout: Record<string, unknown> = Object(this);
      const work = checkout[method];
      checkout[method] = (...given: unknown[]) => {
        if (typeof work === 'function') work(...given);
        broken();
      };
    }
  };
  // The driver would run the working script.
  await page.checkout.replyForScript('without its global');
};

/** Reports a response with a property that throws. */
const reportBroken = (event: 'success' | 'failure', property: string) => (page: DomPageDriver) =>
  page.checkout.perform({
    type: 'report',
    event,
    response: Object.defineProperty({}, property, { get: broken }),
  });

const HOUR_MS = 60 * 60 * 1000;

const causes: Record<Exclude<CheckoutCause, `${number} s pass`>, (page: DomPageDriver) => Promise<void>> = {
  'the first script comes': ({ checkout }) => checkout.runScript(0),
  'the second script comes': ({ checkout }) => checkout.runScript(1),
  'another success is reported': ({ checkout }) =>
    checkout.perform({ type: 'pay', paymentId: 'pay_second', signature: 'signed too' }),
  'the clock is set back by a day': async () => setClock(-24 * HOUR_MS),
  'the tab is frozen and restored': (page) => freezeTab(page, HOUR_MS),
  'an extension adds an element': async () => document.body.append(document.createElement('screen-recorder')),
  'the window locks the page': async () => {
    document.body.style.overflow = 'hidden';
  },
  'a script comes whose on() throws': loadBroken('on'),
  'a script comes whose open() throws': loadBroken('open'),
  'a script comes whose close() throws': loadBroken('close'),
  'a success that throws is reported': reportBroken('success', 'razorpay_payment_id'),
  'a failure that throws is reported': reportBroken('failure', 'error'),
};

const causeOf = new Map(Object.entries(causes));

async function take(step: string, page: DomPageDriver): Promise<void> {
  const [, seconds] = /^(\d+) s pass$/.exec(step) ?? [];
  if (seconds) return page.clock.advance(Number(seconds) * 1000);
  const cause = causeOf.get(step);
  await (cause ? cause(page) : perform(registrationDriver, step, page));
}

async function storedBy({ checkout, network }: DomPageDriver): Promise<CheckoutStored> {
  const countCalls = async (path: string) => (await network.calls(path)).length;
  const saved = JSON.parse(sessionStorage.getItem('registration') ?? 'null');
  return {
    scripts: checkout.countScripts(),
    windows: document.querySelectorAll('#payment-window').length,
    calls: {
      '/create-order': await countCalls('/create-order'),
      '/api/register': await countCalls('/api/register'),
    },
    paymentId: saved.draft.paymentId,
  };
}

test.for(Object.entries(checkoutFaults))(
  'page, calls and draft are right when %s',
  async ([, { steps, state, text, stored }], { open }) => {
    const page = await open('/register-re', 'registration');
    const untilOrder = [
      'draftFound: an order saved',
      'submitted: by the button',
      'createOrder: an open order',
    ];
    for (const step of [...untilOrder, ...steps]) await take(step, page);
    await page.screen.expectState(state);
    if (text !== null) await page.screen.expectText(text);
    const alert = document.querySelector('[data-flow="registration"] [role="alert"]');
    expect(alert?.textContent ?? '').toBeOneOf(['', text]);
    expect(await storedBy(page)).toEqual(stored);
    expect(document.body.style.overflow, 'the page scrolls').toBe('');
  },
);

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

test('only a response with an order of the fee opens the payment window', async ({ open }) => {
  const page = await open('/register-re', 'registration');
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

const overtakings = [0, 1, 2].flatMap((first) =>
  [0, 1, 2].filter((each) => each !== first).map((second) => [first, second, 3 - first - second]),
);

test.for(overtakings)(
  'answers that overtake each other, %i, %i, %i, pay the last order in one window',
  async (sequence, { open }) => {
    const page = await open('/register-re', 'registration');
    const performStep = (step: string) => perform(registrationDriver, step, page);
    const state = () => document.querySelector('[data-flow="registration"]')?.getAttribute('data-state');

    /** Submits three times, twice until the time is over, and answers the three calls in the sequence. */
    async function overtake(path: string, replies: readonly Reply[]): Promise<void> {
      for (const { index } of nonEmpty(replies.map((_, index) => ({ index })))) {
        await performStep('submitted: by the button');
        if (index < 2) await page.clock.advance(60_000);
      }
      for (const index of nonEmpty(sequence)) {
        const before = state();
        const reply = replies[index] ?? 'disconnected';
        if (index === 2) await page.network.reply(path, reply);
        else await page.network.replyLate(path, reply);
        expect(state() === before, `answer ${index} changes nothing`).toBe(index !== 2);
      }
    }

    const orderAnswer = (id: string) => ({
      status: 200,
      json: { success: true, order: { ...VALID_ORDER, id } },
    });
    await performStep('draftFound: an order saved');
    await overtake('/create-order', [
      orderAnswer('order_first'),
      orderAnswer('order_second'),
      orderAnswer(VALID_ORDER.id),
    ]);
    await performStep('loadCheckout: loaded');
    expect(document.querySelectorAll('#payment-window')).toHaveLength(1);
    await page.checkout.perform({ type: 'pay', paymentId: 'pay_1', signature: 'signed' });
    await page.clock.advance(60_000);
    await page.network.replyLate('/api/register', {
      status: 409,
      json: { success: false, error: 'Too late.' },
    });
    const stored = { status: 200, json: { success: true } };
    await overtake('/api/register', [{ status: 500, json: {} }, stored, stored]);
    await page.screen.expectState('registered');
    expect((await storedBy(page)).calls).toEqual({ '/create-order': 3, '/api/register': 4 });
  },
);
