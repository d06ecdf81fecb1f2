import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openVisualiser } from '../../browser/visualiser/visualiserPage.ts';
import { freshContext } from '../../drivers/engines/enginePageDriver.ts';
import { engineExecutables, launchEngine } from '../../support/engines.ts';

/** The visualiser in Firefox, whose page starts its flows before the agent of the visualiser is loaded. */

const executable = engineExecutables.Firefox();

describe.runIf(executable !== null)('the visualiser in Firefox', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchEngine.Firefox(executable ?? '');
  });
  afterAll(() => browser.close());

  const open = async () => {
    const { page, giveBack } = await freshContext(browser, { baseURL: inject('site') });
    onTestFinished(giveBack);
    return openVisualiser(page, 'scholarshipTerms');
  };

  test.each([1, 2, 3, 4, 5, 6])('knows the beginning of a flow, on load %i', async () => {
    const { page } = await open();
    const report = page.getByRole('button', { name: 'Bug report', exact: true });
    await expect.poll(() => report.isEnabled()).toBe(true);
  });

  test('follows a page, holds it and runs a path on it', async () => {
    const visualiser = await open();
    const { page, frame } = visualiser;
    await frame.getByRole('button', { name: 'View Complete Terms & Conditions' }).click();
    await visualiser.expectState('shown');
    await visualiser.hold();
    await visualiser.press('Hold');
    await visualiser.openTab('Test');
    await visualiser.press('fast');
    await visualiser.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator('.run-line [role="status"]').textContent(), { timeout: 60_000 })
      .toMatch(/every step led where it should/);
  });
});
