import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contactFlow } from '../../../../machines/contact/contact.flow.ts';
import { errorMessage } from '../../../../machines/shared/actors.ts';
import { sharedBrowser } from '../../../browser/browser.ts';
import {
  openVisualiser,
  pauseClockNow,
  runClockUntil,
  type VisualiserPage,
} from '../../../browser/visualiser/visualiserPage.ts';
import { nonEmpty } from '../../../support/nonEmpty.ts';

/** The means of a tester: events, outcomes, timers, and the environment that is set for the page. */

const { newPage } = sharedBrowser();

/** Opens the environment settings of the page. */
const openEnvironment = (page: Page) => page.getByText('Network, answers and translation').click();

const send = async ({ sendEvent, expectState }: VisualiserPage, state: string) => {
  await sendEvent('changed: everything valid');
  await sendEvent('submitted: by the button');
  await expectState(state);
};

test('a case is sent by name with an editable payload, or says why it cannot', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const submit = page.getByRole('listitem').filter({ hasText: 'by the button' });
  await submit.getByText('blocked by isValid, passesBrowserValidation').waitFor();
  expect(await submit.getByRole('button').isDisabled()).toBe(true);
  const dismiss = page.getByRole('region', { name: 'alertDismissed' });
  await dismiss.getByRole('heading', { name: 'not taken in this state' }).waitFor();

  const item = page.getByRole('listitem').filter({ hasText: 'everything valid' });
  await item.getByText('payload').click();
  const field = page.getByLabel('Payload of changed: everything valid, as JSON');
  expect(JSON.parse(await field.inputValue())).toMatchObject({ values: { name: 'Asha Verma' } });
  for (const [payload, problem] of [
    ['{ "values": ', /^This is no JSON/],
    [
      '{ "values": { "name": 5, "email": "", "phone": "", "message": "" } }',
      /^values.name is number, not string\.$/,
    ],
    ['{ "values": { "name": "Meena" } }', /^values\.email is missing\.$/],
  ] as const) {
    await field.fill(payload);
    await item.getByRole('button', { name: 'Send edited' }).click();
    expect(await field.evaluate((area: HTMLTextAreaElement) => area.validationMessage)).toMatch(problem);
  }
  expect(await frame.getByLabel('Full Name*').inputValue()).toBe('');
  await field.fill('{ "values": { "name": "Meena", "email": "m@x.in", "phone": "", "message": "Hi" } }');
  await item.getByRole('button', { name: 'Send edited' }).click();
  await expect.poll(() => frame.getByLabel('Full Name*').inputValue()).toBe('Meena');
  await expect.poll(() => submit.getByRole('button').isEnabled()).toBe(true);

  await visualiser.sendEvent('changed: only spaces as name');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('invalid');
  await frame.getByText('Please give your name.').waitFor();
  await expect
    .poll(() => frame.locator(':focus').evaluateAll((all) => all.map(({ id }) => id)))
    .toEqual(['contact-name']);
});

test('a paused actor waits for its outcome, its timer or its real self', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame, press, choose, openTab, expectState } = visualiser;
  await visualiser.pause();
  for (const [name, outcome] of nonEmpty(Object.entries(contactFlow.outcomes.send ?? {}))) {
    await send(visualiser, 'submitting');
    await openTab('Now');
    await page.getByText('waits for you').waitFor();
    await press(name);
    await expectState('error' in outcome ? 'failed' : 'done');
    if ('error' in outcome)
      await frame.getByText(errorMessage(outcome.error, ''), { exact: true }).first().waitFor();
  }

  await send(visualiser, 'submitting');
  await openTab('Now');
  await press('never settle');
  await page.getByText('never settles').waitFor();
  await press('Fire sendTimeout (30 s) now');
  await expectState('failed');
  await frame.getByText(/did not answer in time/).waitFor();

  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await expectState('submitting');
  await openTab('Now');
  await page.getByText('its input').click();
  const given = page.locator('.invoked-actor pre');
  await expect.poll(() => given.textContent()).toContain('@');
  expect(await given.textContent()).not.toMatch(/Kiran/);
  await choose('typed values');
  await expect.poll(() => given.textContent()).toContain('Kiran Bedi');
  await press('run the real actor');
  await expectState('done');

  await send(visualiser, 'submitting');
  await press('Pause');
  await expectState('done');
  await page.getByText('No invoked actor is running.').waitFor();
});

