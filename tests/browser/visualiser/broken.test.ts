import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** A machine that throws an error, and parts of the visualiser that are not loaded. */

const { newPage } = sharedBrowser();

const RUN = '.run-status [role="status"]';
const DONE = /every step led where it should/;

/** Sends the contact flow an event without its values: its machine throws. */
const breakContact = (page: Page) =>
  page.evaluate(async () => {
    const channel = new BroadcastChannel('visualiser');
    const found = new Promise<{ page: string; session: string }>((resolve) => {
      channel.onmessage = ({ data }) => {
        if (data.type !== 'present') return;
        const contact = data.sessions.find(({ flow }: { flow: string }) => flow === 'contact');
        if (contact) resolve({ page: data.page.id, session: contact.session });
      };
    });
    // Asked again, because the flow may not run yet.
    const asking = setInterval(() => channel.postMessage({ type: 'hello', visualiser: 'a test' }), 100);
    const { page, session } = await found;
    clearInterval(asking);
    const event = { type: 'changed', values: null };
    channel.postMessage({ type: 'command', page, command: { type: 'send', session, event } });
    channel.postMessage({ type: 'goodbye', visualiser: 'a test' });
    channel.close();
  });

test('a machine that throws is shown as broken, with the error, the event and the state, until the page is loaded again', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, press, expectState } = visualiser;
  const broken = page.getByText(/^This flow is broken: changed in idle threw the error “Cannot read .*”\.$/);
  await breakContact(page);
  await broken.waitFor();
  await visualiser.openPanel('Log');
  await page.getByRole('button', { name: /changed.*threw “Cannot read .*”/ }).waitFor();
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByText(/^Broken: changed in idle threw the error “Cannot read .*”\.$/).waitFor();
  await page.getByRole('link', { name: 'Contact message' }).click();
  await visualiser.expectStatus(/^Following Contact Us/);
  await breakContact(page);
  await broken.waitFor();
  await press('Load the page again');
  await broken.waitFor({ state: 'detached' });
  await expectState('idle');
  expect(await visualiser.frame.getByLabel('Your Message*').inputValue()).toBe('');

  await visualiser.openPanel('Paths');
  await press('fast');
  await breakContact(page);
  await broken.waitFor();
  await press('Run path 1 on the page');
  await expect.poll(() => page.locator(RUN).textContent(), { timeout: 60_000 }).toMatch(DONE);
  expect(await broken.count()).toBe(0);

  await page.goto('/visualiser/contact?state=done');
  await visualiser.expectStatus(/^Following Contact Us/);
  await breakContact(page);
  await broken.waitFor();
  await press('Lead the page there');
  await broken.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(RUN).textContent(), { timeout: 60_000 }).toMatch(DONE);
  await expectState('done');
});

test('a planner that is not loaded says so, and is loaded when it is asked again', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(document.title.startsWith('lost') ? '/nothing.js' : url, options);
      }
    };
  });
  const visualiser = await openVisualiser(page, 'contact?state=done');
  const title = await page.title();
  await page.evaluate(() => {
    document.title = `lost ${document.title}`;
  });
  await visualiser.openPanel('Paths');
  await page.getByText(/^The paths could not be worked out\. The planner was not loaded\./).waitFor();
  await visualiser.press('Lead the page there');
  await expect.poll(() => page.locator(RUN).textContent()).toContain('The planner was not loaded.');
  await page.evaluate((text) => {
    document.title = text;
  }, title);
  await visualiser.openPanel('Log');
  await visualiser.openPanel('Paths');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
});

test('a run that is halted in one flow is seen in every other, and where messages are produced', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, press } = visualiser;
  await visualiser.openPanel('Paths');
  await press('slow');
  await press('Run path 1 on the page');
  await press('Pause');
  const halted = page.getByText(/^Path 1 on the page of "Contact message": \d+ of \d+ steps$/);
  await page.getByRole('link', { name: 'Messages' }).click();
  await halted.waitFor();
  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('link', { name: 'Scholarship terms' }).click();
  await halted.waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Dismiss' }).getAttribute('aria-disabled'))
    .toBeNull();
  await press('Dismiss');
  await halted.waitFor({ state: 'detached' });
});
