import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCheckout } from '../../src/browser/razorpay.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The payment window: what it is opened with, what it reports, and when it counts as vanished. */

const options = {
  ...{ key: 'rzp_key', amount: 200_000, currency: 'INR', order_id: 'order_1', name: 'Academy' },
  ...{ description: 'Course', image: '/icon.svg', prefill: { name: 'A', email: 'a@b.test', contact: '1' } },
  ...{ notes: { student: 'A' }, theme: { color: '#000' } },
};

type Given = typeof options & { handler: (response: unknown) => void; modal: { ondismiss: () => void } };

const GRACE_MS = 1_500;

let given: Given | undefined;
let fail: { event: string; listener: (response: unknown) => void } | undefined;
const [opened, closed] = [vi.fn(), vi.fn()];
const listeners = {
  ...{ onSuccess: vi.fn(), onUnclear: vi.fn(), onFailure: vi.fn(), onDismiss: vi.fn(), onVanish: vi.fn() },
};

/** Returns the reports so far, by their names. */
const reports = () =>
  Object.entries(listeners).flatMap(([name, { mock }]) => mock.calls.map((values) => [name, ...values]));

const provide = (canClose = true) =>
  vi.stubGlobal(
    'Razorpay',
    class {
      close = canClose ? closed : undefined;
      constructor(givenOptions: Given) {
        given = givenOptions;
      }
      on(event: string, listener: (response: unknown) => void) {
        fail = { event, listener };
      }
      open = opened;
    },
  );

/** What the provider renders beside the root element; happy-dom has no layout. */
let overlay: HTMLElement;
let isVisible = true;

/** Lets the observer of the page report. */
const observed = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  provide();
  document.body.innerHTML = '<div id="root"></div>';
  overlay = document.createElement('div');
  overlay.checkVisibility = () => isVisible;
  isVisible = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

test('without the script of the provider it is not opened', () => {
  vi.unstubAllGlobals();
  expect(() => openCheckout(options, listeners)).toThrow('The checkout script is not there.');
});

test('it is opened once, with the options of the order', () => {
  const close = openCheckout(options, listeners);
  expect(given).toMatchObject(options);
  expect(opened).toHaveBeenCalledOnce();
  expect(fail?.event).toBe('payment.failed');
  expect(closed).not.toHaveBeenCalled();
  close();
  expect(closed).toHaveBeenCalledOnce();
  expect(reports()).toEqual([]);
});

test('a window that cannot be closed is left', () => {
  provide(false);
  const close = openCheckout(options, listeners);
  expect(opened).toHaveBeenCalledOnce();
  expect(close).not.toThrow();
});

const paid = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'signed' };

test.each([
  ['everything', paid, ['onSuccess', { paymentId: 'pay_1', signature: 'signed' }]],
  [
    'no order',
    { ...paid, razorpay_order_id: undefined },
    ['onSuccess', { paymentId: 'pay_1', signature: 'signed' }],
  ],
  [
    'no signature',
    { ...paid, razorpay_signature: '' },
    ['onSuccess', { paymentId: 'pay_1', signature: null }],
  ],
  ['another order', { ...paid, razorpay_order_id: 'order_2' }, ['onUnclear']],
  ['no payment', { ...paid, razorpay_payment_id: '' }, ['onUnclear']],
  ['a text', 'pay_1', ['onUnclear']],
  ['null', null, ['onUnclear']],
  ['nothing', undefined, ['onUnclear']],
])('a success with %s', (_, response, report) => {
  openCheckout(options, listeners)();
  given?.handler(response);
  expect(reports()).toEqual([report]);
});

test.each([
  ['a description', { error: { description: ' Declined by the bank ' } }, 'Declined by the bank'],
  ['none', { error: {} }, ''],
  ['no error', {}, ''],
  ['null', { error: null }, ''],
])('a failure with %s', (_, response, description) => {
  openCheckout(options, listeners)();
  fail?.listener(response);
  expect(reports()).toEqual([['onFailure', description]]);
});

test('a window that is dismissed is reported as dismissed', () => {
  openCheckout(options, listeners)();
  given?.modal.ondismiss();
  expect(reports()).toEqual([['onDismiss']]);
});

describe('a window that vanishes', () => {
  let close: () => void;

  /** Opens the window, and shows it. */
  async function show() {
    close = openCheckout(options, listeners);
    document.body.append(overlay);
    await observed();
  }

  const ways = {
    'is removed': () => overlay.remove(),
    'is hidden by its style': () => {
      isVisible = false;
      overlay.setAttribute('style', 'display: none');
    },
    'is hidden by its class': () => {
      isVisible = false;
      overlay.setAttribute('class', 'hidden');
    },
    'is hidden by an attribute': () => {
      isVisible = false;
      overlay.setAttribute('hidden', '');
    },
    'is a dialog that is closed': () => {
      isVisible = false;
      overlay.removeAttribute('open');
    },
    'is gone when the window has the focus again': () => {
      isVisible = false;
      window.dispatchEvent(new Event('focus'));
    },
    'is gone when the page is shown again': () => {
      isVisible = false;
      window.dispatchEvent(new Event('pageshow'));
    },
  };

  test.each(Object.entries(ways))('%s: reported after its grace, once', async (_, vanish) => {
    overlay.setAttribute('open', '');
    await show();
    vanish();
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    expect(reports()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reports()).toEqual([['onVanish']]);
    close();
  });

  test('within another element: the change is seen all the same', async () => {
    const inner = document.createElement('p');
    overlay.append(inner);
    await show();
    isVisible = false;
    inner.className = 'closed';
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(reports()).toEqual([['onVanish']]);
    close();
  });

  test('not before it was ever shown', async () => {
    close = openCheckout(options, listeners);
    for (const [, happens] of nonEmpty(Object.entries(ways).slice(-2))) happens();
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(reports()).toEqual([]);
    close();
  });

  test('it was there already when it was opened', async () => {
    document.body.append(overlay);
    close = openCheckout(options, listeners);
    overlay.remove();
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(reports()).toEqual([['onVanish']]);
    close();
  });

  test('not where it is shown again in time; the grace begins anew with each change', async () => {
    await show();
    overlay.remove();
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    document.body.append(overlay);
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(reports()).toEqual([]);
    overlay.remove();
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(GRACE_MS - 1);
    expect(reports()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reports()).toEqual([['onVanish']]);
    close();
  });

  test.each([
    ['paid', () => given?.handler(paid), 'onSuccess'],
    ['dismissed', () => given?.modal.ondismiss(), 'onDismiss'],
  ])('not where it was %s', async (_, ends, report) => {
    await show();
    overlay.remove();
    await observed();
    ends();
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(reports().map(([name]) => name)).toEqual([report]);
    close();
  });

  test('a declined payment is no end: what vanishes after it is reported', async () => {
    await show();
    fail?.listener({});
    overlay.remove();
    await observed();
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(reports().map(([name]) => name)).toEqual(['onFailure', 'onVanish']);
    close();
  });

  test('nothing is watched any more once it was closed', async () => {
    await show();
    overlay.remove();
    await observed();
    const stopped = [
      vi.spyOn(window, 'removeEventListener'),
      vi.spyOn(MutationObserver.prototype, 'disconnect'),
    ];
    close();
    expect(vi.getTimerCount()).toBe(0);
    expect(stopped[0]?.mock.calls.map(([type]) => type)).toEqual(['focus', 'pageshow']);
    expect(stopped[1]).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('pageshow'));
    document.body.append(overlay);
    overlay.remove();
    await vi.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(reports()).toEqual([]);
  });
});
