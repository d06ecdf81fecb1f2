import type { BrowserContextOptions, Page } from 'playwright-core';
import type { CheckoutAction } from '../../drivers/pageDriver.ts';
import { fakeRazorpay } from '../../drivers/razorpay.ts';
import type { sharedBrowser } from '../browser.ts';
import { fillForm } from '../fillForm.ts';
import { json, pauseCalls } from './pausedCalls.ts';

/** The values that are typed and selected; with the terms accepted the form is complete. Spec §3, Student registration. */
export const details = {
  name: 'Asha Verma',
  father: 'Ramesh Verma',
  mother: 'Sunita Verma',
  grade: '8th',
  course: 'Math Problem Solving',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Jaipur',
  refrence: '9123456780',
  refrenceSt: '9123456781',
};

/** The order of the hosted service. Spec §3, Payment order. */
export const order = { id: 'order_1', amount: 200_000, currency: 'INR', key: 'rzp_key_1' };

/** Opens the registration for a visitor, with paused calls and the fake checkout. */
export const registrant = async (
  newPage: ReturnType<typeof sharedBrowser>['newPage'],
  options: BrowserContextOptions = {},
) => registrantOn(await newPage(options));

/** Opens the registration as `registrant` does, on a page. */
export async function registrantOn(page: Page) {
  const orders = await pauseCalls(page, '/create-order');
  const registrations = await pauseCalls(page, '/api/register');
  await page.route('**/checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeRazorpay }),
  );
  await page.goto('/register-re');
  const root = page.locator('[data-flow="registration"]');
  const control = (name: string) => root.locator(`form [name="${name}"]`);
  const fill = (values: Partial<typeof details> = details) => fillForm(root, values);
  const submit = () => root.getByRole('button', { name: 'Register and pay ₹2000', exact: true }).click();
  return {
    page,
    root,
    orders,
    registrations,
    control,
    fill,
    submit,
    inCheckout: (action: CheckoutAction) =>
      page.evaluate((performed) => window.performInCheckout?.(performed), action),
    error: (text: string) => root.getByRole('alert').getByText(text, { exact: true }).waitFor(),
    /** Fills in and submits the form, and waits until the payment window is open. */
    openCheckout: async () => {
      await fill();
      await control('acceptTerms').check();
      await submit();
      await orders.respond(json(200, { success: true, order }));
      await page.getByText('Payment window', { exact: true }).waitFor();
    },
  };
}
