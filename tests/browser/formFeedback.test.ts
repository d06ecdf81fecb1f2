import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { FormValues } from '../../machines/checks/checks.types.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { sharedBrowser } from './browser.ts';
import { fillForm } from './fillForm.ts';
import { openPage, PHONE } from './responsive.ts';
import { callBackForm, contactForm, scholarshipForm } from './spec/forms.ts';
import { json, pauseCalls } from './spec/pausedCalls.ts';
import type { FormSpec } from './spec/sendForm.ts';

/** Reports are in view, the focus is not lost while a form is sent, and parts that require JavaScript say so when it is off. */

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

type Form = Pick<FormSpec, 'flow' | 'page' | 'call' | 'button'> &
  Pick<Partial<FormSpec>, 'sent' | 'show'> & { values: FormValues };

const registration: Form = {
  flow: 'registration',
  page: '/register-re',
  call: '/create-order',
  values: registrationCases.events.changed['everything valid'].values,
  button: 'Register and pay ₹2000',
};

const forms: readonly Form[] = [contactForm, callBackForm, scholarshipForm, registration];

describe.each(forms)('the form $flow on a phone', (form) => {
  async function filled() {
    const page = await openPage(newPage, form.page, { viewport: PHONE });
    page.on('dialog', (dialog) => dialog.accept());
    await form.show?.(page);
    const root = page.locator(`[data-flow="${form.flow}"]`);
    await fillForm(root, form.values);
    return { page, root, button: root.getByRole('button', { name: form.button, exact: true }) };
  }
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

  test('shows why it was not sent where the visitor is, and what comes of a second try', async () => {
    const { page, root, button } = await filled();
    const calls = await pauseCalls(page, form.call);
    await button.click();
    await calls.respond(json(500, {}));
    await isInView(root.locator('.alert-error'));
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    if (form.sent === undefined) return;
    await button.click();
    await calls.respond(json(200, {}));
    await isInView(root.locator('.alert-success'));
  });

  test.each(['its button', 'Enter in a field'])('keeps the focus while it is sent by %s', async (trigger) => {
    const { page, root, button } = await filled();
    const calls = await pauseCalls(page, form.call);
    if (trigger === 'its button') {
      await button.focus();
      await page.keyboard.press('Space');
    } else await root.locator('form [name="phone"]').press('Enter');
    await calls.isCalled();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await focused(page)).toBe('FORM');
    await calls.respond(json(500, {}));
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

const openApplication = (page: Page) => page.getByRole('button', { name: 'Apply Now' }).first().click();

test.each([
  ...forms,
  { flow: 'jobApplication', page: '/careers', show: openApplication },
  { flow: 'newsletter', page: '/shipping', show: undefined },
])('the form $flow marks each required field by a star, no other, and says what it means', async (form) => {
  const page = await openPage(newPage, form.page);
  await form.show?.(page);
  const shown = page.locator(`[data-flow="${form.flow}"] form`);
  await shown.getByText('Fields marked with * are required.', { exact: true }).waitFor();
  const fields = await shown.locator('input, select, textarea').evaluateAll((controls) =>
    controls.map((control) => {
      const [label] = 'labels' in control && control.labels instanceof NodeList ? control.labels : [];
      const text = label instanceof Element ? label.textContent : '';
      const drawn = label instanceof Element ? getComputedStyle(label, '::after').content : '';
      return { isRequired: control.matches(':required'), stars: `${text}${drawn}`.match(/\*/g)?.length ?? 0 };
    }),
  );
  expect(fields).toEqual(fields.map(({ isRequired }) => ({ isRequired, stars: isRequired ? 1 : 0 })));
  expect(fields.some(({ isRequired }) => isRequired)).toBe(true);
});

test('what is missing is said where the visitor is, and the field has the focus', async () => {
  const page = await openPage(newPage, scholarshipForm.page, { viewport: PHONE });
  const root = page.locator('[data-flow="scholarship"]');
  await fillForm(root, { ...scholarshipForm.values, city: '' });
  await root.getByRole('button', { name: scholarshipForm.button }).click();
  await isInView(root.locator('.alert-error'));
  await isInView(root.locator('[name="city"]:focus'));
});

test.each([PHONE, { width: 1440, height: 900 }])(
  'a page that could not be loaded is reported in view at the end of the page before it, at $width px',
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

  test.each([...forms.filter(({ page }) => page !== callBackForm.page).map(({ page }) => page), '/careers'])(
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
