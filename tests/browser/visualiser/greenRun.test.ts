import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import { failureLink } from '../../../src/visualiser/tool/storage/index.ts';
import { planOf } from '../../drivers/plans.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The last green run of a path is kept, and shown beside a red one. */

const { newPage } = sharedBrowser();

const PERSONAL = /Asha|example\.com/;

/** Runs the first path of a flow on its page. */
async function runPath(page: Page, flow: string): Promise<void> {
  const { openTab, press } = await openVisualiser(page, flow);
  await openTab('Test');
  await press('fast');
  await press('Run path 1 on the page');
}

/** Waits until the browser has kept the green run. */
async function untilKept(page: Page): Promise<void> {
  await page.getByText('Path 1 on the page: every step led where it should.').waitFor({ timeout: 30_000 });
  const kept = () => page.evaluate(async () => (await (await caches.open('visualiser-runs')).keys()).length);
  await expect.poll(kept, { timeout: 15_000 }).toBe(1);
}

test('a red run stands beside the last green one at the step where they part', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    if (window.parent === window || sessionStorage.getItem('broken') === null) return;
    new MutationObserver(() => {
      const form = document.querySelector<HTMLElement>('[data-flow="contact"]');
      if (form) form.hidden = form.dataset.state === 'submitting';
    }).observe(document, { subtree: true, attributeFilter: ['data-state'] });
  });
  await runPath(page, 'contact');
  await untilKept(page);

  await page.evaluate(() => sessionStorage.setItem('broken', 'yes'));
  await runPath(page, 'contact');
  await page
    .getByRole('heading', { name: /^The runs part at step \d+, "submitted: by the button"$/ })
    .waitFor();
  const expectSide = async (name: string, hidden: string | null) => {
    const side = page.getByRole('region', { name, exact: true });
    expect(await side.locator('p > code').textContent()).toBe('submitting');
    await side.locator('.chart-picture .is-active').first().waitFor();
    expect(await side.locator('pre').textContent()).toMatch(/^send\(\{.*"X[x ]+/);
    expect(await side.locator('.context-tree').first().textContent()).toMatch(/name\s+"X[x ]+/);
    const picture = side.frameLocator('iframe');
    await expect.poll(() => picture.locator('[data-flow="contact"]').getAttribute('hidden')).toBe(hidden);
    expect(await side.innerText()).not.toMatch(PERSONAL);
    expect(await picture.locator('html').innerHTML()).not.toMatch(PERSONAL);
  };
  await expectSide('Last green run', null);
  await expectSide('This run', '');
});

test('a failure that no longer occurs stands beside the last green run', async () => {
  const page = await newPage();
  await runPath(page, 'scholarshipTerms');
  await untilKept(page);
  const [path] = planOf(scholarshipTermsFlow).paths;
  await page.goto(
    await failureLink({
      flow: 'scholarshipTerms',
      level: 'browser',
      path: path?.title ?? '',
      page: '/knowmore',
      steps: [
        { name: 'toggled: by the button', state: 'shown' },
        { name: 'toggled: by the button', state: 'hidden' },
      ],
      checks: [],
      actual: 'shown',
      problem: 'It was shown.',
      picture: null,
    }),
  );
  await page.getByText('✓ The failure no longer occurs on this build.').waitFor({ timeout: 30_000 });
  const green = page
    .getByRole('region', { name: 'Expected' })
    .getByRole('region', { name: 'Last green run' });
  await green.frameLocator('iframe').getByText('View Complete Terms & Conditions').first().waitFor();
  expect(await green.locator('p > code').textContent()).toBe('hidden');
});
