import type { CheckoutAction } from './pageDriver.ts';

/** The script that stands in for the provider's checkout.js. */
export { default as fakeRazorpay } from './razorpay.fake.js?raw';

declare global {
  interface Window {
    /** Acts in the payment window of the fake script. */
    performInCheckout?: (action: CheckoutAction) => void;
    /** Makes the constructor of the next payment window throw. */
    isCheckoutBroken?: boolean;
  }
}
