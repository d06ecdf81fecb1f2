import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { json } from './pausedCalls.ts';
import { order, registrant } from './registrant.ts';

/** The registration as only a browser shows it: other tabs, the logo, days and where the button is. Spec §2, §7, §8. */

const { newPage } = sharedBrowser();

test('the policies that the form links to open beside it, and it stays as it was', async () => {
  const { page, root, control, fill } = await registrant(newPage);
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

test('the checkout is opened with a logo that is a picture, and its script is asked for only then', async () => {
  const { page, orders, control, fill, submit } = await registrant(newPage);
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

test('the button stays where it is when the message goes, so that a double click means nothing else', async () => {
  const { root, orders, control, fill, submit, error } = await registrant(newPage);
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

test('the button stays where it is while a value is sent again that the service refused', async () => {
  const { root, registrations, openCheckout, inCheckout } = await registrant(newPage);
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
