import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { openWebkit, type WebkitPage } from '../drivers/engines/webkitPage.ts';
import { engineExecutables, fetchFailures } from '../support/engines.ts';
import { isMore } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { submissions } from './browser.ts';
import { callBackForm, contactForm, type Form, registrationForm, scholarshipForm } from './forms.ts';

/**
 * The built site in WebKitGTK with the real service: every address opens, every form is sent, the payment
 * included.
 */

const executable = engineExecutables.WebKit();

describe.runIf(executable !== null)('WebKit', () => {
  let page: WebkitPage;
  beforeAll(async () => {
    page = await openWebkit(executable ?? '');
  });
  afterAll(() => page.close());

  const open = async (path: string) => {
    await page.open(`${inject('site')}${path}`);
    await page.expectIn(true, () => 'hydrated' in document.documentElement.dataset);
  };

  /** Fills in a form; a space ticks a box. */
  const fillForm = async ({ flow, values }: Form) => {
    for (const [name, value] of nonEmpty(Object.entries(values))) {
      const selector = `[data-flow="${flow}"] form [name="${name}"]`;
      await page.fill(selector, typeof value === 'string' ? value : ' ');
    }
  };

  const expectText = (text: string) =>
    page.expectIn(true, (shown: string) => document.body.innerText.includes(shown), text);

  test.each(isMore ? pagePaths : ['/'])('%s opens', async (path) => {
    await open(path);
    expect(await page.evaluate(() => document.querySelectorAll('main h1').length)).toBe(1);
  });

  test.each(isMore ? [contactForm, callBackForm, scholarshipForm] : [contactForm])(
    '$flow is sent',
    async (form) => {
      await open(form.page);
      if (form === callBackForm) await page.press('Get a Call Back');
      await fillForm(form);
      await page.press(form.button);
      await expectText(form.sent);
    },
  );

  test('a registration is paid and stored', async () => {
    const email = 'webkit@example.com';
    await open('/register-re');
    await fillForm({ ...registrationForm, values: { ...registrationForm.values, email } });
    await page.press(registrationForm.button);
    await page.press('Pay ₹2,000');
    await page.expectIn('registered', () =>
      document.querySelector('[data-flow="registration"]')?.getAttribute('data-state'),
    );
    expect(JSON.stringify(submissions())).toContain(email);
  });

  test('fetch says that the network fails in words of its own', async () => {
    await open('/contact');
    const words = await page.evaluate(() =>
      // Refused by the policy of the page, which is a network error for fetch.
      fetch('http://127.0.0.1:9/').catch((error: unknown) => error instanceof Error && error.message),
    );
    expect(words).toBe(fetchFailures.WebKit);
  });
});
