import { describe, expect, test } from 'vitest';
import { messages } from '../../../src/visualiser/messages.ts';
import { sharedBrowser } from '../browser.ts';
import { handsOn } from './visualiser.ts';

/** Every message of the error catalogue on the real page in two clicks. Spec §8. */

const { newPage } = sharedBrowser();

describe.each(messages)('$where, $condition', ({ where, condition, text }) => {
  test(`"${text}" in two clicks`, async () => {
    const page = await newPage();
    await page.goto('/visualiser');
    const { frame } = handsOn(page);
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('button', { name: `Produce: ${where}: ${condition}`, exact: true }).click();
    await page.getByText(/every step led where it should/).waitFor({ timeout: 30_000 });
    await frame.getByText(text, { exact: true }).first().waitFor();
  });
});

/** Every text that the catalogue names, by where it is shown. */
const catalogued: Readonly<Record<string, readonly string[]>> = {
  Contact: ['Invalid response from server', 'Failed to send message'],
  'Call-back': ['Failed to submit inquiry', 'Inquiry submitted successfully!'],
  Scholarship: [
    'Please fill all required fields',
    'Failed to submit application',
    'An error occurred. Please try again later.',
    'Application submitted successfully!',
  ],
  Registration: ['Registration Successful!'],
  Careers: ['No current openings in this category. Check back later!'],
  Blog: ['No blog posts found in this category.', 'Loading...'],
};

test.each(Object.entries(catalogued))('the catalogue names these for %s', (place, texts) => {
  const produced = messages.filter(({ where }) => where === place).map(({ text }) => text);
  for (const text of texts) expect(produced).toContain(text);
});
