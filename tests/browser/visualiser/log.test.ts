import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

const { newPage } = sharedBrowser();

const PERSONAL = /Kiran|9000011111/;

test('an entry says what was taken, what the guards answered, and the context before and after', async () => {
  const tester = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = tester;
  await tester.panel('Log');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('   ');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await tester.isIn('invalid');
  await page.getByRole('button', { name: /submitted: by the button invalid$/ }).click();
  const details = page.getByRole('region', { name: 'What "submitted" did' });
  await details.getByText('isRight: no').waitFor();
  await details.getByText('isLetThrough: yes').waitFor();
  const row = (place: string) => details.getByRole('row', { name: new RegExp(`^${place}`) });
  expect(await row('alert.message').getByRole('cell').allTextContents()).toEqual([
    '–',
    '"Please write a message."',
  ]);
  expect(await details.textContent()).not.toMatch(PERSONAL);
  await tester.press('Show typed values');
  await expect.poll(() => details.textContent()).toContain('Kiran Bedi');
});

test('restart from here: the page is loaded again with the flow in that state, its calls and timers running', async () => {
  const tester = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = tester;
  await tester.hold();
  await tester.send('changed: everything right');
  await tester.send('submitted: by the button');
  await tester.isIn('submitting');
  await tester.panel('World');
  await tester.press('taken');
  await tester.isIn('done');
  await tester.panel('Log');
  await page.getByRole('button', { name: /submitted: by the button submitting$/ }).click();
  await page.getByText(/Calls that were made stay made/).waitFor();
  await tester.press('Restart from here');
  await tester.isIn('submitting');
  expect(await frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
  await tester.panel('World');
  await page.getByText('waits for you').waitFor();
  await tester.press('connection broken');
  await tester.isIn('failed');

  await tester.panel('Log');
  await tester.press('Restart from here');
  await tester.isIn('submitting');
  await tester.panel('World');
  await tester.press('Fire sendTimeout (30 s) now');
  await tester.isIn('failed');
  await frame.getByText(/did not answer in time/).waitFor();
});

test('a state inside others is restarted with all of its timers', async () => {
  const tester = await openVisualiser(await newPage(), 'registration');
  await tester.hold();
  for (const step of ['changed: everything right', 'submitted: by the button']) await tester.send(step);
  await tester.panel('World');
  await tester.press('an open order');
  await tester.isIn('loadingCheckout.requesting.prompt');
  await tester.panel('Log');
  await tester.page.getByRole('button', { name: /loadingCheckout\.requesting\.prompt$/ }).click();
  await tester.press('Restart from here');
  await tester.isIn('loadingCheckout.requesting.prompt');
  await tester.panel('World');
  await tester.press('Fire slowNotice (6 s) now');
  await tester.isIn('loadingCheckout.requesting.slow');
});

test('the log is bounded, a page of it at a time', async () => {
  const tester = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = tester;
  await tester.panel('Log');
  await frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 2_100; press += 1) root.querySelector('button')?.click();
  });
  await page.getByText('2000 entries').waitFor();
  expect(await page.locator('.entry-row').count()).toBe(40);
  const isOlder = () => new URL(page.url()).searchParams.has('before');
  await tester.press('Older');
  await expect.poll(isOlder).toBe(true);
  expect(await page.locator('.entry-row').count()).toBe(40);
  await tester.press('Newest');
  await expect.poll(isOlder).toBe(false);
  await tester.press('Clear the log');
  await page.getByText('0 entries').waitFor();
});
