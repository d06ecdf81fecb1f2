import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newsletterFlow } from '../../../machines/newsletter/newsletter.flow.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { sharedBrowser } from '../browser.ts';
import { openJsonFile, openVisualiser } from './visualiserPage.ts';

/** Coverage by hand, and the way to what is not covered yet. */

const { newPage } = sharedBrowser();

test('what was done by hand is counted as coverage, shown on the chart, kept, saved, cleared and merged', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  await visualiser.openPanel('Coverage');
  await visualiser.press('by hand');
  const row = page.getByRole('row', { name: /^transitions/ });
  const byHand = () => row.getByRole('cell').last().textContent();
  await expect.poll(byHand).toBe('0 of 2');
  await visualiser.frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
  await expect.poll(byHand).toBe('1 of 2');
  await page.locator('[data-transition="scholarshipTerms.hidden · toggled"].is-covered').first().waitFor();

  await page.reload();
  await visualiser.openPanel('Coverage');
  await expect.poll(byHand).toBe('1 of 2');
  const saving = page.waitForEvent('download');
  await visualiser.press('Save the coverage of all flows');
  const saved = JSON.parse((await buffer(await (await saving).createReadStream())).toString());
  expect(saved.flows.scholarshipTerms).toMatchObject({
    levels: {},
    hand: { transitions: ['scholarshipTerms.hidden · toggled'] },
  });

  await visualiser.press('Clear what was done by hand');
  await expect.poll(byHand).toBe('0 of 2');
  const label = 'Merge the file of another tester';
  await openJsonFile(page, label, saved);
  await expect.poll(byHand).toBe('1 of 2');

  await visualiser.press('Clear what was done by hand');
  const { scholarshipTerms: stale, ...others } = saved.flows;
  await openJsonFile(page, label, {
    flows: { ...others, scholarshipTerms: { ...stale, chart: 'of another build' } },
  });
  await expect
    .poll(() => page.getByLabel(label).evaluate((field: HTMLInputElement) => field.validationMessage))
    .toBe('Left out, because they have changed: Scholarship terms.');
  expect(await byHand()).toBe('0 of 2');

  await page.evaluate(() => {
    const kept = { chart: 'of another build', hand: { states: [], transitions: ['gone'], guardResults: [] } };
    localStorage.setItem('visualiser-coverage', JSON.stringify({ flows: { scholarshipTerms: kept } }));
  });
  await page.goto('/visualiser');
  const flow = page
    .getByRole('row', { name: /Scholarship terms/ })
    .getByRole('cell')
    .last();
  await expect
    .poll(() => flow.textContent(), { message: 'what is kept for another build is dropped' })
    .toBe('not run');
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
  const visualiser = await openVisualiser(await newPage(), 'newsletter');
  const { page, frame } = visualiser;
  await frame.locator('body').evaluate((body) => {
    body.dataset.isSame = 'yes';
  });
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  await visualiser.openPanel('Coverage');
  await visualiser.press('by hand');
  const count = chartOf(newsletterFlow.machine).transitions.length;
  const next = page.getByRole('button', { name: 'Next uncovered transition' });
  for (let rounds = 0; rounds < 2 * count && (await next.isEnabled()); rounds += 1) {
    await next.click();
    await page.getByText(/every step led where it should|stopped/).waitFor();
    expect(await page.getByText(/stopped/).count()).toBe(0);
    await visualiser.press('Dismiss');
  }
  const row = page.getByRole('row', { name: /^transitions/ });
  await expect.poll(() => row.getByRole('cell').last().textContent()).toBe(`${count} of ${count}`);
  expect(await frame.locator('body').getAttribute('data-is-same'), 'the page was not loaded again').toBe(
    'yes',
  );
});
