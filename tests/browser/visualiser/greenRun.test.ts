import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The last green run of a path is kept, and shown beside a red one. */

const { newPage } = sharedBrowser();

const PERSONAL = /Asha|example\.com/;

test('a red run stands beside the last green one at the step where they part', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    if (window.parent === window || sessionStorage.getItem('broken') === null) return;
    new MutationObserver(() => {
      const form = document.querySelector<HTMLElement>('[data-flow="contact"]');
      if (form) form.hidden = form.dataset.state === 'submitting';
    }).observe(document, { subtree: true, attributeFilter: ['data-state'] });
  });
  const runPath = async () => {
    const { openTab, press } = await openVisualiser(page, 'contact');
    await openTab('Test');
    await press('fast');
    await press('Run path 1 on the page');
  };
  await runPath();
  await page.getByText('Path 1 on the page: every step led where it should.').waitFor({ timeout: 30_000 });
  const kept = () => page.evaluate(async () => (await (await caches.open('visualiser-runs')).keys()).length);
  await expect.poll(kept, { timeout: 15_000 }).toBe(1);

  await page.evaluate(() => sessionStorage.setItem('broken', 'yes'));
  await runPath();
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
