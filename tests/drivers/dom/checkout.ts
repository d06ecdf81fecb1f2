import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { CheckoutDriver } from '../pageDriver.ts';
import { fakeRazorpay } from '../razorpay.ts';
import { settle } from './settle.ts';

export type DomCheckoutDriver = CheckoutDriver & {
  /** Runs the script of an earlier request, counted from 0, which a browser also does where the page has given it up. */
  runScript: (request: number) => Promise<void>;
  /** Returns the number of scripts that the page has not removed. */
  countScripts: () => number;
  reset: () => void;
};

/** Collects the scripts that the page adds to its head, and runs the fake of the provider's. */
export function domCheckout(): DomCheckoutDriver {
  const scripts: HTMLScriptElement[] = [];
  const requested: HTMLScriptElement[] = [];
  const onPage = new Set<HTMLScriptElement>();
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return;
    scripts.push(node);
    requested.push(node);
    onPage.add(node);
    vi.spyOn(node, 'remove').mockImplementation(() => onPage.delete(node));
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
    runScript: async (request) => {
      const script = requested[request];
      if (!script) throw new Error(`the checkout script was requested ${requested.length} times`);
      new Function(fakeRazorpay)();
      await act(async () => {
        script.dispatchEvent(new Event('load'));
      });
      await settle();
    },
    countScripts: () => onPage.size,
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
      requested.length = 0;
      onPage.clear();
      delete window.Razorpay;
    },
  };
}
