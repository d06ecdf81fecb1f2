import { expect, onTestFinished, test, vi } from 'vitest';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { jobApplicationMessages } from '../../machines/jobApplication/jobApplication.messages.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { receiptText, registrationSummary } from '../../src/content/registration.ts';
import { domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { perform } from '../drivers/driver.ts';
import {
  callBackDriver,
  contactDriver,
  jobApplicationDriver,
  newsletterDriver,
  scholarshipDriver,
} from '../drivers/forms.driver.ts';
import { registrationDriver } from '../drivers/registration.driver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/** The values of a visitor are shown and sent at their labels. */

const { events, outcomes } = registrationCases;
const values = events.changed['everything valid'].values;
const order = outcomes.createOrder['an open order'].output;
const payment = events.paymentSucceeded['the customer pays'];

/** The values of a list of labels and values on the page. */
function labelledValues(heading: string): Record<string, string> {
  const list = document.querySelector(`[aria-labelledby="${heading}"] dl`);
  const rows = [...(list?.children ?? [])].map(({ children }) =>
    [...children].map((part) => part.textContent),
  );
  return Object.fromEntries(rows);
}

const summary = {
  [registrationSummary.student]: 'Asha Verma, 8th grade',
  [registrationSummary.course]: 'Math Problem Solving',
  [registrationSummary.phone]: '9876543210',
  [registrationSummary.email]: 'asha@example.com',
  [registrationSummary.parents]: '9123456780, 9123456781',
};

/** The registration as the tab keeps it, for its receipt. */
const keptReceipt = {
  [receiptText.fee]: '₹2000',
  [receiptText.date]: '3 February 2026',
  [receiptText.reference]: 'pay_now',
  [receiptText.student]: 'Asha Verma, 8th grade',
  [receiptText.course]: 'Math Problem Solving',
};

const receipt = { ...keptReceipt, [receiptText.confirmation]: 'asha@example.com' };

test('a registration is checked, paid and receipted with the given values', async () => {
  const page = domPageDriver('registration');
  onTestFinished(page.close);
  // The next day in India, and in no zone west of it.
  vi.setSystemTime(new Date('2026-02-02T20:00:00Z'));
  await page.browser.open('/register-re');
  await perform(registrationDriver, 'changed: phones pasted with country code', page);
  await page.user.fill('Full Name', ` ${values.name} `);
  await page.user.fill('City', ` ${values.city} `);
  expect(labelledValues('registration-summary'), 'the check before paying').toEqual(summary);

  await perform(registrationDriver, 'submitted: by the button', page);
  expect(await page.network.calls('/create-order')).toEqual([
    { amount: 2000, currency: 'INR', receipt_email: values.email },
  ]);
  await perform(registrationDriver, 'createOrder: an open order', page);
  await perform(registrationDriver, 'loadCheckout: loaded', page);
  expect(Reflect.get(window, 'checkoutOptions'), 'the payment window').toEqual({
    key: order.key,
    amount: 200_000,
    currency: 'INR',
    order_id: order.id,
    name: 'Future Ready Academy',
    description: 'Course registration',
    image: expect.stringMatching(/\/icon\.svg$/),
    prefill: { name: values.name, email: values.email, contact: values.phone },
    notes: { student: values.name, phone: values.phone, course: values.course },
    theme: { color: expect.any(String) },
    modal: {},
  });

  const fetching = vi.spyOn(globalThis, 'fetch');
  await perform(registrationDriver, 'paymentSucceeded: the customer pays', page);
  expect(await page.network.calls('/api/register')).toEqual([{ ...values, paymentStatus: 'paid' }]);
  expect(new Headers(fetching.mock.lastCall?.[1]?.headers).get('x-payment-proof')).toBe(
    `${order.id} ${payment.paymentId} ${payment.signature}`,
  );
  await perform(registrationDriver, 'register: stored', page);
  expect(labelledValues('receipt'), 'the receipt').toEqual(receipt);
  const kept = sessionStorage.getItem('registration') ?? '';
  const { acceptTerms: _, ...typed } = values;
  const given = nonEmpty([...Object.values(typed), order.id, payment.signature]);
  expect(given.filter((value) => kept.includes(value ?? ''))).toEqual([
    values.name,
    values.grade,
    values.course,
  ]);

  vi.setSystemTime(new Date('2026-02-03T19:00:00Z'));
  await page.browser.open('/register-re');
  expect(labelledValues('receipt'), 'the receipt on the next day').toEqual(keptReceipt);
  await perform(registrationDriver, 'receiptCleared: by the button', page);
  expect(sessionStorage.getItem('registration')).toBeNull();
});

test.each([
  ['contact', '/contact', contactDriver, [], '/api/contact', contactCases.events.changed['everything valid']],
  [
    'callBack',
    '/shipping',
    callBackDriver,
    ['opened: by click'],
    '/api/inquiry',
    callBackCases.events.changed['everything valid'],
  ],
  [
    'scholarship',
    '/applyPath',
    scholarshipDriver,
    [],
    '/api/apply',
    scholarshipCases.events.changed['everything valid'],
  ],
] as const)(
  '%s: each value that is typed at its label is sent under its name',
  async (flow, path, driver, before, call, given) => {
    const page = domPageDriver(flow);
    onTestFinished(page.close);
    await page.browser.open(path);
    for (const step of before) await perform(driver, step, page);
    await perform(driver, 'changed: everything valid', page);
    await perform(driver, 'submitted: by the button', page);
    expect(await page.network.calls(call)).toEqual([given.values]);
  },
);

test.each([
  [
    'jobApplication',
    '/careers',
    jobApplicationDriver,
    ['opened: for Math Tutor', 'changed: with a cover letter', 'fileChosen: PDF'],
    { state: 'closed', alerts: [jobApplicationMessages.thanks('Math Tutor')] },
  ],
  [
    'newsletter',
    '/shipping',
    newsletterDriver,
    ['changed: an e-mail address'],
    { state: 'done', alerts: [] },
  ],
] as const)('%s: nothing that is typed is sent', async (flow, path, driver, steps, done) => {
  const page = domPageDriver(flow);
  onTestFinished(page.close);
  const [fetching, beacon] = [vi.spyOn(globalThis, 'fetch'), vi.fn()];
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { sendBeacon: beacon }));
  await page.browser.open(path);
  for (const step of steps) await perform(driver, step, page);
  await perform(driver, 'submitted: by the button', page);
  expect({ state: await page.screen.state(), alerts: await page.browser.alerts() }).toEqual(done);
  expect(sessionStorage.getItem(flow), 'the draft').toBeNull();
  expect(fetching).not.toHaveBeenCalled();
  expect(beacon).not.toHaveBeenCalled();
});
