import type { Locator, Page, Request, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { FormValues } from '../../machines/checks/checks.types.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import type { CheckoutAction } from '../drivers/pageDriver.ts';
import fakeRazorpay from '../drivers/razorpay.fake.js?raw';

/** Fills in the form below an element, by the names of its controls; a boolean is for a checkbox. */
export async function fillForm(root: Locator, values: Readonly<FormValues>): Promise<void> {
  const choices = await root
    .locator('form select')
    .evaluateAll((all) => all.map((select) => select.getAttribute('name')));
  for (const [name, value] of Object.entries(values)) {
    const control = root.locator(`form [name="${name}"]`);
    if (typeof value === 'boolean') await control.setChecked(value);
    else if (choices.includes(name)) await control.selectOption(value);
    else await control.fill(value);
  }
}

/** A response of the hosted service. */
export type Reply = { status: number; contentType: string; body: string };

export const json = (status: number, body: unknown): Reply => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Pauses the calls that a page makes to a path, until the test responds to them one by one. */
export async function pauseCalls(page: Page, path: string) {
  const waiting: Route[] = [];
  const requests: Request[] = [];
  await page.route(`**${path}`, (route) => {
    requests.push(route.request());
    waiting.push(route);
  });
  const next = async (): Promise<Route> => {
    await expect.poll(() => waiting.length, { message: `a call to ${path}` }).toBeGreaterThan(0);
    const route = waiting.shift();
    if (!route) throw new Error(`no call to ${path} waits for a response`);
    return route;
  };
  return {
    requests,
    isCalled: () => expect.poll(() => waiting.length, { message: `a call to ${path}` }).toBe(1),
    respond: async (reply: Reply) => (await next()).fulfill(reply),
  };
}

/** A form as a visitor meets it on its page. */
export type Form = {
  flow: string;
  page: string;
  call: string;
  /** The values to fill in, by the names of the controls; with them the form is complete. */
  values: FormValues;
  button: string;
  /** The report of a success; none where the form is replaced by another page. */
  sent?: string;
  /** Brings the form into view. */
  show?: (page: Page) => Promise<void>;
};

export const contactForm: Form & { sent: string } = {
  flow: 'contact',
  page: '/contact',
  call: '/api/contact',
  values: {
    name: 'Asha Verma',
    email: 'asha@example.com',
    phone: '9876543210',
    message: 'When does Grade 8 start?\nAnd at what time?',
  },
  button: 'Send Message',
  sent: 'Message sent successfully!',
};

export const callBackForm: Form & { sent: string } = {
  flow: 'callBack',
  page: '/privacy',
  call: '/api/inquiry',
  values: { name: 'Meena Sharma', phone: '9988776655', messageUser: 'Please call after 6 pm.' },
  button: 'Request a Call Back',
  sent: 'Inquiry submitted successfully!',
  show: (page) => page.getByRole('button', { name: 'Get a Call Back', exact: true }).click(),
};

export const scholarshipForm: Form & { sent: string } = {
  flow: 'scholarship',
  page: '/applyPath',
  call: '/api/apply',
  values: {
    name: 'Ravi Kumar',
    grade: 'Grade 8',
    course: 'Science Concepts',
    phone: '9123456780',
    city: 'Patna',
  },
  button: 'Submit Application',
  sent: 'Application submitted successfully!',
};

export const applicationForm: Form = {
  flow: 'jobApplication',
  page: '/careers',
  call: '/api/apply',
  values: { name: 'Asha Verma', email: 'asha@example.com', phone: '9876543210' },
  button: 'Submit Application',
  show: (page) => page.getByRole('button', { name: 'Apply Now' }).first().click(),
};

export const registrationForm: Form = {
  flow: 'registration',
  page: '/register-re',
  call: '/create-order',
  values: registrationCases.events.changed['everything valid'].values,
  button: 'Register and pay ₹2000',
};

/** Shows a form on its page to a visitor, whose alert boxes are accepted. */
export async function openForm(page: Page, form: Form) {
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(form.page);
  const root = page.locator(`[data-flow="${form.flow}"]`);
  await root.waitFor({ state: 'attached' });
  await form.show?.(page);
  const button = root.getByRole('button', { name: form.button, exact: true });
  return {
    page,
    root,
    button,
    control: (name: string) => root.locator(`form [name="${name}"]`),
    fill: (values: FormValues = form.values) => fillForm(root, values),
    submit: () => button.click(),
    isSent: () =>
      root
        .getByRole('status')
        .getByText(form.sent ?? '', { exact: true })
        .waitFor(),
  };
}

/** The typed and selected values; with the terms accepted the form is complete. Spec §3, Student registration. */
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

/** Opens the registration on a page, with paused calls and the fake checkout. */
export async function openRegistration(page: Page) {
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
