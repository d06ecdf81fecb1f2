import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

const RUN = '.run-line [role="status"]';
const CONTROLS = '.run-controls button';

const openContact = async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.openTab('Test');
  return { page, visualiser };
};

const boxesOfControls = (page: Page) =>
  page.locator(CONTROLS).evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().x));

test('stepping moves none of the controls of a run', async () => {
  const { page, visualiser } = await openContact();
  await visualiser.press('slow');
  await visualiser.press('Run path 1 on the page');
  await visualiser.press('Pause run');
  const before = await boxesOfControls(page);
  expect(before).toHaveLength(3);
  const step = page.getByRole('button', { name: 'Step', exact: true });
  for (let steps = 0; steps < 4; steps++) {
    await expect.poll(() => step.getAttribute('aria-disabled')).toBeNull();
    expect(await boxesOfControls(page)).toEqual(before);
    await step.click();
    expect(await boxesOfControls(page)).toEqual(before);
  }
  expect(await page.locator(RUN).textContent()).toMatch(/^\d+ of \d+ steps/);
});

test('the reason of a stop is in sight as a whole and can be copied', async () => {
  const { page, visualiser } = await openContact();
  await visualiser.frame.locator('html').evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
  await visualiser.press('fast');
  await visualiser.press('Run path 1 on the page');
  const reason = page.locator(RUN);
  await expect.poll(() => reason.textContent()).toMatch(/: stopped at /);
  expect(await reason.getAttribute('title')).toBeNull();
  expect(await reason.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  await reason.click({ clickCount: 3 });
  const selection = await page.evaluate(() => String(getSelection()).trim());
  expect(selection).toBe(await reason.textContent());
});

const nameOfField = (page: Page) =>
  page.frameLocator('iframe[name]').getByRole('textbox', { name: /name/i }).first().inputValue();

test('keys do not land in the form while a run performs or after it was stopped', async () => {
  const { page, visualiser } = await openContact();
  await visualiser.press('slow');
  const start = page.getByRole('button', { name: 'Run all', exact: true });
  await start.click();
  const field = page.frameLocator('iframe[name]').locator('input:focus, textarea:focus');
  await field.waitFor();
  const typed = await nameOfField(page);
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Resume run', exact: true }).waitFor();
  await expect.poll(() => start.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('x');
  await expect.poll(() => page.locator(RUN).textContent()).toBe('');
  await page.keyboard.type('pb');
  await page.keyboard.press('p');
  expect(await nameOfField(page)).toBe(typed);
});
