import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { scholarshipTermsFlow } from '../../../machines/scholarshipTerms/scholarshipTerms.flow.ts';
import type { PathFailure } from '../../../machines/visualiser/pathFailures.ts';
import { failureLink } from '../../../src/visualiser/tool/failureLinks.ts';
import { chromiumPageDriver } from '../../drivers/chromium/chromiumPageDriver.ts';
import { planOf } from '../../drivers/plans.ts';
import { walkOnNewPages } from '../../drivers/walks.ts';
import { failureLines } from '../../runner/summary.ts';
import { PathResultKeeper } from '../../support/pathFailures.ts';
import { sharedBrowser } from '../browser.ts';

const { browser, newPage } = sharedBrowser();

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
  problem: 'expected "shown" to be "hidden"',
  picture: '<!doctype html><html><body><p>The page as it was</p></body></html>',
};

test('the link of a failure replays it to the failed step, and shows expected and actual side by side', async () => {
  const page = await newPage();
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
  await page.getByText('The failure of path 1, 2 steps, on the React screen: every step led where').waitFor();
  await page.frameLocator('.frame iframe').getByRole('button', { name: 'View Complete' }).waitFor();

  await page.goto('/visualiser/contact#failure=1.cut');
  await page.getByText('The link holds no failure that can be read.').waitFor();
});

test('a path that fails in the browser leaves a link, and a file that is opened with the picture that the link lacks', async () => {
  const plan = planOf(scholarshipTermsFlow);
  const [{ path, title } = { path: [], title: '' }] = plan.paths;
  const openBrokenPage = async () => {
    const page = await chromiumPageDriver(browser(), inject('site'), plan.id);
    const press = () => Promise.reject(new Error('The button was not pressed.'));
    return { ...page, user: { ...page.user, press } };
  };
  const keeper = new PathResultKeeper(plan.flow, 'browser', plan.driver.checks, folders);
  const walking = walkOnNewPages(plan, path, openBrokenPage, { attempts: 0 });
  await expect(keeper.keep(title, walking)).rejects.toThrow('went wrong');

  const page = await newPage();
  const [line, link = ''] = await failureLines(folders.failures);
  expect(line).toMatch(/^scholarshipTerms, browser: path 1, 2 steps failed at step 1 /);
  const { pathname, hash } = new URL(link.trim());
  await page.goto(pathname + hash);
  const actual = page.getByRole('region', { name: 'Actual' });
  await actual.getByText('The picture is too long for the link.').waitFor();
  await page.getByText('The failure of path 1, 2 steps, in the browser: every step led where').waitFor();
  const field = page.getByLabel('Open the file of a failed path');
  await field.setInputFiles(join(folders.failures, 'scholarshipTerms-browser-path-1.json'));
  const picture = actual.getByRole('img', { name: 'The page when the test failed' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
});
