import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { receiptText } from '../../src/content/registration.ts';
import { readForm } from '../../src/visualiser/checks/readPage.ts';
import { sharedBrowser } from './browser.ts';
import { json } from './spec/pausedCalls.ts';
import { details, registrant } from './spec/registrant.ts';

/** The proof of payment that the registration sends to the service, and the receipt. */

const { newPage } = sharedBrowser();

async function payAndRegister(response: object) {
  const visitor = await registrant(newPage);
  await visitor.openCheckout();
  const notes = await visitor.page.evaluate(() => Reflect.get(window, 'checkoutOptions').notes);
  await visitor.inCheckout({ type: 'pay', paymentId: 'pay_1', signature: 'signed-by-the-provider' });
  await visitor.registrations.respond(json(200, response));
  await expectReceipt(visitor.page);
  return { ...visitor, notes };
}

/** Expects each value of the receipt at its label, on the screen and on paper. */
async function expectReceipt(page: Page): Promise<void> {
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
      [receiptText.confirmation]: 'asha@example.com',
    });
  }
}

test('the payment knows its payer, the registration proves it, and the receipt outlives reload, back and forward', async () => {
  const { page, notes, root, registrations, control } = await payAndRegister({ success: true });
  expect(notes, 'the payer in the notes of the payment').toEqual({
    student: 'Asha Verma',
    phone: '9876543210',
  });
  expect(registrations.requests[0]?.headers()['x-payment-proof'], 'the proof').toBe(
    'order_1 pay_1 signed-by-the-provider',
  );
  expect(registrations.requests[0]?.postDataJSON(), 'the payload of §7 alone').toEqual({
    ...details,
    acceptTerms: true,
    paymentStatus: 'paid',
  });
  expect(await root.getByText('paid for before').count(), 'no word of a second payment').toBe(0);

  await page.reload();
  await expectReceipt(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await page.waitForURL('**/about');
  await page.goBack();
  await expectReceipt(page);
  await page.goForward();
  await page.waitForURL('**/about');
  await page.goBack();
  await expectReceipt(page);
  expect(registrations.requests, 'nothing is sent again').toHaveLength(1);

  await page.getByRole('button', { name: 'Register another student', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('registration-form');
  const { email, father, mother, refrence, refrenceSt } = details;
  const family = {
    ...{ name: '', grade: '', course: '', phone: '', city: '', acceptTerms: false },
    ...{ email, father, mother, refrence, refrenceSt },
  };
  expect(await root.evaluate(readForm), 'the family is kept').toEqual(family);
  await page.reload();
  await control('name').waitFor();
  await expect.poll(() => root.evaluate(readForm), { message: 'after a reload too' }).toEqual(family);
});

test('a second payment for the same student is said on the receipt, also after a reload', async () => {
  const { page } = await payAndRegister({ success: true, surplus: true });
  const notice = page.getByText(/^This student was registered and paid for before\. .+refunded/);
  await notice.waitFor();
  await page.reload();
  await notice.waitFor();
});
