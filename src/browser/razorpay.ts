import { sanitizeExternalText } from '../../machines/shared/text.ts';
import { attempt } from './attempt.ts';

/** The options of the payment provider's checkout that we use. Spec §7, Payment provider checkout. */
type RazorpayOptions = {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  image: string;
  prefill: { name: string; email: string; contact: string };
  /** The provider stores them with the payment. */
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

/** Milliseconds between the removal of the checkout and `onVanish`, in which its last callback may still arrive. */
const CLOSE_GRACE_MS = 1_500;

/** The address of the checkout script, from the document. */
const checkoutScript = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="checkout-script"]')?.content ?? '';

/**
 * Loads the checkout script, unless it is loaded. Resolves with whether it has defined its global. Removes the script
 * again where it fails.
 *
 * @throws Error where the script does not load or the signal aborts.
 */
export function loadCheckoutScript(signal: AbortSignal): Promise<{ usable: boolean }> {
  if (window.Razorpay) return Promise.resolve({ usable: true });
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The checkout script did not load.'));
    };
    script.src = checkoutScript();
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

/** A successful payment as the provider reports it; the signature proves it. */
export type CheckoutSuccess = { paymentId: string; signature: string | null };

export type CheckoutListeners = {
  onSuccess: (success: CheckoutSuccess) => void;
  /** The checkout reports a success that names no payment, or another order. */
  onUnclear: () => void;
  /** The description is empty where the provider gives none. */
  onFailure: (description: string) => void;
  onDismiss: () => void;
  /** The checkout was removed from the page without a callback. */
  onVanish: () => void;
};

/**
 * Opens the provider's checkout for an order. Returns a function that closes it. Once it is being opened a payment may be
 * made: where the provider throws from then on, the checkout is reported as vanished.
 *
 * @throws Error where the script is not loaded, or the provider throws before the checkout is opened.
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
  const restoreDocument = saveDocument();
  const vanish = () => {
    restoreDocument();
    if (!hasReported) onVanish();
  };
  const stopWatching = watchCheckoutRemoval(vanish);
  try {
    checkout.open();
  } catch {
    vanish();
  }
  return () => {
    stopWatching();
    attempt(() => checkout.close?.());
    restoreDocument();
  };
}

/** A property of a value of the provider; undefined where it cannot be read. */
function propertyOf(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the parts of the document that the checkout changes while open. Returns a function that restores them. */
function saveDocument(): () => void {
  const styles = [document.documentElement, document.body].map(
    (element) => [element, element.getAttribute('style')] as const,
  );
  const tags = [...document.head.querySelectorAll('meta[name="viewport"], meta[name="theme-color"]')];
  return () => {
    for (const [element, style] of styles)
      if (style === null) element.removeAttribute('style');
      else element.setAttribute('style', style);
    for (const tag of tags) if (!tag.isConnected) document.head.append(tag);
  };
}

/** Parses the provider's report of a success; undefined where it names no payment, or another order. */
function parseSuccess(response: unknown, orderId: string): CheckoutSuccess | undefined {
  const paymentId = sanitizeExternalText(propertyOf(response, 'razorpay_payment_id'));
  const paidOrder = propertyOf(response, 'razorpay_order_id') ?? orderId;
  const signature = sanitizeExternalText(propertyOf(response, 'razorpay_signature')) ?? null;
  return paymentId !== undefined && paidOrder === orderId ? { paymentId, signature } : undefined;
}

/**
 * Calls `onRemoved` when the checkout has been shown and no longer is. The provider renders it as a sibling of the
 * root element, so it is any element that appears there from now on. Returns a function that stops watching.
 */
function watchCheckoutRemoval(onRemoved: () => void): () => void {
  const shownBefore = shownInBody();
  let checkout: readonly Element[] = [];
  let timer: number | undefined;
  const check = () => {
    const shown = shownInBody();
    if (checkout.length === 0) checkout = shown.filter((element) => !shownBefore.includes(element));
    window.clearTimeout(timer);
    const isRemoved = checkout.length > 0 && !shown.some((element) => checkout.includes(element));
    if (isRemoved) timer = window.setTimeout(onRemoved, CLOSE_GRACE_MS);
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
  return () => {
    observer.disconnect();
    window.removeEventListener('focus', check);
    window.removeEventListener('pageshow', check);
    window.clearTimeout(timer);
  };
}

/** The children of the body that are laid out. */
const shownInBody = (): Element[] =>
  [...document.body.children].filter((element) => element.getClientRects().length > 0);
