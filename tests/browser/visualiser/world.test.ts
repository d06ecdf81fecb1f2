import { describe, expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

/** The world waits for the tester, who answers in its place. */

const { newPage } = sharedBrowser();

const submitted = async (flow: string) => {
  const tester = await openVisualiser(await newPage(), flow);
  await tester.hold();
  await tester.send('changed: everything right');
  await tester.send('submitted: by the button');
  return tester;
};

describe.each(Object.entries(contactFlow.outcomes.send ?? {}))('the answer "%s"', (name, outcome) => {
  test('comes when it is given, and not before', async () => {
    const tester = await submitted('contact');
    await tester.isIn('submitting');
    await tester.panel('World');
    await tester.page.getByText('waits for you').waitFor();
    await tester.press(name);
    await tester.isIn('error' in outcome ? 'failed' : 'done');
    if ('error' in outcome) await tester.frame.getByText(outcome.error.message, { exact: true }).waitFor();
  });
});

test('an answer that never comes: its timer is fired now', async () => {
  const tester = await submitted('contact');
  await tester.panel('World');
  await tester.press('never answer');
  await tester.page.getByText('is never answered').waitFor();
  await tester.press('Fire sendTimeout (30 s) now');
  await tester.isIn('failed');
  await tester.frame.getByText(/did not answer in time/).waitFor();
});

test('the real world can be asked, or the world let go on', async () => {
  const tester = await submitted('contact');
  await tester.panel('World');
  await tester.press('ask the real world');
  await tester.isIn('done');

  await tester.send('changed: everything right');
  await tester.send('submitted: by the button');
  await tester.isIn('submitting');
  await tester.panel('World');
  await tester.press('Hold the world');
  await tester.isIn('done');
});

test('time stands still for the flow that is held', async () => {
  const page = await newPage();
  await page.clock.install();
  const tester = await openVisualiser(page, 'heroSlideshow');
  await tester.hold();
  const slides = tester.frame.locator('[data-flow="heroSlideshow"] [aria-roledescription="slide"]');
  const slide = () => slides.filter({ visible: true }).textContent();
  const before = await slide();
  await page.clock.runFor(10_000);
  expect(await slide()).toBe(before);
  await tester.press('Fire slideInterval (3 s) now');
  await expect.poll(slide).not.toBe(before);
});

test('what an actor was given is shown masked until asked for', async () => {
  const tester = await openVisualiser(await newPage(), 'contact');
  await tester.hold();
  await tester.frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await tester.frame.getByLabel('Email Address*').fill('kiran@home.in');
  await tester.frame.getByLabel('Your Message*').fill('Call me on 9000011111');
  await tester.frame.getByRole('button', { name: 'Send Message' }).click();
  await tester.panel('World');
  await tester.page.getByText('what it was given').click();
  const given = tester.page.locator('.open-call pre');
  await expect.poll(() => given.textContent()).toContain('@');
  expect(await given.textContent()).not.toMatch(/Kiran|kiran@home|9000011111/);
  await tester.press('Show typed values');
  await expect.poll(() => given.textContent()).toContain('Kiran Bedi');
});

test('the payment window waits too: each of its events can be sent by name', async () => {
  const tester = await submitted('registration');
  await tester.panel('World');
  await tester.press('an open order');
  await tester.press('loaded');
  await tester.isIn('paying.open');
  await tester.press('paymentFailed: the bank refuses');
  await tester.isIn('paying.back.declined');
  await tester.press('paymentSucceeded: the customer pays');
  await tester.isIn('registering');
  await tester.press('stored');
  await tester.isIn('registered');
  await tester.frame.getByText('Registration Successful!').waitFor();
});

test('the payment window that cannot be opened', async () => {
  const tester = await submitted('registration');
  await tester.panel('World');
  await tester.press('an open order');
  await tester.press('loaded');
  await tester.press('cannot be opened');
  await tester.isIn('editing.blocked');
});
