import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { CheckoutDriver } from '../pageDriver.ts';
import { fakeRazorpay } from '../razorpay.ts';
import { settle } from './settle.ts';

/** Collects the scripts that the page adds to its head, and runs the fake of the provider's. */
export function domCheckout(): CheckoutDriver & { reset: () => void } {
  const scripts: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node);
  });
  return {
    replyForScript: async (reply) => {
      const script = scripts.pop();
      if (!script) throw new Error('no request for the checkout script waits for a reply');
      if (reply === 'loaded') new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event(reply === 'not loaded' ? 'error' : 'load'));
      });
      await settle();
    },
    breakNextWindow: async () => {
      window.isCheckoutBroken = true;
    },
    perform: async (action) => {
      await act(async () => window.performInCheckout?.(action));
      await settle();
    },
    /** Forgets the scripts of a page that is left. */
    reset: () => {
      scripts.length = 0;
      delete window.Razorpay;
    },
  };
}
