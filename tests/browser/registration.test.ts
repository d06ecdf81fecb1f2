import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { receiptText } from '../../src/content/registration.ts';
import { recordIncidents } from '../drivers/chromium/chromiumIncidents.ts';
import { mayBeEmpty, nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser, submissions } from './browser.ts';
import { details, fillForm, json, openRegistration, order } from './forms.ts';

/**
 * The registration as only a browser shows it, and with the real service and the payment simulator. Spec §2, §7,
 * §8.
 */

const { newPage } = sharedBrowser();

test('the policies that the form links to open beside it, and it stays as it was', async () => {
  const { page, root, control, fill } = await openRegistration(await newPage());
  await fill();
  for (const [name, path, heading] of [
    [/^terms and conditions/, '/register-term', 'Terms and Policies'],
    [/^Read how to cancel/, '/refund', 'Cancellation and Refund Policy'],
  ] as const) {
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      root.getByRole('link', { name }).first().click(),
    ]);
    await opened.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(new URL(opened.url()).pathname).toBe(path);
    await opened.close();
  }
  expect(await control('acceptTerms').isChecked()).toBe(false);
  expect(await control('city').inputValue()).toBe('Jaipur');
});

test('the checkout opens with a logo, and its script is loaded only then', async () => {
  const { page, orders, control, fill, submit } = await openRegistration(await newPage());
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout.js')) scripts.push(request.url());
  });
  await fill();
  await control('acceptTerms').check();
  await submit();
  await orders.isCalled();
  expect(scripts).toEqual([]);
  await orders.respond(json(200, { success: true, order }));
  await page.getByText('Payment window', { exact: true }).waitFor();
  expect(scripts).toHaveLength(1);
  const logo = await page.evaluate(async () => {
    const image = new Image();
    image.src = Reflect.get(window, 'checkoutOptions').image;
    await image.decode();
    return [new URL(image.src).protocol, image.naturalWidth > 0];
  });
  expect(logo).toEqual(['http:', true]);
});

test('the button keeps its place when the message goes', async () => {
  const { root, orders, control, fill, submit, error } = await openRegistration(await newPage());
  await fill();
  await control('acceptTerms').check();
  await submit();
  await orders.respond(json(500, { success: false, error: 'No orders today.' }));
  await error('No orders today.');
  const button = root.locator('button[type="submit"]');
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await submit();
  await orders.isCalled();
  await root.getByText('No orders today.').waitFor({ state: 'detached' });
  expect((await button.boundingBox())?.y).toBe(before?.y);
});

test('the button keeps its place while a refused value is sent again', async () => {
  const { root, registrations, openCheckout, inCheckout } = await openRegistration(await newPage());
  await openCheckout();
  await inCheckout({ type: 'pay', paymentId: 'pay_1', signature: null });
  const refusal = { success: false, error: 'The city is not known to us.', field: 'city' };
  await registrations.respond(json(400, refusal));
  await root.getByText(refusal.error).waitFor();
  const button = root.locator('button[type="submit"]');
  const top = () => button.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  const before = await top();
  await button.click();
  await root.getByRole('button', { name: 'Saving the registration…' }).waitFor();
  expect(await top()).toBe(before);
  await registrations.respond(json(200, { success: true }));
  await root.getByRole('heading', { level: 1, name: 'Registration Successful!', exact: true }).waitFor();
  const numbers = await root
    .getByRole('list', { name: 'Steps of the registration' })
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => getComputedStyle(step, '::before').content));
  expect(numbers, 'the steps that are done have signs').toEqual(['""', '""', '""']);
});

test('paid and not stored: payment, message and button fit on a phone’s screen', async () => {
  const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' };
  const { root, registrations, openCheckout, inCheckout, error } = await openRegistration(
    await newPage(phone),
  );
  await openCheckout();
  await inCheckout({ type: 'pay', paymentId: 'pay_1', signature: null });
  await registrations.respond(json(500, { success: false, error: 'Not stored.' }));
  await error('Not stored.');
  const shown = [
    root.getByText('Fee paid: ₹2000', { exact: true }),
    root.getByText('Payment reference: pay_1', { exact: true }),
    root.getByText('Not stored.', { exact: true }),
    root.getByRole('button', { name: 'Complete the registration' }),
  ];
  const tops = () =>
    Promise.all(
      shown.map((element) =>
        element.evaluate((found) => {
          const { left, top, bottom } = found.getBoundingClientRect();
          const isUncovered = [top + 2, bottom - 2].every((y) =>
            found.contains(document.elementFromPoint(left + 20, y)),
          );
          return isUncovered ? top : Number.NaN;
        }),
      ),
    );
  await expect.poll(async () => (await tops()).some(Number.isNaN)).toBe(false);
  expect(await tops()).toEqual((await tops()).toSorted((one, other) => one - other));
});

