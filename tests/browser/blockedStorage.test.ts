import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contactText } from '../../src/content/contact.ts';
import { pagePaths } from '../../src/prerender/pagePaths.ts';
import { nonEmpty } from '../support/nonEmpty.ts';
import { sharedBrowser } from './browser.ts';
import { fillForm } from './forms.ts';

const { sharedVisit } = sharedBrowser();

/** Makes every use of the storage throw, as where a visitor blocks all cookies. */
const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
};

const visit = sharedVisit(async (page: Page) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript(blockStorage);
  return { page, errors };
});

test('no page throws where storage is blocked', async () => {
  const { page, errors } = visit();
  for (const path of nonEmpty(pagePaths)) {
    await page.goto(path);
    expect.soft(errors.splice(0), path).toEqual([]);
  }
});

test('a form is sent, and the next page is shown, where storage is blocked', async () => {
  const { page, errors } = visit();
  await page.goto('/contact');
  const form = page.locator('[data-flow="contact"]');
  await fillForm(form, { name: 'Asha', email: 'asha@example.org', message: 'Hello' });
  await form.getByRole('button', { name: contactText.form.submit }).click();
  await form.getByText('Message sent successfully!').waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first().click();
  await page.getByRole('heading', { level: 1, name: /^About/ }).waitFor();
  expect(errors).toEqual([]);
});
