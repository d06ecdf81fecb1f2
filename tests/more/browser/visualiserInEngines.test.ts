import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openVisualiser } from '../../browser/visualiser/visualiserPage.ts';
import { freshContext } from '../../drivers/engines/enginePageDriver.ts';
import { openWebkit, type WebkitPage } from '../../drivers/engines/webkitPage.ts';
import { engineExecutables, launchEngine } from '../../support/engines.ts';

const RUN_DONE = /every step led where it should/;

const executable = engineExecutables.Firefox();
const webkitDriver = engineExecutables.WebKit();

/** Its pages start their flows before the agent of the visualiser is loaded. */

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
    await visualiser.pause();
    await visualiser.press('Pause');
    await visualiser.openTab('Test');
    await visualiser.press('fast');
    await visualiser.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator('.run-line [role="status"]').textContent(), { timeout: 60_000 })
      .toMatch(RUN_DONE);
  });
});

describe.runIf(webkitDriver !== null)('the visualiser in WebKit', () => {
  let page: WebkitPage;
  beforeAll(async () => {
    page = await openWebkit(webkitDriver ?? '');
  });
  afterAll(() => page.close());

  const textOf = (selector: string) =>
    page.evaluate((given: string) => document.querySelector(given)?.textContent ?? '', selector);
  const expectText = (selector: string, text: string | RegExp) =>
    expect.poll(() => textOf(selector), { message: selector, timeout: 60_000 }).toMatch(text);

  test('follows a page, holds it, runs a path on it and can report it', async () => {
    await page.open(`${inject('site')}/visualiser/scholarshipTerms`);
    await expectText('.link-status-text', /^Following/);
    await expectText('.current code', 'hidden');
    await page.switchToFrame(true);
    await page.press('View Complete Terms & Conditions');
    await page.switchToFrame(false);
    await expectText('.current code', 'shown');
    for (const name of ['Pause', 'Pause', 'Test', 'fast', 'Run path 1 on the page']) await page.press(name);
    await expectText('.run-line [role="status"]', RUN_DONE);
    await page.press('Bug report');
  });
});
