import { expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The controls of the view of a flow: few at rest, and the rest in the palette. */

const { newPage } = sharedBrowser();

const LARGE = { viewport: { width: 1440, height: 900 } };

/** Lists what is outside of the contents of panel, chart and timeline. */
const LISTS = '[role="tabpanel"], .chart-viewport, .entries';

test('a flow has at most 20 controls at rest', async () => {
  const { page } = await openVisualiser(await newPage(LARGE), 'contact');
  await page.locator('.chart-drawing').waitFor();
  const controls = await page
    .locator('main :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')
    .filter({ visible: true })
    .evaluateAll(
      (all, lists) =>
        all
          .filter((control) => !control.closest(lists))
          .map((control) => control.getAttribute('aria-label') ?? control.textContent),
      LISTS,
    );
  expect(controls.length, controls.join(', ')).toBeGreaterThan(10);
  expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(20);
});

test('the palette has every command without a button', async () => {
  const { page, press } = await openVisualiser(await newPage(LARGE), 'contact');
  await press('Ctrl-K');
  const field = page.getByRole('combobox', { name: /^Find a command/ });
  for (const name of nonEmpty([
    ...['First entry', 'Run again', 'Lead the page to the selection', 'Next uncovered'],
    ...['Run all paths', 'Mark what is untouched on the page, or no longer', 'Clear the timeline'],
    ...['Show the page in a tablet', 'Show the coverage by hand', 'Show the coverage of screens'],
    ...['Go to failed', 'Go to idle · submitted[0]'],
  ])) {
    await field.fill(name);
    await page.getByRole('option', { name }).first().waitFor();
  }
});

test('the context stands first in every tab', async () => {
  const { page, openTab } = await openVisualiser(await newPage(LARGE), 'contact');
  for (const tab of ['Now', 'Test', 'Compare'] as const) {
    await openTab(tab);
    const panel = page.getByRole('tabpanel');
    await expect.poll(() => panel.locator('h2').first().textContent()).toBe('Context');
    await panel.locator('.context-key', { hasText: 'alert' }).waitFor();
  }
});

test('the paths stand first among the tests of a flow', async () => {
  const { page, openTab } = await openVisualiser(await newPage(LARGE), 'contact');
  await openTab('Test');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
  const headings = page.getByRole('tabpanel').locator('h2');
  expect(await headings.allTextContents()).toEqual(['Context', 'Paths', 'Coverage', 'Recording']);
});

test('words filter the events of a flow', async () => {
  const { page } = await openVisualiser(await newPage(LARGE), 'contact');
  const send = page.getByRole('button', { name: /^Send / });
  await page.getByLabel('Find an event').fill('changed dot');
  await expect
    .poll(() => send.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label'))))
    .toEqual([
      'Send changed: e-mail address without a dot',
      'Send changed: spaces as name, e-mail without a dot',
    ]);
  await page.getByLabel('Find an event').fill('nothing like this');
  await page.getByText('No event has these words.').waitFor();
});
