import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The timeline of the followed page: events, calls, loads and pictures, and the way back into each. */

const { newPage } = sharedBrowser();

const PERSONAL = /Kiran|kiran@home/;

test('a slider goes through events, calls and pictures, masked until values are shown, and leads back into any', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame, press, openPanel, expectState } = visualiser;
  const picture = page.frameLocator('iframe[title="The page at this entry"]');
  const entry = (name: RegExp) => page.locator('.entry-row').filter({ hasText: name });
  await openPanel('Log');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Phone Number*').fill('9000011111');
  await frame.getByLabel('Your Message*').fill('Kiran Bedi asks for a prospectus.');
  await expect.poll(() => entry(/changed/).count()).toBeGreaterThan(3);
  await page.waitForTimeout(1500);
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await expectState('done');
  console.log(await page.locator('.entry-row').allTextContents());
  await page.waitForTimeout(1500);
  await press('First entry');
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/h/tl1.png' });
  await entry(/POST \/api\/contact$/).first().click();
  await page.waitForTimeout(500);
  console.log(await page.locator('.entry-details').allTextContents());
  console.log(await picture.locator('body').innerHTML());
  await page.screenshot({ path: '/tmp/h/tl2.png' });
  await entry(/response/).click();
  await press('Show typed values');
  await page.waitForTimeout(500);
  console.log(await page.locator('.entry-details').allTextContents());
  await page.screenshot({ path: '/tmp/h/tl3.png' });
});
