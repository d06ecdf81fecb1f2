import { expect, test } from 'vitest';
import type { PathFailure } from '../../../machines/paths/pathFailure.ts';
import { failureLink } from '../../../src/visualiser/failureLinks.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage } = sharedBrowser();

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
