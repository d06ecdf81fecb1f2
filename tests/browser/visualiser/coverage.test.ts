import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

const { newPage } = sharedBrowser();

test('what was done by hand is counted, and shown on the chart', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = tester;
  await tester.panel('Coverage');
  await tester.press('by hand');
  const row = page.getByRole('row', { name: /^transitions/ });
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('0 of 2');
  await frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('1 of 2');
  await page.locator('[data-transition="scholarshipTerms.hidden · toggled"]').first().waitFor();
});

test('which answers of a guard were seen is shown on the chart and in the outline', async () => {
  const tester = await openVisualiser(await newPage(), 'registration');
  const { page, frame } = tester;
  await tester.panel('Coverage');
  await tester.press('by hand');
  await page.locator('.chart-answer').first().waitFor();
  await frame.getByRole('button', { name: /^Register and pay/ }).click();
  await tester.isIn('editing.invalid');
  const label = page.locator('[data-transition="registration.editing · submitted[0]"]');
  await label.locator('.chart-answer.is-covered', { hasText: 'Y' }).first().waitFor();
  await label.locator('.chart-answer.is-uncovered', { hasText: 'N' }).first().waitFor();
  await tester.press('Outline');
  await page
    .getByRole('treeitem', { name: /^submitted \[hasProblem\].* covered \[yes: covered\] \[no: uncovered\]/ })
    .waitFor();
});

test('the next uncovered transition is led to from where the page stands, until none is left', async () => {
  const tester = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = tester;
  await frame.locator('body').evaluate((body) => {
    body.dataset.isSame = 'yes';
  });
  await tester.panel('Paths');
  await tester.press('fast');
  await tester.panel('Coverage');
  await tester.press('by hand');
  const next = page.getByRole('button', { name: 'Next uncovered transition' });
  for (let rounds = 0; rounds < 25 && (await next.isEnabled()); rounds += 1) {
    await next.click();
    await page.getByText(/every step led where it should|stopped/).waitFor();
    expect(await page.getByText(/stopped/).count()).toBe(0);
    await tester.press('Dismiss');
  }
  const row = page.getByRole('row', { name: /^transitions/ });
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe('19 of 19');
  expect(await frame.locator('body').getAttribute('data-is-same'), 'the page was not loaded again').toBe(
    'yes',
  );
});

test('a level at which nothing has run is called so', async () => {
  const page = await newPage();
  await page.goto('/visualiser');
  const byHand = page
    .getByRole('row', { name: /Contact message/ })
    .getByRole('cell')
    .last();
  await expect.poll(() => byHand.textContent()).toBe('not run');
});
