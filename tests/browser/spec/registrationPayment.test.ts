import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readForm } from '../../../src/browser/readPage.ts';
import { sharedBrowser } from '../browser.ts';
import { json } from './pausedCalls.ts';
import { details, order, registrant } from './registrant.ts';

const { newPage } = sharedBrowser();

const visitor = () => registrant(newPage);

describe('§7 Registration', () => {
  test('posts amount, currency and e-mail address to /create-order', async () => {
    const { orders, control, fill, submit } = await visitor();
    await fill();
    await control('acceptTerms').check();
    await submit();
    await orders.isCalled();
    const [request] = orders.requests;
    expect(request?.method()).toBe('POST');
    expect(request?.headers()['content-type']).toBe('application/json');
    expect(request?.postDataJSON()).toEqual({
      amount: 2000,
      currency: 'INR',
      receipt_email: 'asha@example.com',
    });
  });

  test('opens the checkout with the order, the brand, the course, a logo and what was typed', async () => {
    const { page, openCheckout } = await visitor();
    await openCheckout();
    const options: unknown = await page.evaluate(() => Reflect.get(window, 'checkoutOptions'));
    expect(options).toMatchObject({
      key: 'rzp_key_1',
      amount: 200_000,
      currency: 'INR',
      order_id: 'order_1',
      name: 'Future Ready Academy',
      description: 'Course registration',
      prefill: { name: 'Asha Verma', email: 'asha@example.com', contact: '9876543210' },
    });
    const logo = await page.evaluate(async () => {
      const image = new Image();
      image.src = Reflect.get(window, 'checkoutOptions').image;
      await image.decode();
      return [new URL(image.src).protocol, image.naturalWidth > 0];
    });
    expect(logo).toEqual(['http:', true]);
  });

  test('asks the provider for its script only when somebody pays', async () => {
    const { page, orders, control, fill, submit } = await visitor();
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
  });

  test('posts all that was typed and the paid status to /api/register, and §8 says that it is done', async () => {
    const { root, registrations, openCheckout, inCheckout } = await visitor();
    await openCheckout();
    expect(registrations.requests).toEqual([]);
    await inCheckout({ type: 'pay', paymentId: 'pay_1', signature: null });
    await registrations.isCalled();
    expect(registrations.requests[0]?.method()).toBe('POST');
    expect(registrations.requests[0]?.headers()['content-type']).toBe('application/json');
    expect(registrations.requests[0]?.postDataJSON()).toEqual({
      ...details,
      acceptTerms: true,
      paymentStatus: 'paid',
    });
    await registrations.respond(json(200, { success: true }));
    await root.getByRole('heading', { level: 1, name: 'Registration Successful!', exact: true }).waitFor();
    await root.getByText('Your payment was processed successfully.', { exact: true }).waitFor();
    await root
      .getByText('Thank you for registering. You will receive a confirmation email shortly.', { exact: true })
      .waitFor();
    expect(await root.locator('form').count()).toBe(0);
    const numbers = await root
      .getByRole('list', { name: 'Steps of the registration' })
      .getByRole('listitem')
      .evaluateAll((steps) => steps.map((step) => getComputedStyle(step, '::before').content));
    expect(numbers).toEqual(['""', '""', '""']);
  });

  test('the receipt has the day of the registration, as it is where the visitor lives, on paper too', async () => {
    const { page, root, registrations, openCheckout, inCheckout } = await registrant(newPage, {
      timezoneId: 'Asia/Kolkata',
    });
    await page.clock.setFixedTime(new Date('2026-11-19T20:00:00Z'));
    await openCheckout();
    await inCheckout({ type: 'pay', paymentId: 'pay_1', signature: null });
    await registrations.respond(json(200, { success: true }));
    const receipt = root.getByRole('region', { name: 'Receipt' });
    const date = receipt.getByText('20 November 2026', { exact: true });
    expect(await date.getAttribute('datetime')).toBe('2026-11-20');
    await page.emulateMedia({ media: 'print' });
    expect(await date.isVisible()).toBe(true);
  });
});

describe('§8 Registration', () => {
  const advice = 'What you typed is kept. If trying again does not help, call';

  /** A visitor whose order the service would not make. */
  async function refused() {
    const at = await visitor();
    await at.fill();
    await at.control('acceptTerms').check();
    await at.submit();
    await at.orders.respond(json(500, { success: false, error: 'No orders today.' }));
    await at.error('No orders today.');
    return at;
  }

  test("an order that cannot be made shows the server's error text", async () => {
    const { root } = await refused();
    await root.getByText(advice).waitFor();
    expect(await root.evaluate(readForm)).toEqual({ ...details, acceptTerms: true });
  });

  test('the button stays where it is when the message goes, so that a double click means nothing else', async () => {
    const { root, orders, submit } = await refused();
    const button = root.locator('button[type="submit"]');
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await submit();
    await orders.isCalled();
    await root.getByText('No orders today.').waitFor({ state: 'detached' });
    expect((await button.boundingBox())?.y).toBe(before?.y);
  });

  test('the button stays where it is while a value is sent again that the service refused', async () => {
    const { root, registrations, openCheckout, inCheckout } = await visitor();
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
  });

  test('a payment that fails brings the form back, with the description of the provider', async () => {
    const { root, openCheckout, inCheckout, error } = await visitor();
    await openCheckout();
    await inCheckout({ type: 'fail', description: 'The bank said no.' });
    await error('Payment failed: The bank said no.');
    await root.getByRole('region', { name: 'Has money left your account?' }).waitFor();
    expect(await root.evaluate(readForm)).toEqual({ ...details, acceptTerms: true });
    expect(await root.getByRole('button', { name: 'Check my payment' }).isEnabled()).toBe(true);
  });

  test('paid and not stored: payment, message and button are seen together on a phone, above the bar', async () => {
    const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' };
    const { root, registrations, openCheckout, inCheckout, error } = await registrant(newPage, phone);
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

  test("a registration that is refused shows the server's error", async () => {
    const { root, registrations, openCheckout, inCheckout, error } = await visitor();
    await openCheckout();
    await inCheckout({ type: 'pay', paymentId: 'pay_1', signature: null });
    await registrations.respond(json(500, { success: false, error: 'Not stored.' }));
    await error('Not stored.');
    await root.getByText(advice).waitFor();
  });

  test('a checkout script that does not load is reported in the same place', async () => {
    const { page, orders, control, fill, submit, error } = await visitor();
    await page.route('**/checkout.js', (route) => route.abort('connectionreset'));
    await fill();
    await control('acceptTerms').check();
    await submit();
    await orders.respond(json(200, { success: true, order }));
    await error(
      'Payment failed: the payment window could not be loaded. Please check your connection and try again.',
    );
  });
});