test('the paused payment window waits, each event is sent by name', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration');
  const { press, openTab, expectState } = visualiser;
  await visualiser.pause();
  await send(visualiser, 'creatingOrder');
  await openTab('Now');
  await press('an open order');
  await press('loaded');
  await expectState('paying.open');
  await press('cannot be opened');
  await expectState('editing.blocked');
  await visualiser.sendEvent('submitted: by the button');
  await expectState('loadingCheckout.requesting.onTime');
  await openTab('Now');
  await press('loaded');
  await expectState('paying.open');
  await press('paymentFailed: the bank refuses');
  await expectState('paying.formShown.declined');
  await press('paymentSucceeded: the customer pays');
  await expectState('registering');
  await press('stored');
  await expectState('registered');
  await visualiser.frame.getByText('Registration Successful!').waitFor();
});

test('the clock of the flow whose environment is paused stands still', async () => {
  const page = await newPage({ clock: true });
  const visualiser = await openVisualiser(page, 'heroSlideshow');
  await visualiser.pause();
  const slides = visualiser.frame.locator('[data-flow="heroSlideshow"] [aria-roledescription="slide"]');
  const slide = () => slides.filter({ visible: true }).textContent();
  const before = await slide();
  await page.clock.runFor(10_000);
  expect(await slide()).toBe(before);
  await visualiser.press('Fire slideInterval (3 s) now');
  await expect.poll(slide).not.toBe(before);
});

test('the next two calls get the set status and body, then the server answers', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await openEnvironment(page);
  await page.getByLabel('Status').fill('503');
  await page.getByLabel('Body').fill('{"message":"We are at lunch."}');
  await visualiser.press('Set for the next calls');
  await page.getByText('send: 503, 2 left').waitFor();

  await send(visualiser, 'failed');
  await frame.getByText('We are at lunch.').waitFor();
  await send(visualiser, 'failed');
  await page.getByText('The page has:').waitFor({ state: 'detached' });
  await send(visualiser, 'done');
});

test('a slow network delays the request of the page, not only its answer', async () => {
  const page = await newPage({ clock: true });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const visualiser = await openVisualiser(page, 'contact');
  await openEnvironment(page);
  await visualiser.press('Slow');
  await page.getByText('The page has: slow network.').waitFor();
  await pauseClockNow(page);
  for (const name of ['changed: everything valid', 'submitted: by the button'])
    await visualiser.sendEvent(name);
  await runClockUntil(page, '.current code', 'submitting');
  await page.clock.runFor(6_500);
  expect(requested).not.toContain('/api/contact');
  await runClockUntil(page, '.current code', 'done');
  expect(requested).toContain('/api/contact');
});

test('the frame alone has the network that is set, also after a reload', async () => {
  const page = await newPage();
  const visualiser = await openVisualiser(page, 'contact');
  const { frame, choose, press } = visualiser;
  const root = frame.locator('html');
  const isOnline = () => root.evaluate(() => navigator.onLine);
  await openEnvironment(page);
  await press('Lost');
  await expect.poll(isOnline).toBe(false);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);

  await send(visualiser, 'failed');
  await frame.getByText('Failed to fetch').waitFor();
  await frame.getByText('You seem to be offline.').waitFor();

  // The page that is left takes no command any more.
  await root.evaluate((element) => element.setAttribute('data-left', ''));
  await choose('reload the page');
  await frame.locator('html[data-hydrated]:not([data-left])').waitFor();
  await visualiser.expectStatus(/^Following/);
  await expect.poll(isOnline, { timeout: 15_000 }).toBe(false);
  await choose('reset the environment');
  await expect.poll(isOnline, { timeout: 15_000 }).toBe(true);
});

test('the page is translated, later text and reloads included, and put back', async () => {
  const page = await newPage();
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  const { frame, press, choose } = visualiser;
  const translated = () => frame.locator('main font font').count();
  await openEnvironment(page);
  await press('Translated');
  await page.getByText('The page has: translation.').waitFor();
  await expect.poll(translated).toBeGreaterThan(0);
  const toggle = frame.getByRole('button', { name: 'View Complete Terms & Conditions' });
  await toggle.click();
  await frame.locator('button font', { hasText: 'Hide Terms' }).first().waitFor();
  await choose('reload the page');
  await visualiser.expectStatus(/^Following/);
  await expect.poll(translated, { timeout: 15_000 }).toBeGreaterThan(0);
  await press('Original');
  await expect.poll(translated).toBe(0);
  await toggle.waitFor();
});
