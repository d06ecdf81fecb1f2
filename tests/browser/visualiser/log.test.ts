import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

const PERSONAL = /Kiran|9000011111/;

test('an entry says what was taken, what the guards returned, and the context before and after', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await visualiser.openPanel('Log');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('   ');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await visualiser.expectState('invalid');
  await page.getByRole('button', { name: /submitted: by the button invalid$/ }).click();
  const details = page.getByRole('region', { name: 'What "submitted" did' });
  await details.getByText('isValid: no').waitFor();
  await details.getByText('passesBrowserValidation: yes').waitFor();
  const row = (path: string) => details.getByRole('row', { name: new RegExp(`^${path}`) });
  expect(await row('alert.message').getByRole('cell').allTextContents()).toEqual([
    '–',
    '"Please write a message."',
  ]);
  expect(await details.textContent()).not.toMatch(PERSONAL);
  await visualiser.press('Show typed values');
  await expect.poll(() => details.textContent()).toContain('Kiran Bedi');
});

test('restart from here: the page is loaded again with the flow in that state, its invoked actors and timers running', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await visualiser.pauseEnvironment();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await visualiser.openPanel('Environment');
  await visualiser.press('accepted');
  await visualiser.expectState('done');
  await visualiser.openPanel('Log');
  await page.getByRole('button', { name: /submitted: by the button submitting$/ }).click();
  await page.getByText(/Requests that were sent stay sent/).waitFor();
  await visualiser.press('Restart from here');
  await visualiser.expectState('submitting');
  expect(await frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
  await visualiser.openPanel('Environment');
  await page.getByText('waits for you').waitFor();
  await visualiser.press('connection broken');
  await visualiser.expectState('failed');

  await visualiser.openPanel('Log');
  await visualiser.press('Restart from here');
  await visualiser.expectState('submitting');
  await visualiser.openPanel('Environment');
  await visualiser.press('Fire sendTimeout (30 s) now');
  await visualiser.expectState('failed');
  await frame.getByText(/did not answer in time/).waitFor();
});

test('restart into a state with something under way offers to pause the environment first, also inside the payment window', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration');
  const { page } = visualiser;
  await visualiser.pauseEnvironment();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.openPanel('Environment');
  await visualiser.press('an open order');
  await visualiser.press('loaded');
  await visualiser.expectState('paying.open');
  await visualiser.press('cannot be opened');
  await visualiser.expectState('editing.blocked');
  await visualiser.press('Pause the environment');
  await page.getByRole('button', { name: 'Pause the environment', pressed: false }).waitFor();
  await visualiser.openPanel('Log');
  for (const [entry, state] of [
    [/creatingOrder(\.\w+)*$/, 'creatingOrder'],
    [/paying\.open$/, 'paying.open'],
  ] as const) {
    await page.getByRole('button', { name: entry }).first().click();
    await visualiser.press('Pause the environment and restart from here');
    await visualiser.expectState(state);
    await visualiser.openPanel('Environment');
    await page.getByText('waits for you', { exact: true }).waitFor();
    await visualiser.press('Pause the environment');
    await page.getByRole('button', { name: 'Pause the environment', pressed: false }).waitFor();
    await visualiser.openPanel('Log');
  }
});

test('a state inside others is restarted with all of its timers', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration');
  await visualiser.pauseEnvironment();
  for (const step of ['changed: everything valid', 'submitted: by the button'])
    await visualiser.sendEvent(step);
  await visualiser.openPanel('Environment');
  await visualiser.press('an open order');
  await visualiser.expectState('loadingCheckout.requesting.onTime');
  await visualiser.openPanel('Log');
  await visualiser.page.getByRole('button', { name: /loadingCheckout\.requesting\.onTime$/ }).click();
  await visualiser.press('Restart from here');
  await visualiser.expectState('loadingCheckout.requesting.onTime');
  await visualiser.openPanel('Environment');
  await visualiser.press('Fire slowNotice (6 s) now');
  await visualiser.expectState('loadingCheckout.requesting.slow');
});

test('the log is bounded, a page of it at a time', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame } = visualiser;
  await visualiser.openPanel('Log');
  await frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 2_100; press += 1) root.querySelector('button')?.click();
  });
  await page.getByText('2000 entries').waitFor();
  expect(await page.locator('.entry-row').count()).toBe(40);
  const isOlder = () => new URL(page.url()).searchParams.has('before');
  await visualiser.press('Older');
  await expect.poll(isOlder).toBe(true);
  expect(await page.locator('.entry-row').count()).toBe(40);
  await visualiser.press('Newest');
  await expect.poll(isOlder).toBe(false);
  await visualiser.press('Clear the log');
  await page.getByText('0 entries').waitFor();
});
