import { describe, expect, test } from 'vitest';
import { mayBeEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';
import { fillForm } from './fillForm.ts';
import { cutOffTexts, openPage, overflowWidth, PHONE } from './responsive.ts';
import { json } from './spec/pausedCalls.ts';

/** Every form on a phone: keyboards, autofill and touch targets, and names in other scripts. */

const { newPage } = sharedBrowser();

/** The forms, each with the number of its fields for any text. */
const forms = [
  { path: '/register-re', flow: 'registration', texts: 4 },
  { path: '/contact', flow: 'contact', texts: 2 },
  { path: '/applyPath', flow: 'scholarship', texts: 2 },
  { path: '/shipping', flow: 'callBack', opener: 'Get a Call Back', texts: 2 },
  { path: '/careers', flow: 'jobApplication', opener: 'Apply Now', texts: 2 },
];

const DEVANAGARI = 'अनुष्का श्रीनिवासन';
const LONG_NAME = 'Venkatanarasimharajuvaripeta Krishnamoorthi-Balasubramaniam '
  .repeat(2)
  .trim()
  .slice(0, 119);
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);

describe.each(forms)('the form $flow', ({ path, flow, opener, texts }) => {
  const opened = async (options = {}) => {
    const page = await openPage(newPage, path, options);
    if (opener) await page.getByRole('button', { name: opener }).first().click();
    return { page, form: page.locator(`[data-flow="${flow}"] form`) };
  };

  test('keeps long words and other scripts whole and in their place', async () => {
    const { page, form } = await opened({ viewport: { width: 320, height: 640 } });
    const controls = await form.locator('input[type="text"], textarea').all();
    expect(controls).toHaveLength(texts);
    for (const text of [DEVANAGARI, LONG_NAME, LONG_WORD]) {
      for (const control of mayBeEmpty(controls)) {
        await control.fill(text);
        expect(await control.inputValue()).toBe(text);
      }
      expect(await overflowWidth(page), text).toBe(0);
      expect(await cutOffTexts(page), text).toEqual([]);
    }
  });
});

test.each([DEVANAGARI, LONG_NAME])('the name "%s" comes to the service, and to the receipt', async (name) => {
  const page = await openPage(newPage, '/register-re', { viewport: { width: 320, height: 640 } });
  const phone = '9000000088';
  await fillForm(page.locator('[data-flow="registration"]'), {
    ...{ name, father: name, mother: name, city: name },
    ...{ grade: '8th', course: 'Future Ready & Exam Prep' },
    ...{ phone, refrence: phone, refrenceSt: phone },
    email: `a.very.long.address.that.somebody.has.chosen.${name.length}@mail.example.com`,
    acceptTerms: true,
  });
  expect(await overflowWidth(page)).toBe(0);
  const [request] = await Promise.all([
    page.waitForRequest((made) => made.url().endsWith('/api/register')),
    page
      .getByRole('button', { name: 'Register and pay ₹2000' })
      .click()
      .then(() => page.getByRole('button', { name: 'Pay ₹2,000', exact: true }).click()),
  ]);
  expect(request.postDataJSON()).toMatchObject({ name, father: name, mother: name, city: name });
  await page.getByRole('heading', { name: 'Registration Successful!' }).waitFor();
  expect(await overflowWidth(page)).toBe(0);
  await page.getByRole('region', { name: 'Receipt' }).getByText(name).waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.site-header', '.site-footer', '.call-back', '.chat', '.steps', '.receipt .button'])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
});

test('nothing floats over a form while somebody types on a phone', async () => {
  const page = await openPage(newPage, '/contact', { viewport: PHONE });
  const floating = () =>
    page.locator('.call-back, .call-back-opener, .chat, .chat-link').evaluateAll((parts) =>
      parts
        .filter((part) => getComputedStyle(part).visibility === 'visible')
        .map((part) => getComputedStyle(part).backgroundColor)
        .filter((colour) => colour !== 'rgba(0, 0, 0, 0)'),
    );
  expect(await floating()).not.toEqual([]);
  await page.getByLabel('Full Name*', { exact: true }).focus();
  expect(await floating()).toEqual([]);
});

test('long messages of the service do not stick out', async () => {
  const page = await openPage(newPage, '/contact', { viewport: { width: 320, height: 640 } });
  await page.route('**/api/contact', (route) =>
    route.fulfill(json(422, { message: `${LONG_WORD} ${DEVANAGARI}` })),
  );
  await fillForm(page.locator('[data-flow="contact"]'), {
    name: 'Asha',
    email: 'asha@example.com',
    message: 'Hello',
  });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByRole('alert').getByText(DEVANAGARI).waitFor();
  expect(await overflowWidth(page)).toBe(0);
});
