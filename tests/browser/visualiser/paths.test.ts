import { expect, test } from 'vitest';
import { placeOf } from '../../../src/visualiser/places.ts';
import { plans } from '../../drivers/plans.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

const { newPage } = sharedBrowser();

const DONE = /every step led where it should/;

test.each(plans.filter(({ id }) => placeOf(id) !== null))(
  'the first path of $id runs on the page',
  async ({ id }) => {
    const page = await newPage();
    page.on('dialog', (dialog) => dialog.accept());
    const tester = await openVisualiser(page, id);
    await tester.panel('Paths');
    await tester.press('fast');
    await tester.press('Run path 1 on the page');
    const status = page.locator('.run-status [role="status"]');
    await expect.poll(() => status.textContent(), { timeout: 90_000 }).toMatch(/where it should|stopped/);
    expect(await status.textContent()).toMatch(DONE);
  },
);

test('a run stops at the step that leads elsewhere, and says where', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = tester;
  await tester.panel('Paths');
  await tester.press('slow');
  await tester.press('Run path 1 on the page');
  await tester.press('Halt');
  await page.getByText('Path 1 on the page: 1 of 2 steps').waitFor();
  await tester.isIn('shown');
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await tester.isIn('hidden');
  await tester.press('One step');
  await page
    .getByText(
      'Path 1 on the page: stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
    )
    .waitFor();
  await tester.press('Dismiss');
  await page.getByText('Nothing is run.').waitFor();
});

test('a run stops when the page has gone', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page } = tester;
  await tester.panel('Paths');
  await tester.press('slow');
  await tester.press('Run path 1 on the page');
  await tester.press('Halt');
  await page.getByText('Path 1 on the page: 1 of 2 steps').waitFor();
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('src', '/about'));
  await tester.says(/\(\/about\)$/);
  await tester.press('Go on');
  await page.getByText(/stopped at step 2, .* The flow does not run on the page\./).waitFor();
});

test('a path is animated on the chart while the page stands still', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = tester;
  await tester.panel('Paths');
  await tester.press('slow');
  await tester.press('Animate path 1 on the chart');
  await tester.isIn('shown');
  expect(await frame.locator('[data-flow="scholarshipTerms"]').getAttribute('data-state')).toBe('hidden');
  await page.getByText(DONE).waitFor();
  await tester.isIn('hidden');
});

test('the page is led to a state that is selected', async () => {
  const page = await newPage();
  await page.goto('/visualiser/registration?state=paying.back.declined');
  const tester = await openVisualiser(page, 'registration?state=paying.back.declined');
  await tester.panel('Paths');
  await tester.press('fast');
  await tester.press('Lead the page there');
  await tester.isIn('paying.back.declined');
  await page.getByText(DONE).waitFor();
});
