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
  theme: { color: string };
  handler: (response: { razorpay_payment_id: string }) => void;
  modal: { ondismiss: () => void };
};

type RazorpayWindow = {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (response: { error: { description: string } }) => void) => void;
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

export type CheckoutListeners = {
  onSuccess: (paymentId: string) => void;
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
  { onSuccess, onFailure, onDismiss, onVanish }: CheckoutListeners,
): () => void {
  if (!window.Razorpay) throw new Error('The checkout script is not there.');
  let told = false;
  const checkout = new window.Razorpay({
    ...options,
    handler: ({ razorpay_payment_id }) => {
      told = true;
      onSuccess(razorpay_payment_id);
    },
    modal: {
      ondismiss: () => {
        told = true;
        onDismiss();
      },
    },
  });
  checkout.on('payment.failed', ({ error }) => onFailure(error.description));
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