async function payAndRegister(response: object, options: BrowserContextOptions = {}) {
  const visitor = await openRegistration(await newPage(options));
  await visitor.openCheckout();
  await visitor.inCheckout({ type: 'pay', paymentId: 'pay_1', signature: 'signed-by-the-provider' });
  await visitor.registrations.respond(json(200, response));
  await expectReceipt(visitor.page, details.email);
  return visitor;
}

/** Expects each value of the receipt at its label, on the screen and on paper; the address only until a reload. */
async function expectReceipt(page: Page, confirmation?: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Registration Successful!' }).waitFor();
  const rows = page.getByRole('region', { name: 'Receipt' }).locator('dl > div');
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media });
    const shown = await rows.evaluateAll((all) =>
      all
        .filter((row) => row.checkVisibility())
        .map(({ children }) => [...children].map((part) => part.textContent)),
    );
    expect(Object.fromEntries(shown), media).toEqual({
      [receiptText.fee]: '₹2000',
      [receiptText.date]: expect.stringMatching(/^\d{1,2} \w+ \d{4}$/),
      [receiptText.reference]: 'pay_1',
      [receiptText.student]: 'Asha Verma, 8th grade',
      [receiptText.course]: 'Math Problem Solving',
      ...(confirmation && { [receiptText.confirmation]: confirmation }),
    });
  }
}

test('the receipt outlives reload, back and forward, and nothing is sent again', async () => {
  const { page, registrations } = await payAndRegister({ success: true, surplus: true });
  const notice = page.getByText(/^You had already paid for this student\. We refund /);
  await notice.waitFor();
  await page.reload();
  await expectReceipt(page);
  await notice.waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await page.waitForURL('**/about');
  await page.goBack();
  await expectReceipt(page);
  await page.goForward();
  await page.waitForURL('**/about');
  await page.goBack();
  await expectReceipt(page);
  expect(registrations.requests).toHaveLength(1);
});

test('the receipt is printed without what is said of the page', async () => {
  const { page } = await payAndRegister({ success: true });
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  for (const text of [receiptText.reference, ...receiptText.next.slice(2)]) expect(printed).toContain(text);
  for (const text of [
    receiptText.keepReference,
    receiptText.kept,
    receiptText.print,
    receiptText.another,
    receiptText.clear,
  ])
    expect(printed).not.toContain(text);
});

const another = (page: Page) => page.getByRole('button', { name: 'Register another student', exact: true });

test('another student’s form begins at its top and says for whom it is', async () => {
  const { page, root, control } = await payAndRegister(
    { success: true },
    { viewport: { width: 360, height: 740 } },
  );
  await another(page).click();
  const heading = root.getByRole('heading', { name: 'Another student', exact: true });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const top = (await heading.boundingBox())?.y ?? -1;
  const field = await control('name').boundingBox();
  expect(top).toBeGreaterThanOrEqual(0);
  expect((field?.y ?? 740) + (field?.height ?? 0)).toBeLessThan(740);
  await root.getByText(/^Asha Verma is registered\. This form is for another student/).waitFor();
});

const values = registrationCases.events.changed['everything valid'].values;
const DECLINED = /^Payment failed: .+/;

/** The rows that the service must have stored for each address at the end. */
const expectedRows = new Map<string, object>();

afterAll(() => {
  const rows = submissions();
  for (const [email, expected] of nonEmpty(expectedRows))
    expect(rows.filter((row) => row.email === email)).toMatchObject([expected]);
});

