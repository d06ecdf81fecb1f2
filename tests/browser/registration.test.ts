import { afterAll, describe, expect, test } from 'vitest';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationMessages } from '../../machines/registration/registration.messages.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser, submissions } from './browser.ts';
import { fillForm } from './forms.ts';

/** The registration on the built site, with the real service and the payment simulator behind it. */

const { newPage } = sharedBrowser();

const values = registrationCases.events.changed['everything valid'].values;
const DECLINED = /^Payment failed: .+/;

/** The rows that the service must have stored for each address at the end. */
const expectedRows = new Map<string, object>();

afterAll(() => {
  const rows = submissions('registration');
  for (const [email, expected] of nonEmpty(expectedRows))
    expect(rows.filter((row) => row.email === email)).toMatchObject([expected]);
});

/** Opens the registration page for a visitor, and records every request of the site. */
async function visitor(name: string, scenario?: string) {
  const page = await newPage();
  const email = `${name}@example.com`;
  const orders: string[] = [];
  const calls: string[] = [];
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
    submit: () => page.getByRole('button', { name: /^(Register and pay ₹2000|Check my payment)$/ }).click(),
    press: (button: string) =>
      page
        .getByRole('dialog', { name: 'Simulated payment' })
        .getByRole('button', { name: button, exact: true })
        .click(),
    alert: (text: string | RegExp) => page.getByRole('alert').getByText(text).waitFor(),
    status: (text: string) => page.getByRole('status').getByText(text).waitFor(),
    isRegistered: () => page.getByRole('heading', { name: 'Registration Successful!' }).waitFor(),
    receipt: () => page.getByRole('region', { name: 'Receipt' }).getByText(/^pay_/).textContent(),
    /** Asserts at the end of all tests that the visitor is stored once, as paid. */
    expectStored: (row: object = {}) => expectedRows.set(email, { paymentStatus: 'paid', ...row }),
  };
}

describe('with the payment simulator', () => {
  test('a student registers, pays and is stored as paid', async () => {
    const { email, fill, submit, press, isRegistered, expectStored, calls } = await visitor('success');
    await fill();
    expect(nonEmpty(calls).filter((path) => path.includes('checkout'))).toEqual([]);
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expectStored({ ...values, email });
  });

  test('a payment fails, the form says so at once, and the same window succeeds', async () => {
    const { page, fill, submit, press, alert, isRegistered, orders, expectStored } =
      await visitor('fail-succeed');
    await fill();
    await submit();
    await press('Fail payment');
    await page.locator('[data-state="paying.formShown.declined"]').waitFor();
    await alert(DECLINED);
    await press('Pay ₹2,000');
    await isRegistered();
    expect(orders).toHaveLength(1);
    expectStored();
  });

  test('a payment fails, the window is closed, and submitting again reopens the same order', async () => {
    const { page, fill, submit, press, alert, isRegistered, orders, expectStored } =
      await visitor('fail-close');
    await fill();
    await submit();
    await press('Fail payment');
    await press('Close');
    await alert(DECLINED);
    expect(await page.getByLabel('Full Name', { exact: true }).inputValue()).toBe(values.name);
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(new Set(orders).size).toBe(1);
    expectStored({ orderId: orders[0] });
  });

  test('the window is dismissed: everything stays, and the same order is paid next', async () => {
    const { fill, submit, press, alert, isRegistered, orders, expectStored } = await visitor('dismiss');
    await fill();
    await submit();
    await press('Close');
    await alert(registrationMessages.dismissed);
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(new Set(orders).size).toBe(1);
    expectStored();
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

  test('the window vanishes without a word: the form comes back, and a reload goes on with the same order', async () => {
    const { page, fill, submit, press, alert, status, isRegistered, orders, expectStored } = await visitor(
      'vanish',
      'vanish',
    );
    await fill();
    await submit();
    await press('Pay ₹2,000');
    await alert(registrationMessages.vanished);
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

  test('a double click makes one order', async () => {
    const { page, fill, calls, press, isRegistered } = await visitor('double-click');
    await fill();
    await page.getByRole('button', { name: 'Register and pay ₹2000' }).dblclick();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(asked(calls)).toBe(1);
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

  test('back and forward make one order', async () => {
    const { page, fill, submit, press, isRegistered, orders, expectStored } = await visitor('back-forward');
    await fill();
    await submit();
    await page.getByRole('dialog', { name: 'Simulated payment' }).waitFor();
    await page.goto('/');
    await page.goBack();
    await page.locator('[data-flow="registration"]').waitFor();
    await submit();
    await press('Pay ₹2,000');
    await isRegistered();
    expect(new Set(orders).size).toBe(1);
    expectStored();
  });

  test('two quick submits in two tabs make one order', async () => {
    const one = await visitor('two-tabs');
    const other = await visitor('two-tabs');
    await Promise.all([one.fill(), other.fill()]);
    await Promise.all([one.submit(), other.submit()]);
    await Promise.all(
      [one, other].map(({ page }) => page.getByRole('dialog', { name: 'Simulated payment' }).waitFor()),
    );
    expect(new Set([...one.orders, ...other.orders]).size).toBe(1);
  });
});
