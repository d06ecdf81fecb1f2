import { foreignText } from '../../machines/text.ts';

/** The provider's checkout, as far as we use it. */
type RazorpayOptions = {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  image: string;
  prefill: { name: string; email: string; contact: string };
  /** Stored with the payment. */
  notes: Readonly<Record<string, string>>;
  theme: { color: string };
  handler: (response: unknown) => void;
  modal: { ondismiss: () => void };
};

type RazorpayWindow = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (response: unknown) => void) => void;
};

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayWindow;
  }
}

/** How long a window may be gone before it counts as gone without a word: its last message may still be on the way. */
const GRACE = 1_500;

/**
 * Loads the checkout script, once. Resolves with whether it brought its global; rejects when it does not load.
 * A try that fails leaves nothing behind.
 */
export function loadCheckoutScript(signal: AbortSignal): Promise<{ usable: boolean }> {
  if (window.Razorpay) return Promise.resolve({ usable: true });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = () => {
      script.remove();
      reject(new Error('The checkout script did not load.'));
    };
    script.src = import.meta.env.VITE_CHECKOUT_SCRIPT;
    script.onerror = giveUp;
    script.onload = () => {
      const usable = typeof window.Razorpay === 'function';
      if (!usable) script.remove();
      resolve({ usable });
    };
    signal.addEventListener('abort', giveUp);
    document.head.append(script);
  });
}

/** What the provider says of a payment; its signature proves it. */
export type CheckoutSuccess = { paymentId: string; signature: string | null };

export type CheckoutListeners = {
  onSuccess: (success: CheckoutSuccess) => void;
  /** The window reports a success that names no payment, or that is about another order. */
  onUnclear: () => void;
  /** The description is empty where the provider gives none. */
  onFailure: (description: string) => void;
  onDismiss: () => void;
  /** The window has left the page and told nobody. */
  onVanish: () => void;
};

/**
 * Opens the provider's window for an order; returns how to close it.
 * Throws where the provider does, and where its script is not there.
 */
export function openCheckout(
  options: Omit<RazorpayOptions, 'handler' | 'modal'>,
  { onSuccess, onUnclear, onFailure, onDismiss, onVanish }: CheckoutListeners,
): () => void {
  if (!window.Razorpay) throw new Error('The checkout script is not there.');
  let told = false;
  const checkout = new window.Razorpay({
    ...options,
    handler: (response) => {
      told = true;
      const success = successIn(response, options.order_id);
      if (success) onSuccess(success);
      else onUnclear();
    },
    modal: {
      ondismiss: () => {
        told = true;
        onDismiss();
      },
    },
  });
  checkout.on('payment.failed', (response) =>
    onFailure(foreignText(valueIn(valueIn(response, 'error'), 'description')) ?? ''),
  );
  checkout.open();
  const unwatch = whenGone(() => {
    if (!told) onVanish();
  });
  return () => {
    unwatch();
    told = true;
    checkout.close?.();
  };
}

const valueIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** What the provider says of a payment of an order; undefined where it names no payment, or another order. */
function successIn(response: unknown, orderId: string): CheckoutSuccess | undefined {
  const paymentId = foreignText(valueIn(response, 'razorpay_payment_id'));
  const paidOrder = valueIn(response, 'razorpay_order_id') ?? orderId;
  const signature = foreignText(valueIn(response, 'razorpay_signature')) ?? null;
  return paymentId !== undefined && paidOrder === orderId ? { paymentId, signature } : undefined;
}

/** Calls `gone` once what another script shows beside our page has been there and is there no more. */
function whenGone(gone: () => void): () => void {
  let wasShown = false;
  let timer: number | undefined;
  const look = () => {
    const isShown = isAnotherWindowShown();
    wasShown ||= isShown;
    window.clearTimeout(timer);
    if (wasShown && !isShown) timer = window.setTimeout(gone, GRACE);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'open', 'hidden'],
  });
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', look);
  look();
  return () => {
    observer.disconnect();
    window.removeEventListener('focus', look);
    window.removeEventListener('pageshow', look);
    window.clearTimeout(timer);
  };
}

/** The provider puts its window beside the element that holds our page. */
function isAnotherWindowShown(): boolean {
  return [...document.body.children].some((element) => element.id !== 'root' && element.checkVisibility());
}
