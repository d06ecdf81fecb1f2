import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import type { Expectation } from '../../../machines/checks/checks.types.ts';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import type { PathFailure } from '../../../machines/visualiser/pathFailures.ts';
import { failureLink } from '../../../src/visualiser/tool/storage/index.ts';
import { chromiumPageDriver } from '../../drivers/chromium/chromiumPageDriver.ts';
import { planOf } from '../../drivers/plans.ts';
import { walkOnNewPages } from '../../drivers/walks.ts';
import { PathResultKeeper, readPathFailures } from '../../support/pathFailures.ts';
import { failureLines } from '../../tools/runner/summary.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** A followed page names the missing parts in a sentence, and the link of a failed path replays it. */

const { browser, newPage } = sharedBrowser();

/** Asks the pages of the site for a check over the channel, as a visualiser does. */
const check = (page: Page, state: string, expectations: readonly Expectation[]): Promise<(string | null)[]> =>
  page.evaluate(
    ([shown, expected]) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('visualiser');
        const number = 1_000_000 + Math.random();
        const command = {
          type: 'check',
          check: number,
          flow: 'openings',
          step: '',
          state: shown,
          expectations: expected,
        };
        channel.onmessage = ({ data }) => {
          if (data.type === 'present') channel.postMessage({ type: 'command', page: data.page.id, command });
          const found = data.observations?.find((known: { check?: number }) => known.check === number);
          if (!found) return;
          channel.close();
          resolve(found.results.map(({ problem }: { problem: string | null }) => problem));
        };
        channel.postMessage({ type: 'hello', visualiser: 'a test' });
      }),
    [state, expectations] as const,
  );

const button = (name: string, isEnabled: boolean): Expectation => ({ kind: 'button', name, isEnabled });
const text = (shown: string, isShown = true): Expectation => ({ kind: 'text', text: shown, isShown });
const tab = (name: string, value: string): Expectation => ({
  kind: 'attribute',
  role: 'tab',
  name,
  attribute: 'aria-selected',
  value,
});

/** The sentence of each kind of expectation that is not met. */
const rows: [as: Expectation, otherwise: Expectation, problem: string][] = [
  [text('Bangalore'), text('Berlin'), '"Berlin" is not on the page.'],
  [text('Berlin', false), text('Bangalore', false), '"Bangalore" is visible and should not be.'],
  [text('Careers', false), text('Careers'), '"Careers" is not on the page.'],
  [button('Apply Now', true), button('Apply Now', false), 'The button "Apply Now" is on.'],
  [button('Apply Later', false), button('Apply Later', true), 'The button "Apply Later" is off.'],
  [button('Apply Now', true), button('Apply', true), 'The button "Apply" is not on the page.'],
  [text('Seen', true), text('Hidden', true), '"Hidden" is on the page, but not visible.'],
  [
    { kind: 'selectedTab', name: 'All Positions' },
    { kind: 'selectedTab', name: 'Content' },
    'The selected tab is "All Positions".',
  ],
  [
    tab('Content', 'false'),
    tab('Content', 'true'),
    'The tab "Content" has aria-selected "false", not "true".',
  ],
  [
    { kind: 'formValues', values: { city: 'Pune', news: true } },
    { kind: 'formValues', values: { city: 'Goa', street: '' } },
    'These fields show another value: city, street, news.',
  ],
  [{ kind: 'fileNames', names: [] }, { kind: 'fileNames', names: ['cv.pdf'] }, '0 files are chosen.'],
  [
    { kind: 'dialogTitle', title: 'Which one?' },
    { kind: 'dialogTitle', title: null },
    'The open dialog is "Which one?".',
  ],
  [
    { kind: 'alertBox', text: 'The last one' },
    { kind: 'alertBox', text: 'The first one' },
    'The last alert box said "The last one".',
  ],
  [
    { kind: 'fact', fact: 'it is bright', holds: true },
    { kind: 'fact', fact: 'it is dark', holds: false },
    'It does not hold that it is dark.',
  ],
  [
    { kind: 'focus', element: 'button Apply Later Really' },
    { kind: 'focus', element: 'apply-1' },
    'The focus is on "button Apply Later Really"; it should be on "apply-1".',
  ],
];

