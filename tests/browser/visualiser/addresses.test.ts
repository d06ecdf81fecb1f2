import { expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import { chartOf } from '../../../machines/paths/index.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';

const { newPage } = sharedBrowser();

/** Links that somebody may have saved. */
const links = [
  [
    '/visualiser/registration?preview=tab&state=paying.open',
    'Student registration',
    'The payment window is open.',
  ],
  ['/visualiser/contact?preview=tab&state=invalid', 'Contact message', 'The form was not sent'],
  [
    '/visualiser/scholarshipTerms?preview=tab&transition=scholarshipTerms.hidden+%C2%B7+toggled',
    'Scholarship terms',
    'hidden · toggled',
  ],
] as const;

test('every flow of the catalogue is listed with what it is for, and has its page, where it is drawn whole', async () => {
  const page = await newPage();
  await page.goto('/visualiser?preview=tab');
  for (const [index, { id, title, purpose, machine }] of nonEmpty(catalogue.entries())) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
    expect(await row.getByRole('cell').first().textContent()).toBe(purpose);
    expect(await row.getByRole('cell').nth(2).textContent()).toBe(`${chartOf(machine).transitions.length}`);
    if (!isMore && index > 2) continue;
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByText(purpose, { exact: true }).waitFor();
    await page.locator(`.chart-state[data-state="${id}"]`).waitFor({ state: 'attached' });
    expect(await page.locator('.chart-state').count(), id).toBe(chartOf(machine).states.length);
    await page.getByRole('link', { name: 'Flows' }).click();
  }
});

test('each flow and each state of it has a link that stays', async () => {
  const page = await newPage();
  for (const [path, heading, description] of links) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByRole('complementary', { name: 'Selected' }).getByText(description).waitFor();
  }
});

test('a link leads to a state, with what is folded and the level of coverage', async () => {
  const page = await newPage();
  await page.goto('/visualiser/registration?preview=tab&state=paying.open&fold=editing&level=browser');
  await page.getByRole('button', { name: 'Lead the page there' }).waitFor();
  await page.getByText('The payment window is open.').first().waitFor();
  await page.getByRole('tab', { name: 'Coverage' }).click();
  await page.getByRole('button', { name: 'built site', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'by hand', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('level')).toBe('hand');
  expect(new URL(page.url()).searchParams.get('state')).toBe('paying.open');
});

test('an address that leads nowhere says so', async () => {
  const page = await newPage();
  for (const [path, sentence] of [
    ['contact?preview=tab&state=nowhere', 'This flow has no state or transition "nowhere".'],
    ['nothing?preview=tab', 'There is no flow "nothing".'],
    ['contact/nothing?preview=tab', 'There is no page "/visualiser/contact/nothing".'],
    [
      'contact?preview=tab#recording=1.AAAA',
      'The link holds no recording that can be read. It may have been cut off: ask for the file.',
    ],
  ] as const) {
    await page.goto(`/visualiser/${path}`);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  }
});
