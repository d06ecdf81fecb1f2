import { describe, expect, test } from 'vitest';
import { contactFlow } from '../../../machines/contact/contact.flow.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The environment is paused, and the tester chooses the outcomes of the invoked actors. */

const { newPage } = sharedBrowser();

const submittedForm = async (flow: string) => {
  const visualiser = await openVisualiser(await newPage(), flow);
  await visualiser.pauseEnvironment();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  return visualiser;
};

describe.each(Object.entries(contactFlow.outcomes.send ?? {}))('the outcome "%s"', (name, outcome) => {
  test('comes when it is given, and not before', async () => {
    const visualiser = await submittedForm('contact');
    await visualiser.expectState('submitting');
    await visualiser.openPanel('Environment');
    await visualiser.page.getByText('waits for you').waitFor();
    await visualiser.press(name);
    await visualiser.expectState('error' in outcome ? 'failed' : 'done');
    if ('error' in outcome) {
      const message = outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
      await visualiser.frame.getByText(message, { exact: true }).waitFor();
    }
  });
});

test('an actor that never settles: its timer is fired now', async () => {
  const visualiser = await submittedForm('contact');
  await visualiser.openPanel('Environment');
  await visualiser.press('never settle');
  await visualiser.page.getByText('never settles').waitFor();
  await visualiser.press('Fire sendTimeout (30 s) now');
  await visualiser.expectState('failed');
  await visualiser.frame.getByText(/did not answer in time/).waitFor();
});

test('the real actor can be run, or the environment resumed', async () => {
  const visualiser = await submittedForm('contact');
  await visualiser.openPanel('Environment');
  await visualiser.press('run the real actor');
  await visualiser.expectState('done');

  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await visualiser.openPanel('Environment');
  await visualiser.press('Pause the environment');
  await visualiser.expectState('done');
});

test('the clock of the flow whose environment is paused stands still', async () => {
  const page = await newPage();
  await page.clock.install();
  const visualiser = await openVisualiser(page, 'heroSlideshow');
  await visualiser.pauseEnvironment();
  const slides = visualiser.frame.locator('[data-flow="heroSlideshow"] [aria-roledescription="slide"]');
  const slide = () => slides.filter({ visible: true }).textContent();
  const before = await slide();
  await page.clock.runFor(10_000);
  expect(await slide()).toBe(before);
  await visualiser.press('Fire slideInterval (3 s) now');
  await expect.poll(slide).not.toBe(before);
});

test('what an actor was given is shown masked until asked for', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  await visualiser.pauseEnvironment();
  await visualiser.frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await visualiser.frame.getByLabel('Email Address*').fill('kiran@home.in');
  await visualiser.frame.getByLabel('Your Message*').fill('Call me on 9000011111');
  await visualiser.frame.getByRole('button', { name: 'Send Message' }).click();
  await visualiser.openPanel('Environment');
  await visualiser.page.getByText('its input').click();
  const given = visualiser.page.locator('.invoked-actor pre');
  await expect.poll(() => given.textContent()).toContain('@');
  expect(await given.textContent()).not.toMatch(/Kiran|kiran@home|9000011111/);
  await visualiser.press('Show typed values');
  await expect.poll(() => given.textContent()).toContain('Kiran Bedi');
});

test('the payment window waits too: each of its events can be sent by name', async () => {
  const visualiser = await submittedForm('registration');
  await visualiser.openPanel('Environment');
  await visualiser.press('an open order');
  await visualiser.press('loaded');
  await visualiser.expectState('paying.open');
  await visualiser.press('paymentFailed: the bank refuses');
  await visualiser.expectState('paying.formShown.declined');
  await visualiser.press('paymentSucceeded: the customer pays');
  await visualiser.expectState('registering');
  await visualiser.press('stored');
  await visualiser.expectState('registered');
  await visualiser.frame.getByText('Registration Successful!').waitFor();
});

test('the payment window that cannot be opened', async () => {
  const visualiser = await submittedForm('registration');
  await visualiser.openPanel('Environment');
  await visualiser.press('an open order');
  await visualiser.press('loaded');
  await visualiser.press('cannot be opened');
  await visualiser.expectState('editing.blocked');
});