test('a page says what it does not show, for each kind of expectation', async () => {
  const { page, frame } = await openVisualiser(await newPage(), 'openings');
  page.on('dialog', (dialog) => dialog.accept());
  await frame.locator('[data-flow="openings"]').evaluate((root) => {
    const added = document.createElement('div');
    added.innerHTML =
      '<button disabled>Apply Later</button><p>Seen</p><p hidden>Hidden</p>' +
      '<dialog><h2>Which one?</h2><button>Apply Later Really</button></dialog>' +
      '<form><input name="city" value="Pune"><input name="news" type="checkbox" checked><input type="file"></form>';
    root.append(added);
    for (const message of ['The first one', 'The last one']) window.alert(message);
    for (const dialog of added.querySelectorAll('dialog')) dialog.showModal();
  });
  const [state = ''] = await frame
    .locator('[data-flow="openings"]')
    .evaluateAll((roots) => roots.map((root) => root.getAttribute('data-state') ?? ''));
  const met = rows.map(([as]) => as);
  expect(await check(page, state, met)).toEqual([null, ...met.map(() => null)]);
  expect(
    await check(
      page,
      state,
      rows.map(([, otherwise]) => otherwise),
    ),
  ).toEqual([null, ...rows.map(([, , problem]) => problem)]);
  expect(await check(page, 'elsewhere', [])).toEqual([`The page shows "${state}".`]);

  const late = check(page, 'elsewhere', [text('Late')]);
  await frame.locator('[data-flow="openings"]').evaluate((root) => {
    root.setAttribute('data-state', 'elsewhere');
    root.insertAdjacentHTML('beforeend', '<p>Late</p>');
  });
  expect(await late).toEqual([null, null]);
});

const folder = mkdtempSync(join(tmpdir(), 'failures-'));
afterAll(() => rmSync(folder, { recursive: true }));
const folders = { failures: join(folder, 'failures'), results: join(folder, 'results') };

const failure: PathFailure = {
  flow: 'scholarshipTerms',
  level: 'screens',
  path: 'path 1, 2 steps',
  page: '/knowmore',
  steps: [
    { name: 'toggled: by the button', state: 'shown' },
    { name: 'toggled: by the button', state: 'hidden' },
  ],
  checks: ['the button "View Complete Terms & Conditions" is on'],
  actual: 'shown',
  problem: 'expected \u001b[31m"shown"\u001b[39m to be "hidden"',
  picture: '<!doctype html><html><body><p>The page as it was</p></body></html>',
};

test('the link of a failure replays it to its step, red until it is mended', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    if (window.parent === window || sessionStorage.getItem('mended') !== null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#terms, [data-flow="scholarshipTerms"][data-state="shown"] { visibility: hidden }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.goto(await failureLink(failure));
  const expected = page.getByRole('region', { name: 'Expected' });
  const actual = page.getByRole('region', { name: 'Actual' });
  expect(await expected.innerText()).toContain('Step 2, "toggled: by the button", leads to hidden');
  await expected.getByText('the button "View Complete Terms & Conditions" is on').waitFor();
  expect(await actual.innerText()).toContain('It led to shown');
  await actual.getByText('expected "shown" to be "hidden"').waitFor();
  await actual.frameLocator('iframe').getByText('The page as it was').waitFor();
  const boxes = await Promise.all([expected.boundingBox(), actual.boundingBox()]);
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  await page
    .getByText(/^✗ It occurs on this build too: stopped at step 1, "toggled: by the button": /)
    .waitFor();
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await page.getByRole('button', { name: 'Run it again' }).click();
  await page.getByText('✓ The failure no longer occurs on this build.').waitFor();
  await page
    .getByText('The failure of path 1, 2 steps, on the React screen no longer occurs: every step led where')
    .waitFor();
  await page.frameLocator('.frame iframe').getByRole('button', { name: 'View Complete' }).waitFor();

  await page.goto('/visualiser/contact#failure=1.cut');
  await page.getByText('The link holds no failure that can be read.').waitFor();
});

test('a path that fails in the browser leaves a link, and a file with its picture', async () => {
  const plan = planOf(scholarshipTermsFlow);
  const [{ path, title } = { path: () => [], title: '' }] = plan.paths;
  const openBrokenPage = async () => {
    const page = await chromiumPageDriver(browser(), inject('site'), plan.id);
    const press = () => Promise.reject(new Error('The button was not pressed.'));
    return { ...page, user: { ...page.user, press } };
  };
  const keeper = new PathResultKeeper(plan.flow, 'browser', plan.driver.checks, folders);
  const walking = walkOnNewPages(plan, path(), openBrokenPage, { attempts: 0 });
  await expect(keeper.keep(title, walking)).rejects.toThrow('went wrong');

  const page = await newPage();
  const [line, link = ''] = await failureLines(folders.failures);
  expect(line).toMatch(/^scholarshipTerms, browser: 1\. .+ failed at step 1 /);
  const { pathname, hash } = new URL(link.trim());
  await page.goto(pathname + hash);
  const actual = page.getByRole('region', { name: 'Actual' });
  await actual.getByText('The picture is too long for the link.').waitFor();
  await page.getByText(`The failure of ${title}, in the browser no longer occurs: every step led`).waitFor();
  const field = page.getByLabel('Open the file of a failed path');
  const [kept] = readPathFailures(folders.failures);
  await field.setInputFiles(join(folders.failures, kept?.file ?? ''));
  const picture = actual.getByRole('img', { name: 'The page when the test failed' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
});
