import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The visualiser follows the page in the preview while somebody uses it. */

const { newPage } = sharedBrowser();

const OPEN = 'scholarshipTerms.hidden · toggled';

test('the chart follows the page with the transition just taken, and the outline is in step', async () => {
  const { page, frame, expectState } = await openVisualiser(await newPage(), 'scholarshipTerms');
  const active = () =>
    page
      .locator('.chart-state.is-active')
      .evaluateAll((states) => states.map((state) => state.getAttribute('data-state')));
  await expect.poll(active).toEqual(['scholarshipTerms', 'scholarshipTerms.hidden']);
  await frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expectState('shown');
  await expect.poll(active).toEqual(['scholarshipTerms', 'scholarshipTerms.shown']);
  expect(await page.locator('.chart-transition.is-taken').getAttribute('data-transition')).toBe(OPEN);

  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('treeitem', { name: /^shown active/ }).waitFor();
  await page.getByRole('treeitem', { name: /^toggled.* → shown just taken$/ }).waitFor();
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await page.getByRole('treeitem', { name: /^hidden active/ }).waitFor();
  await page.getByRole('treeitem', { name: /^toggled.* → hidden just taken$/ }).waitFor();
});

test('the page is as wide as a phone, a tablet or a desktop, and stays as it is', async () => {
  const { page, frame, press, sendEvent } = await openVisualiser(await newPage(), 'contact');
  await sendEvent('changed: everything valid');
  const width = () => frame.locator('html').evaluate(() => window.innerWidth);
  for (const [name, pixels] of [
    ['Desktop', 1280],
    ['Tablet', 820],
    ['Phone', 390],
  ] as const) {
    await press(name);
    await expect.poll(width).toBe(pixels);
    await expect.poll(() => frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
  }
  const box = await page.locator('.frame').boundingBox();
  const shown = await page.locator('.frame iframe').boundingBox();
  const spare = [(box?.width ?? 0) - (shown?.width ?? 0), (box?.height ?? 0) - (shown?.height ?? 0)];
  expect(Math.min(...spare), 'as large as there is room').toBeGreaterThanOrEqual(-2);
  expect(Math.min(...spare), 'as large as there is room').toBeLessThanOrEqual(2);
});

test('the actors that a flow has invoked are listed as long as they run', async () => {
  const page = await newPage();
  let respond = () => {};
  await page.route('/api/contact', async (route) => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    await route.fulfill({ json: { success: true } });
  });
  const { openPanel, sendEvent, expectState } = await openVisualiser(page, 'contact');
  await sendEvent('changed: everything valid');
  await sendEvent('submitted: by the button');
  await expectState('submitting');
  await openPanel('Environment');
  await page.getByRole('heading', { name: 'send the real actor is running' }).waitFor();
  respond();
  await expectState('done');
  await page.getByText('No invoked actor is running.').waitFor();
});