/** Opens the registration page for a visitor, and records every request of the site. */
async function visitor(name: string, scenario?: string) {
  const page = await newPage();
  const email = `${name}@example.com`;
  const orders: string[] = [];
  const calls: string[] = [];
  const incidents = recordIncidents(page, new WeakSet());
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  page.on('response', async (response) => {
    if (response.url().endsWith('/create-order')) orders.push((await response.json()).order.id);
  });
  await page.goto(scenario ? `/register-re?scenario=${scenario}` : '/register-re');
  return {
    page,
    email,
    orders,
    calls,
    fill: () => fillForm(page.locator('[data-flow="registration"]'), { ...values, email }),
    submit: () =>
      page
        .getByRole('button', { name: /^(Register and pay ₹2000|Pay again|Check my payment)$/ })
        .first()
        .click(),
    press: (button: string) =>
      page
        .getByRole('dialog', { name: 'Simulated payment' })
        .getByRole('button', { name: button, exact: true })
        .press('Enter'),
    alert: (text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor(),
    status: (text: string) => page.getByRole('status').getByText(text).waitFor(),
    isRegistered: async () => {
      await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
      const declined = /^POST \/simulator\/.+ 400/;
      expect(mayBeEmpty(incidents).filter((incident) => !declined.test(incident))).toEqual([]);
    },
    receipt: () => page.getByRole('region', { name: 'Receipt' }).getByText(/^pay_/).textContent(),
    /** Asserts at the end of all tests that the visitor is stored once, as paid. */
    expectStored: (row: object = {}) => expectedRows.set(email, { paymentStatus: 'paid', ...row }),
  };
}

describe('with the payment simulator', () => {
  test('a declined payment is reported, and the same window can succeed', async () => {
    const { page, email, fill, submit, press, alert, isRegistered, orders, expectStored } =
      await visitor('fail-succeed');
    await fill();
    await submit();
    await press('Fail payment');
    await page.locator('[data-state="paying.formShown.declined"]').waitFor();
    await alert(DECLINED);
    await press('Pay ₹2,000');
    await isRegistered();
    expect(orders).toHaveLength(1);
    expectStored({ ...values, email });
  });

  test('a failed and closed payment reopens the same order', async () => {
    const { page, fill, submit, press, alert, isRegistered, orders, expectStored } =
      await visitor('fail-close');
    await fill();
    await submit();
    await press('Fail payment');
    await alert(DECLINED);
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Full Name', { exact: true }).inputValue()).toBe(values.name);
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(new Set(orders).size).toBe(1);
    expectStored({ orderId: orders[0] });
  });

  test.each(['captured-after-close', 'lost-callback'])(
    'a student is registered without a second payment after %s',
    async (scenario) => {
      const { page, fill, submit, press, isRegistered, orders, expectStored } = await visitor(
        scenario,
        scenario,
      );
      await fill();
      await submit();
      await press(scenario === 'lost-callback' ? 'Pay ₹2,000' : 'Close');
      await page
        .locator('[data-state="editing.dismissed"], [data-state="paying.formShown.vanished"]')
        .waitFor();
      await submit();
      await isRegistered();
      expect(new Set(orders).size).toBe(1);
      expectStored({ orderId: orders[0] });
    },
  );

  test('a vanished window brings the form back, and a reload keeps its order', async () => {
    const { page, fill, submit, press, status, isRegistered, orders, expectStored } = await visitor(
      'vanish',
      'vanish',
    );
    await fill();
    await submit();
    await press('Pay ₹2,000');
    await status(registrationMessages.vanished);
    await page.goto('/register-re');
    await status(registrationMessages.interrupted);
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(new Set(orders).size).toBe(1);
    expectStored();
  });
});

describe('one order', () => {
  const asked = (calls: string[]) => calls.filter((path) => path === '/create-order').length;

  test('the same details in another browser lead to the order that is paid', async () => {
    const first = await visitor('twice');
    await first.fill();
    await first.submit();
    await first.press('Pay ₹2,000');
    await first.isRegistered();
    const second = await visitor('twice');
    await second.fill();
    await second.submit();
    await second.isRegistered();
    expect(second.orders).toEqual(first.orders);
    first.expectStored();
  });

  test('Enter held down makes one order', async () => {
    const { page, fill, calls, press, isRegistered } = await visitor('enter');
    await fill();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The payment window takes the focus, so that Enter would pay there.
    await page.route('/create-order', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.getByLabel('City', { exact: true }).focus();
    await page.evaluate(() => {
      for (let times = 0; times < 20; times += 1) document.forms[0]?.requestSubmit();
    });
    await page.keyboard.press('Enter');
    release();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(asked(calls)).toBe(1);
  });
});
