import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

test('an entry shows the page of its own time where the next one follows at once', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame, expectState } = visualiser;
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('Please send a prospectus.');
  const before = await page.locator('iframe[name]').boundingBox();
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await expectState('done');
  await page
    .locator('.entry-row')
    .filter({ hasText: /submitted/ })
    .first()
    .click();
  const pictured = page.locator('iframe[title="The page at this entry"]');
  const picture = page.frameLocator('iframe[title="The page at this entry"]');
  await picture.locator('[data-flow="contact"][data-state="submitting"]').waitFor({ timeout: 5_000 });
  expect(await picture.getByLabel('Full Name*').inputValue()).toBe('Xxxxx Xxxx');
  expect((await pictured.boundingBox())?.y).toBe(before?.y);
});

test('a command that acts on the page leads to now first', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page } = visualiser;
  await visualiser.sendEvent('toggled: by the button');
  await page.locator('.entry-row').first().click();
  const past = page.locator('.past-page');
  await past.waitFor();
  await visualiser.press('Pause');
  await past.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
});
