import { describe, expect, test } from 'vitest';
import { errorCatalogue, titleOf } from '../../../src/visualiser/tool/errorCatalogue.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { visualiserPage } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

/** The error catalogue of the specification: where, when, and every text that is shown. Spec §8. */
const catalogue: readonly [where: string, condition: string, texts: readonly string[]][] = [
  ['Contact', 'response not JSON', ['Invalid response from server']],
  ['Contact', 'status not ok', ['Messages cannot be taken at the moment.', 'Failed to send message']],
  ['Contact', 'network failure', ['Failed to fetch']],
  ['Call-back', 'non-OK response', ['Inquiries cannot be taken at the moment.', 'Failed to submit inquiry']],
  ['Call-back', 'success', ['Inquiry submitted successfully!']],
  ['Scholarship', 'missing field', ['Please fill all required fields']],
  [
    'Scholarship',
    'server failure',
    [
      'Applications are closed at the moment.',
      'Failed to submit application',
      'An error occurred. Please try again later.',
    ],
  ],
  ['Scholarship', 'success', ['We have your application.', 'Application submitted successfully!']],
  ['Registration', 'order creation fails', ['Orders cannot be created at the moment.']],
  ['Registration', 'payment fails', ['Payment failed: Your payment was declined by the bank.']],
  ['Registration', 'registration call fails', ['Registrations cannot be stored at the moment.']],
  [
    'Registration',
    'checkout script fails to load',
    ['Payment failed: the payment window could not be loaded. Please check your connection and try again.'],
  ],
  [
    'Registration',
    'success',
    [
      'Registration Successful!',
      'Your payment was processed successfully.',
      'Thank you for registering. You will receive a confirmation email shortly.',
    ],
  ],
  ['Careers', 'empty category', ['No current openings in this category. Check back later!']],
  ['Blog', 'empty category', ['No blog posts found in this category.']],
  ['Blog', 'unknown slug', ['Loading...']],
];

const textsOf = ({ text, more = [] }: (typeof errorCatalogue)[number]) => [text, ...more];

test.each(catalogue)('%s, %s: the visualiser knows every text', (where, condition, texts) => {
  const known = errorCatalogue.filter(
    (message) => message.where === where && message.condition.startsWith(condition),
  );
  expect(known.flatMap(textsOf)).toEqual(texts);
});

/** The messages of the specification, and one of each other kind. */
const sample = errorCatalogue.filter(
  ({ where, condition }) =>
    catalogue.some(([place, start]) => where === place && condition.startsWith(start)) ||
    /offline|paid but not saved|window loads slowly|post not loaded/.test(condition),
);

describe('in two clicks on the real page', () => {
  const places = [...new Set(sample.map(({ where }) => where))];

  test.each(places.filter((place) => isMore || place === 'Contact'))('messages of %s', async (place) => {
    const page = await newPage();
    await page.goto('/visualiser');
    const { frame } = visualiserPage(page);
    const run = page.locator('.run-status [role="status"]');
    for (const message of nonEmpty(sample.filter(({ where }) => where === place))) {
      const { text } = message;
      await page.getByRole('link', { name: 'Messages' }).click();
      await page.getByRole('button', { name: `Produce: ${titleOf(message)}`, exact: true }).click();
      const outcome = run.filter({ hasText: text }).filter({ hasText: /led where it should|stopped/ });
      expect(await outcome.textContent()).toContain('every step led where it should.');
      for (const shown of textsOf(message)) await frame.getByText(shown).first().waitFor();
    }
  });

  test('where another tab is chosen and no page is open, the page comes up in a frame', async () => {
    const page = await newPage();
    await page.goto('/visualiser/contact?preview=tab');
    const { frame, expectStatus } = visualiserPage(page);
    await expectStatus('No page of the site answers.');
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('button', { name: 'Produce: Careers: empty category' }).click();
    await page.getByText('Check back later!: every step led where it should.').waitFor();
    await frame.getByText('No current openings in this category. Check back later!').waitFor();
    await page.getByRole('button', { name: 'Phone', pressed: true }).waitFor();
  });
});

test('all that are found are produced one after the other, and ticked; the browser keeps the ticks', async () => {
  const page = await newPage();
  await page.goto('/visualiser/messages');
  await page.getByRole('searchbox', { name: 'Search' }).fill('scholarship phone');
  const found = errorCatalogue.filter((message) => /^Scholarship: .*phone/.test(titleOf(message)));
  await page.getByRole('button', { name: `Produce all ${found.length} found` }).click();
  const ticks = page.locator('.message-result', { hasText: '✓' });
  await expect.poll(() => ticks.count(), { timeout: 60_000 }).toBe(found.length);
  await page.getByRole('button', { name: `Produce all ${found.length} found` }).waitFor();
  await page.getByText(`${found.length} of ${errorCatalogue.length} seen`).waitFor();
  await page.reload();
  await expect.poll(() => ticks.count()).toBe(found.length);
  await page.getByRole('button', { name: 'Clear the ticks' }).click();
  await expect.poll(() => ticks.count()).toBe(0);
});
