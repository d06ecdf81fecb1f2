import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isMore } from '../support/more.ts';
import { openPage, overflowWidth, PHONE, sharedBrowser } from './browser.ts';
import {
  applicationForm,
  callBackForm,
  contactForm,
  fillForm,
  json,
  openForm,
  pauseCalls,
  registrationForm,
  scholarshipForm,
} from './forms.ts';

/** Every form on a phone: reports in view, focus, long words, other scripts, and the message without scripts. */

const { newPage } = sharedBrowser();

const isInView = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((found) => {
        const { top, bottom, height } = found.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= window.innerHeight;
      }),
    )
    .toBe(true);

const forms = [contactForm, callBackForm, scholarshipForm, registrationForm];

/** In `npm test`, the form in a popup and the form that pays; the others are sent as the call-back is. */
const sentForms = isMore ? forms : [callBackForm, registrationForm];

describe.each(sentForms)('the form $flow on a phone', (form) => {
  test('keeps the focus while it is sent, and shows its outcome in view', async () => {
    const opened = await openForm(await newPage({ viewport: PHONE, reducedMotion: 'reduce' }), form);
    const { page, root, button, control, fill } = opened;
    const hasFocus = () =>
      expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    const calls = await pauseCalls(page, form.call);
    await fill();
    await control('phone').press('Enter');
    await calls.isCalled();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('FORM');
    await calls.respond(json(500, {}));
    await isInView(root.locator('.alert-error'));
    await hasFocus();
    await page.keyboard.press('Space');
    await calls.isCalled();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('FORM');
    await calls.respond(json(form.sent === undefined ? 500 : 200, {}));
    await isInView(root.locator(form.sent === undefined ? '.alert-error' : '.alert-success'));
    await hasFocus();
  });
});

test.each([...forms, applicationForm, { flow: 'newsletter', page: '/shipping', show: undefined }])(
  'the form $flow marks each required field by a star, no other, and says what it means',
  async (form) => {
    const page = await openPage(newPage, form.page);
    await form.show?.(page);
    const shown = page.locator(`[data-flow="${form.flow}"] form`);
    await shown.getByText('Fields marked with * are required.', { exact: true }).waitFor();
    const fields = await shown.locator('input, select, textarea').evaluateAll((controls) =>
      controls.map((control) => {
        const [label] = 'labels' in control && control.labels instanceof NodeList ? control.labels : [];
        const text = label instanceof Element ? label.textContent : '';
        const drawn = label instanceof Element ? getComputedStyle(label, '::after').content : '';
        return {
          isRequired: control.matches(':required'),
          stars: `${text}${drawn}`.match(/\*/g)?.length ?? 0,
        };
      }),
    );
    expect(fields).toEqual(fields.map(({ isRequired }) => ({ isRequired, stars: isRequired ? 1 : 0 })));
    expect(fields.some(({ isRequired }) => isRequired)).toBe(true);
  },
);

test('what is missing is said where the visitor is, and the field has the focus', async () => {
  const page = await newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  const { root, fill, submit } = await openForm(page, scholarshipForm);
  await fill({ ...scholarshipForm.values, city: '' });
  await submit();
  await isInView(root.locator('.alert-error'));
  await isInView(root.locator('[name="city"]:focus'));
});

test.each([PHONE, { width: 1440, height: 900 }])(
  'a page that fails to load is reported in view, at $width px',
  async (viewport) => {
    const page = await openPage(newPage, '/terms', { viewport });
    await page.route(/assets\/AboutScreen-[^/]+\.js$/, (route) => route.abort('connectionreset'));
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true });
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(viewport.height);
    await link.click();
    await isInView(page.getByText('The page could not be loaded.'));
    await isInView(page.getByRole('button', { name: 'Try again' }));
  },
);

describe('without scripts', () => {
  const openWithoutScript = async (path: string) => {
    const page = await newPage({ javaScriptEnabled: false, viewport: PHONE });
    await page.goto(path);
    return page;
  };

  test.each(['/contact', '/applyPath', '/register-re', '/careers'])(
    '%s says what to do instead of the form, and offers nothing that does nothing',
    async (path) => {
      const page = await openWithoutScript(path);
      const note = page.locator('main .noscript-notice');
      expect(await note.innerText()).toMatch(/needs JavaScript.+(write|CV) to .+@.+ or call \+91/s);
      const idle = await page
        .locator('main :is(button, input, select, textarea), .call-back, footer form')
        .evaluateAll((found) =>
          found
            .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
            .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        );
      expect(idle).toEqual([]);
    },
  );

  test('the name of the site stands in one piece', async () => {
    const page = await openWithoutScript('/');
    const { height } = (await page.locator('header .site-name').boundingBox()) ?? {};
    expect(height).toBeLessThan(60);
  });
});

const DEVANAGARI = 'अनुष्का श्रीनिवासन';
const LONG_NAME = 'Venkatanarasimharajuvaripeta Krishnamoorthi-Balasubramaniam '
  .repeat(2)
  .trim()
  .slice(0, 119);
test('a long name in two scripts comes to the service, and to the receipt', async () => {
  const name = `${DEVANAGARI} ${LONG_NAME}`.slice(0, 119);
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
