import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { observeFlows } from '../drivers/observeFlows.ts';
import { runCommandInProcess } from '../support/commandFixture.ts';
import { paths } from '../tools/paths.ts';
import { sharedBrowser } from './browser.ts';
import { contactForm, json } from './forms.ts';

/** A test without knowledge of flows, and the rest that the plan of its flow leaves to it. */

const { newPage } = sharedBrowser();

test('a plan beside a test of Playwright has only what the test leaves out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'coverage.json');

  const page = await newPage();
  const saveCoverage = await observeFlows(page);
  const replies = [json(500, {}), json(200, { success: true })];
  await page.route('**/api/contact', (route) => route.fulfill(replies.shift()));
  await page.goto('/contact');
  const send = page.getByRole('button', { name: contactForm.button });
  for (const [name, value] of Object.entries(contactForm.values))
    await page.locator(`main form [name="${name}"]`).fill(String(value));
  await send.click();
  await page.locator('[data-flow="contact"][data-state="failed"]').waitFor();
  await send.click();
  await page.getByText(contactForm.sent).waitFor();
  saveCoverage(file);

  const stepsOf = async (...args: string[]) => {
    const { out } = await runCommandInProcess(paths, 'contact', '--criterion', 'states', ...args);
    return [...out.matchAll(/^Test \d+ \((\d+) steps\)$/gm)].reduce(
      (sum, [, steps]) => sum + Number(steps),
      0,
    );
  };
  const { out } = await runCommandInProcess(paths, 'contact', '--beside', file);
  expect(out).toContain('19 of 19 transitions');
  expect(await stepsOf('--beside', file)).toBeLessThan(await stepsOf());
});
