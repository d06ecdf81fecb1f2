import type { BrowserContextOptions, Page } from 'playwright-core';
import type { CheckoutAction } from '../../drivers/pageDriver.ts';
import { fakeRazorpay } from '../../drivers/razorpay.ts';
import type { sharedBrowser } from '../browser.ts';
import { json, pauseCalls } from './pausedCalls.ts';

/** What is typed and chosen; with the terms accepted the form is complete. Spec §3, Student registration. */
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

/** A visitor who registers a student, with the calls held and a checkout that does what it is told. */
export const registrant = async (
  newPage: ReturnType<typeof sharedBrowser>['newPage'],
  options: BrowserContextOptions = {},
) => registrantOn(await newPage(options));

/** The same on a page that is there. */
export async function registrantOn(page: Page) {
  const orders = await pauseCalls(page, '/create-order');
  const registrations = await pauseCalls(page, '/api/register');
  await page.route('**/checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeRazorpay }),
  );
  await page.goto('/register-re');
  const root = page.locator('[data-flow="registration"]');
  const control = (name: string) => root.locator(`form [name="${name}"]`);
  const fill = async (values: Partial<typeof details> = details) => {
    for (const [name, value] of Object.entries(values)) {
      const isChoice = await control(name).evaluate((element) => element instanceof HTMLSelectElement);
      await (isChoice ? control(name).selectOption(value) : control(name).fill(value));
    }
  };
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
    /** Goes on until the payment window is open. */
    openCheckout: async () => {
      await fill();
      await control('acceptTerms').check();
      await submit();
      await orders.respond(json(200, { success: true, order }));
      await page.getByText('Payment window', { exact: true }).waitFor();
    },
  };
}
