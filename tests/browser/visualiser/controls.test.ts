import { expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, visualiserPage } from './visualiserPage.ts';

/** The controls of the view of a flow: few at rest, and the rest in the palette. */

const { newPage } = sharedBrowser();

const LARGE = { viewport: { width: 1440, height: 900 } };

/** The contents of inspector, chart and timeline, which are no controls of the view. */
const LISTS = '[role="tabpanel"], .context, .chart-viewport, .entries';

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
    const headings = page.locator('.inspector h2').filter({ visible: true });
    await expect.poll(() => headings.first().textContent()).toBe('Context');
    await page.getByRole('region', { name: 'Context' }).getByText('alert').waitFor();
  }
});

test('the paths stand first among the tests of a flow', async () => {
  const { page, openTab } = await openVisualiser(await newPage(LARGE), 'contact');
  await openTab('Test');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
  const headings = page.getByRole('tabpanel').locator('h2');
  expect(await headings.allTextContents()).toEqual(['Paths', 'Coverage', 'Recording']);
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

test('settings survive a change of tabs', async () => {
  const { page, openTab, press } = await openVisualiser(await newPage(LARGE), 'contact');
  await page.getByText('Network, answers and translation').click();
  await page.getByLabel('Status', { exact: true }).fill('418');
  await page.getByLabel('Payload of draftFound: everything saved', { exact: true }).click();
  const payload = page.getByRole('textbox', { name: /^Payload of draftFound: everything saved/ });
  await payload.fill('{ "values": {} }');
  await openTab('Test');
  await page.getByLabel('Steps of path 1').click();
  await press('fast');
  await openTab('Now');
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('418');
  expect(await payload.inputValue()).toBe('{ "values": {} }');
  await openTab('Test');
  await page.getByRole('button', { name: 'fast', pressed: true }).waitFor();
  await page.locator('.path details[open] .steps').waitFor();
});

test('an event of the payment window is listed once', async () => {
  const visualiser = await openVisualiser(await newPage(LARGE), 'registration');
  const { page, press, sendEvent, expectState } = visualiser;
  await visualiser.pause();
  await sendEvent('changed: everything valid');
  await sendEvent('submitted: by the button');
  await press('an open order');
  await press('loaded');
  await expectState('paying.open');
  const named = page.getByRole('tabpanel').getByRole('button', { name: /paymentFailed: / });
  expect(await named.count()).toBeGreaterThan(0);
  const names = await named.evaluateAll((all) =>
    all.map((button) => (button.getAttribute('aria-label') ?? button.textContent).replace(/^Send /, '')),
  );
  expect(names.length).toBe(new Set(names).size);
});

test('a response has its time and its headers', async () => {
  const { page, frame, expectState } = await openVisualiser(await newPage(LARGE), 'contact');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('Please send a prospectus.');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await expectState('done');
  await page.locator('.entry-row', { hasText: '200 to POST /api/contact' }).click();
  const details = page.getByRole('region', { name: '200 to POST /api/contact' });
  await details.getByText(/^after [\d.]+ s$/).waitFor();
  await details.getByText('Headers').click();
  await details.getByText(/^content-type: application\/json/m).waitFor();
});

test('an empty panel says what would fill it', async () => {
  const page = await newPage(LARGE);
  await page.goto('/visualiser/contact?preview=tab');
  const { openTab, choose } = visualiserPage(page);
  const says = (sentence: string | RegExp) => page.getByText(sentence).waitFor();
  await says('It is shown while the flow runs.');
  await says(/^The flow does not run on the page that is followed\. Its page, \/contact, does/);
  await says('Use the page, send an event or run a path: what happens is listed here.');
  await openTab('Test');
  await says('Rec, in the bar, records what happens to the flow on its page.');
  await choose('coverage of browser');
  await says(/^Not run: the chart marks coverage here once/);
  await openTab('Compare');
  await says('Contact message does what its written plan says.');
  await says('Record the flow, or open a recording in Test, to compare it with the file of another.');
});
