import { sanitizeExternalText } from '../../machines/text.ts';

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

type RazorpayCheckout = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (response: unknown) => void) => void;
};

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayCheckout;
  }
}

/** Milliseconds between the checkout's removal and `onVanish`: its last callback may still be on the way. */
const CLOSE_GRACE_MS = 1_500;

/**
 * Loads the checkout script, once. Resolves with whether it brought its global; rejects when it does not load.
 * A try that fails leaves nothing behind.
 */
export function loadCheckoutScript(signal: AbortSignal): Promise<{ usable: boolean }> {
  if (window.Razorpay) return Promise.resolve({ usable: true });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The checkout script did not load.'));
    };
    script.src = import.meta.env.VITE_CHECKOUT_SCRIPT;
    script.onerror = fail;
    script.onload = () => {
      const usable = typeof window.Razorpay === 'function';
      if (!usable) script.remove();
      resolve({ usable });
    };
    signal.addEventListener('abort', fail);
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
  /** The checkout was removed from the page without a callback. */
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
  let hasReported = false;
  const checkout = new window.Razorpay({
    ...options,
    handler: (response) => {
      hasReported = true;
      const success = parseSuccess(response, options.order_id);
      if (success) onSuccess(success);
      else onUnclear();
    },
    modal: {
      ondismiss: () => {
        hasReported = true;
        onDismiss();
      },
    },
  });
  checkout.on('payment.failed', (response) =>
    onFailure(sanitizeExternalText(propertyOf(propertyOf(response, 'error'), 'description')) ?? ''),
  );
  checkout.open();
  const stopWatching = watchCheckoutRemoval(() => {
    if (!hasReported) onVanish();
  });
  return () => {
    stopWatching();
    hasReported = true;
    checkout.close?.();
  };
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** What the provider says of a payment of an order; undefined where it names no payment, or another order. */
function parseSuccess(response: unknown, orderId: string): CheckoutSuccess | undefined {
  const paymentId = sanitizeExternalText(propertyOf(response, 'razorpay_payment_id'));
  const paidOrder = propertyOf(response, 'razorpay_order_id') ?? orderId;
  const signature = sanitizeExternalText(propertyOf(response, 'razorpay_signature')) ?? null;
  return paymentId !== undefined && paidOrder === orderId ? { paymentId, signature } : undefined;
}

/** Calls `onRemoved` once the checkout has been shown and is no longer shown. Returns how to stop. */
function watchCheckoutRemoval(onRemoved: () => void): () => void {
  let wasShown = false;
  let timer: number | undefined;
  const check = () => {
    const isShown = isCheckoutShown();
    wasShown ||= isShown;
    window.clearTimeout(timer);
    if (wasShown && !isShown) timer = window.setTimeout(onRemoved, CLOSE_GRACE_MS);
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'open', 'hidden'],
  });
  window.addEventListener('focus', check);
  window.addEventListener('pageshow', check);
  check();
  return () => {
    observer.disconnect();
    window.removeEventListener('focus', check);
    window.removeEventListener('pageshow', check);
    window.clearTimeout(timer);
  };
}

/** The provider renders its checkout as a sibling of the root element. */
function isCheckoutShown(): boolean {
  return [...document.body.children].some((element) => element.id !== 'root' && element.checkVisibility());
}
