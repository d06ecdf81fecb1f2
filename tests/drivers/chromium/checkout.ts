import type { Page } from 'playwright-core';
import type { CheckoutDriver } from '../pageDriver.ts';
import { fakeRazorpay } from '../razorpay.ts';
import { PausedRequests } from './pausedRequests.ts';

const SCRIPT = 'checkout script';

/** Pauses the requests for the checkout script, and replies with the fake of it. */
export async function chromiumCheckout(page: Page): Promise<CheckoutDriver> {
  const paused = new PausedRequests(page);
  await page.context().route(/checkout\.js$/, (route) => paused.add(SCRIPT, route));
  return {
    replyForScript: async (reply) => {
      const route = await paused.take(SCRIPT);
      if (reply === 'not loaded') await route.abort('connectionreset');
      else
        await route.fulfill({ contentType: 'text/javascript', body: reply === 'loaded' ? fakeRazorpay : '' });
    },
    breakNextWindow: () =>
      page.evaluate(() => {
        window.isCheckoutBroken = true;
      }),
    perform: (action) => page.evaluate((performed) => window.performInCheckout?.(performed), action),
  };
}
