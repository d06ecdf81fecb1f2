import { expect, test } from 'vitest';
import { sharedBrowser } from '../../../browser/browser.ts';
import { openVisualiser } from '../../../browser/visualiser/visualiserPage.ts';
import { plans } from '../../../drivers/plans.ts';
import { nonEmpty } from '../../../support/nonEmpty.ts';

/** The first path of every flow in the visualiser; `npm test` runs that of one. */

const { newPage } = sharedBrowser();

const RUN = '.run-status [role="status"]';
const DONE = /every step led where it should/;

const plansWithPage = plans.filter(({ flow }) => flow.page !== null);

test('the first path of every flow runs on its page, which throws nothing', async () => {
  const page = await newPage();
  page.on('dialog', (dialog) => dialog.accept());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  for (const { flow, paths } of nonEmpty(plansWithPage)) {
    await page.getByRole('link', { name: 'Flows' }).click();
    await page.getByRole('link', { name: flow.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: flow.title, exact: true }).waitFor();
    const offered = page.getByRole('button', { name: /^Run path / });
    await expect.poll(() => offered.count(), { message: flow.id, timeout: 15_000 }).toBe(paths.length);
    await visualiser.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator(RUN).textContent(), { timeout: 60_000 })
      .toMatch(/led where|stopped/);
    expect.soft(await page.locator(RUN).textContent(), flow.id).toMatch(DONE);
    await visualiser.press('Dismiss');
    expect.soft(errors.splice(0), flow.id).toEqual([]);
  }
});
