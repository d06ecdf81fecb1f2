import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE, sharedBrowser } from './browser.ts';
import { fillForm, json } from './forms.ts';
import { brokenPromises, type ConditionName } from './inspectPage.ts';

/** Each promise finds a mistake in the styles, on a page without problems before. */

const { sharedVisit } = sharedBrowser();

/** Asks the promises of a page on a condition, with these styles after its own. */
async function brokenWith(page: Page, on: ConditionName, styles: string): Promise<string> {
  const change = (rules: string | null) =>
    page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text ?? '');
      document.adoptedStyleSheets = text === null ? [] : [sheet];
    }, rules);
  await change(styles);
  const broken = await brokenPromises(page, 'html', [on]);
  await change(null);
  return broken.join('\n');
}

const THUMB = '"buttons, fields and navigation are 44 px large"';
const MOTION = '"nothing moves for who asks for less motion"';
const FOCUS = '"the focus is seen"';

describe('a form with an alert', () => {
  const visit = sharedVisit(
    async (page) => {
      await page.goto('/contact');
      await page.route('**/api/contact', (route) => route.fulfill(json(422, { message: 'No.' })));
      const values = { name: 'Asha', email: 'asha@example.com', message: 'Hello' };
      await fillForm(page.locator('[data-flow="contact"]'), values);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByRole('button', { name: 'Close this message' }).waitFor();
      return page;
    },
    { viewport: PHONE },
  );

  test('a form with an alert keeps every promise', async () => {
    expect(await brokenPromises(visit())).toEqual([]);
  });

  test.each<[mistake: string, on: ConditionName, styles: string, promise: string]>([
    ['a close button of 16 px', 'a phone', '.alert-close { inline-size: 16px; block-size: 16px; }', THUMB],
    [
      'small links close together',
      'a phone',
      'footer :is(ul, a) { min-inline-size: 0 !important; min-block-size: 0 !important; font: 8px/1 serif; }',
      '"a target is 24 px large, or apart from all others"',
    ],
    ['smooth scrolling', 'a phone', 'html:focus-within { scroll-behavior: smooth; }', MOTION],
    [
      'a turning sign',
      'a phone',
      '.button::after { content: "+"; animation: spin 900ms linear infinite; }',
      MOTION,
    ],
    ['a slow change of colour', 'a phone', '.button { transition: color 200ms; }', MOTION],
    [
      'a fixed bar',
      'a phone',
      '.site-header { position: fixed; inset: auto 0 0; block-size: 30vh; z-index: 99; }',
      '"nothing lies over what has the focus"',
    ],
    [
      'no outline',
      'a phone in forced colours',
      '@media (forced-colors: active) { :focus-visible { outline: none; } }',
      FOCUS,
    ],
    [
      'a pale outline',
      'a phone in the dark scheme',
      '@media (prefers-color-scheme: dark) { :root { --focus: #333; } }',
      FOCUS,
    ],
    [
      'fields without borders',
      'a phone in forced colours',
      '@media (forced-colors: active) { .field > input { border: 0 !important; } }',
      '"a control has a border or a text in forced colours"',
    ],
    [
      'navigation on paper',
      'a printer',
      '@media print { .site-footer, nav { display: block !important; } }',
      '"buttons and navigation are not printed"',
    ],
    [
      'a fixed bar on paper',
      'a printer',
      '@media print { .chat { display: block !important; position: fixed; } .chat-link { block-size: 3rem; } }',
      '"nothing that is fixed to the window is printed"',
    ],
    [
      'a button that is too narrow',
      '320 px',
      'main .button { max-inline-size: 5rem; min-inline-size: 0 !important; overflow: hidden; white-space: nowrap; }',
      '"nothing is cut off, and nothing lies over another"',
    ],
    [
      'an alert that does not break words',
      '320 px',
      '[role="alert"] { overflow-wrap: normal; }',
      '"with long words and in other scripts nothing is cut off or overlaps"',
    ],
    [
      'a field as high as its text is now',
      '320 px',
      '.field { block-size: 90px; }',
      '"with text of 200 % nothing is cut off or overlaps"',
    ],
  ])('%s breaks a promise', async (_, on, styles, promise) => {
    expect(await brokenWith(visit(), on, styles)).toContain(promise);
  });
});

describe('a form with choices', () => {
  const visit = sharedVisit(async (page) => {
    await page.goto('/applyPath');
    return page;
  });

  test.each<[missing: string, on: ConditionName, styles: string, promise: string]>([
    [
      'arrows that are missing',
      'a phone in forced colours',
      '@media (forced-colors: active) { select { appearance: none !important; background: none !important; } }',
      '"a list of choices has an arrow in forced colours": combobox "Grade" has no arrow',
    ],
    [
      'a fixed bar that is not as high as its text',
      '320 px',
      '.floating { position: fixed !important; inset: auto 0 0; block-size: 52px; } .floating .icon { display: initial !important; }',
      '"with text of 200 % nothing is cut off or overlaps"',
    ],
  ])('%s break a promise, on a page without a problem', async (_, on, styles, promise) => {
    expect(await brokenWith(visit(), on, '')).toBe('');
    expect(await brokenWith(visit(), on, styles)).toContain(promise);
  });
});

describe('buttons with icons alone', () => {
  const visit = sharedVisit(async (page) => {
    await page.goto('/');
    return page;
  });

  test('buttons with icons alone need their borders in forced colours', async () => {
    const styles = '.hero-controls button { border: 0 !important; }';
    const promise = '"a control has a border or a text in forced colours": button "Next slide"';
    expect(await brokenWith(visit(), 'a phone in forced colours', '')).not.toContain(promise);
    expect(await brokenWith(visit(), 'a phone in forced colours', styles)).toContain(promise);
  });
});
