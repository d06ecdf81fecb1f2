import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

test('what was done by hand is counted as coverage, and shown on the chart', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = visualiser;
  await visualiser.openPanel('Coverage');
  await visualiser.press('by hand');
  const row = page.getByRole('row', { name: /^transitions/ });
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('0 of 2');
  await frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('1 of 2');
  await page.locator('[data-transition="scholarshipTerms.hidden · toggled"]').first().waitFor();
});

test('which results of a guard were seen is shown on the chart and in the outline', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration');
  const { page, frame } = visualiser;
  await visualiser.openPanel('Coverage');
  await visualiser.press('by hand');
  await page.locator('.chart-guard-result').first().waitFor();
  await frame.getByRole('button', { name: /^Register and pay/ }).click();
  await visualiser.expectState('editing.invalid');
  const label = page.locator('[data-transition="registration.editing · submitted[0]"]');
  await label.locator('.chart-guard-result.is-covered', { hasText: 'Y' }).first().waitFor();
  await label.locator('.chart-guard-result.is-uncovered', { hasText: 'N' }).first().waitFor();
  await visualiser.press('Outline');
  await page
    .getByRole('treeitem', { name: /^submitted \[isInvalid\].* covered \[yes: covered\] \[no: uncovered\]/ })
    .waitFor();
});

test('the next uncovered transition is reached from the current state of the page, until none is left', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await frame.locator('body').evaluate((body) => {
    body.dataset.isSame = 'yes';
  });
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  await visualiser.openPanel('Coverage');
  await visualiser.press('by hand');
  const next = page.getByRole('button', { name: 'Next uncovered transition' });
  for (let rounds = 0; rounds < 25 && (await next.isEnabled()); rounds += 1) {
    await next.click();
    await page.getByText(/every step led where it should|stopped/).waitFor();
    expect(await page.getByText(/stopped/).count()).toBe(0);
    await visualiser.press('Dismiss');
  }
  const row = page.getByRole('row', { name: /^transitions/ });
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('19 of 19');
  expect(await frame.locator('body').getAttribute('data-is-same'), 'the page was not loaded again').toBe(
    'yes',
  );
});

test('a level at which nothing has run says "not run"', async () => {
  const page = await newPage();
  await page.goto('/visualiser');
  const byHand = page
    .getByRole('row', { name: /Contact message/ })
    .getByRole('cell')
    .last();
  await expect.poll(() => byHand.textContent()).toBe('not run');
});
