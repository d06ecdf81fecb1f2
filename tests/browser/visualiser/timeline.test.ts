import { expect, test } from 'vitest';
import { CHANNEL } from '../../../src/visualiser/shared/channel/index.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiserPage.ts';

/**
 * The timeline of the followed page: loads, events, calls and pictures of all flows, and the way back into each.
 */

const { newPage } = sharedBrowser();

const PERSONAL = /Kiran|kiran@home|prospectus/;

test('events, calls and pictures of all flows are on one timeline, masked', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame, press, choose, expectState } = visualiser;
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const picture = page.frameLocator('iframe[title="The page at this entry"]');
  const field = (label: string) => picture.getByLabel(label).inputValue();
  const entries = page.locator('.entry-row');
  const entry = (name: RegExp) => entries.filter({ hasText: name }).first();
  const body = () => page.locator('.entry-details > pre').textContent();
  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('Kiran Bedi asks for a prospectus.');

  await entry(/changed/).click();
  await expect.poll(() => field('Full Name*')).toBe('Xxxxx Xxxx');
  expect(await field('Your Message*')).toMatch(/^Xxxxx Xxxx xxxx xxx/);
  expect(await picture.locator('html').innerHTML()).not.toMatch(PERSONAL);
  expect(await picture.locator('script').count()).toBe(0);
  expect(await picture.getByRole('button', { name: 'Send Message', includeHidden: true }).isVisible()).toBe(
    true,
  );
  expect(await picture.locator('#menu-button').isVisible()).toBe(true);
  expect(await picture.locator('h1').textContent()).toBe('Contact Us');
  expect(await picture.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)).toMatch(
    /Eczar/,
  );
  await choose('typed values');
  await expect.poll(() => field('Your Message*')).toBe('Kiran Bedi asks for a prospectus.');
  await choose('typed values');
  await page.keyboard.press('End');

  await frame.getByRole('button', { name: 'Send Message' }).click();
  await expectState('done');
  const titles = async () => (await entries.allTextContents()).map((row) => row.replace(/^[\d.]+/, ''));
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual([
      'Contact messagesend: accepteddone',
      'Contact message200 to POST /api/contact',
      'Contact messagePOST /api/contact',
      'Contact messagesubmitted: by the buttonsubmitting',
    ]);
  expect((await titles()).at(-1)).toMatch(/^\/contact was loaded\d+ flows begin$/);
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y;
  expect(await topOf('.lanes li:nth-child(4)'), 'the lane of the server').toBe(
    await topOf('.entry-event.is-server'),
  );
  expect((await titles()).filter((title) => /^Mobile menu.*open$/.test(title))).toHaveLength(1);

  await entry(/messagePOST/).click();
  expect(await body()).toContain('"Xxxxx Xxxx"');
  expect(await body()).not.toMatch(PERSONAL);
  await choose('typed values');
  await expect.poll(body).toContain('"Kiran Bedi"');
  await choose('typed values');
  await entry(/200 to POST/).click();
  await expect.poll(body).toContain('"success": true');
  await press('Next entry');
  await picture.getByText('Message sent successfully!').waitFor();
  expect(refused).toEqual([]);

  await entry(/messagePOST/).click();
  await press('Pin this entry');
  await press('Pause the environment and restart from here');
  await expectState('submitting');
  await expect.poll(() => entries.filter({ hasText: 'was loaded' }).count()).toBe(2);
  await visualiser.filter({ kind: 'what is pinned' });
  expect(await titles()).toEqual(['pinnedContact messagePOST /api/contact']);
});

test('an entry has its transitions, guard results and both contexts', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await frame.getByLabel('Email Address*').fill('kiran@home.in');
  await frame.getByLabel('Your Message*').fill('   ');
  await frame.getByRole('button', { name: 'Send Message' }).click();
  await visualiser.expectState('invalid');
  await page.getByRole('button', { name: /submitted: by the button invalid$/ }).click();
  const details = page.getByRole('region', { name: 'What "submitted" did' });
  await details.getByText('isValid: no').waitFor();
  await details.getByText('passesBrowserValidation: yes').waitFor();
  const context = page.getByRole('region', { name: 'Context' });
  await context.locator('ins', { hasText: '"Please write a message."' }).waitFor();
  for (const part of [details, context]) expect(await part.textContent()).not.toMatch(PERSONAL);
});

test('restart from here loads the page in that state, with actors and timers', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  await visualiser.pause();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await visualiser.openTab('Now');
  await visualiser.press('accepted');
  await visualiser.expectState('done');
  await page.getByRole('button', { name: /submitted: by the button submitting$/ }).click();
  await page.getByText(/Requests that were sent stay sent/).waitFor();
  await visualiser.press('Restart from here');
  await visualiser.expectState('submitting');
  expect(await frame.getByLabel('Full Name*').inputValue()).toBe('Asha Verma');
  await visualiser.openTab('Now');
  await page.getByText('waits for you').waitFor();
  await visualiser.press('connection broken');
  await visualiser.expectState('failed');

  await page
    .getByRole('button', { name: /submitted: by the button submitting$/ })
    .last()
    .click();
  await visualiser.press('Restart from here');
  await visualiser.expectState('submitting');
  await visualiser.press('Fire sendTimeout (30 s) now');
  await visualiser.expectState('failed');
  await frame.getByText(/did not answer in time/).waitFor();
});

test('a restart in the middle offers a pause and has its timers and payment window', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration');
  const { page, press, openTab, expectState } = visualiser;
  await visualiser.pause();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await openTab('Now');
  await press('an open order');
  await press('loaded');
  await expectState('paying.open');
  await press('cannot be opened');
  await expectState('editing.blocked');
  for (const state of ['creatingOrder', 'paying.open', 'loadingCheckout.requesting.onTime']) {
    await openTab('Now');
    await press('Pause');
    await page.getByRole('button', { name: 'Pause', pressed: false }).waitFor();
    await page
      .getByRole('button', { name: new RegExp(`${state}$`) })
      .first()
      .click();
    await press('Pause the environment and restart from here');
    await expectState(state);
    await openTab('Now');
    await page.getByText('waits for you', { exact: true }).waitFor();
  }
  await press('Fire slowNotice (6 s) now');
  await expectState('loadingCheckout.requesting.slow');
});

test('the slider goes through the filtered entries; bursts are bounded', async () => {
  const visualiser = await openVisualiser(await newPage(), 'scholarshipTerms');
  const { page, frame, press, expectState } = visualiser;
  await page.evaluate(() => {
    const channel = new BroadcastChannel('visualiser');
    channel.onmessage = ({ data }) => {
      const { dataset } = document.body;
      if (data.type === 'pictured') dataset.pictures = `${Number(dataset.pictures ?? 0) + 1}`;
    };
  });
  const seconds = await frame.locator('[data-flow="scholarshipTerms"] button').evaluate(async (button) => {
    const startedAt = performance.now();
    for (let press = 0; press < 600; press += 1) {
      if (button instanceof HTMLElement) button.click();
      if (press % 10 === 9) await new Promise((resolve) => setTimeout(resolve));
    }
    return (performance.now() - startedAt) / 1_000;
  });
  await page.getByText(/^60\d entries$/).waitFor();
  const pictures = Number(await page.locator('body').getAttribute('data-pictures'));
  expect(pictures).toBeLessThanOrEqual(10 * seconds + 5);

  await visualiser.filter({ kind: 'events', flow: 'Scholarship terms', find: 'terms.hidden toggled' });
  await page.getByText('300 entries').waitFor();
  const slider = page.getByRole('slider', { name: 'Position on the timeline' });
  await slider.press('Home');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('toggled: by the button');
  await page.locator('.past-page figcaption').waitFor();
  await page.getByRole('region', { name: 'What "toggled" did' }).waitFor();
  await slider.press('ArrowRight');
  await expect.poll(() => slider.inputValue()).toBe('1');
  await slider.press('End');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('now');
  await slider.press('ArrowLeft');
  await page
    .frameLocator('iframe[title="The page at this entry"]')
    .locator('[data-flow="scholarshipTerms"]')
    .waitFor();
  await expectState('shown');
  await page.locator('.chart-state.is-active[data-state="scholarshipTerms.shown"]').waitFor();
  await page.getByText(/^Past: toggled: by the button, [\d.]+ s\.$/).waitFor();
  await press('Back to now (End)');
  await expectState('hidden');

  await visualiser.filter({ kind: 'everything', find: '' });
  await frame.locator('[data-flow="scholarshipTerms"]').evaluate((root) => {
    for (let press = 0; press < 1_500; press += 1) root.querySelector('button')?.click();
  });
  await page.getByText('2000 entries').waitFor();
  expect(await page.locator('.entry-row').count()).toBe(60);
  await visualiser.choose('clear the timeline');
  await page.getByText('0 entries').waitFor();
});

test('errors of the page are on the timeline, masked, and fail the step of a run', async () => {
  const opened = await newPage();
  await opened.addInitScript(() => {
    const isSending = () => document.querySelector('[data-flow="contact"][data-state="submitting"]');
    new MutationObserver(() => isSending() && console.error('no sign')).observe(document, {
      subtree: true,
      attributeFilter: ['data-state'],
    });
  });
  const visualiser = await openVisualiser(opened, 'contact');
  const { page, frame, press } = visualiser;
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  await visualiser.expectStatus('Following /contact');
  await frame.locator('body').evaluate((body) => {
    console.warn('no room for', { name: 'Kiran Bedi' });
    setTimeout(() => {
      throw new TypeError('no place for Kiran Bedi');
    });
    void Promise.reject(new Error('nobody waits'));
    body.append(Object.assign(document.createElement('img'), { src: '/api/missing.png', alt: '' }));
  });
  await visualiser.filter({ kind: 'errors and warnings' });
  const titles = async () =>
    (await page.locator('.entry-row').allTextContents()).map((row) => row.replace(/^[\d.]+/, '')).sort();
  await expect
    .poll(titles)
    .toEqual([
      'error: Not loaded: /api/missing.png',
      'error: Uncaught TypeError: no place for Xxxxx Xxxx',
      'error: Unhandled rejection: Error: nobody waits',
      'warning: no room for {"name":"Xxxxx Xxxx"}',
    ]);
  await visualiser.expectStatus(/, with an error$/);

  const audited = async () => (await titles()).filter((title) => title.includes('axe finds'));
  await visualiser.choose('audit');
  await expect.poll(audited).toEqual(['✓ axe finds nothing']);
  await frame.locator('img[src$="missing.png"]').evaluate((image) => image.removeAttribute('alt'));
  await visualiser.choose('audit');
  await expect.poll(audited).toHaveLength(2);
  await press(/✗ axe finds 2 violations$/);
  await page.getByText('(image-alt): img[src$="missing.png"]').waitFor();
  await page.keyboard.press('End');

  await visualiser.openTab('Test');
  await visualiser.press('fast');
  await press('Run path 1 on the page');
  await expect
    .poll(() => page.locator('.run-line [role="status"]').textContent(), { timeout: 15_000 })
    .toMatch(/The page reported: no sign/);
});

test('a thumbnail fits its entry, and a press outside closes the palette', async () => {
  const { page, frame, press } = await openVisualiser(await newPage(), 'contact');
  await frame.getByLabel('Full Name*').fill('Kiran Bedi');
  const thumbnail = page.locator('.entry-picture:has(iframe)').first();
  await thumbnail.waitFor({ state: 'attached' });
  const [outer, inner] = await thumbnail.evaluate((picture) =>
    [picture, picture.firstElementChild].map((each) => each?.getBoundingClientRect().width ?? 0),
  );
  expect(Math.abs(Number(inner) - Number(outer))).toBeLessThanOrEqual(1);
  await press('Ctrl-K');
  const palette = page.locator('dialog.palette');
  await palette.click({ position: { x: 3, y: 3 } });
  expect(await palette.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(true);
  await page.mouse.click(5, 5);
  await expect.poll(() => palette.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
});

test('lists typing in one field, and the starts of other flows, as one entry each', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page, frame } = visualiser;
  const entries = page.locator('.entry');
  await entries.filter({ hasText: /\/contact was loaded.*flows begin/ }).waitFor();
  expect(await entries.filter({ hasText: 'the flow begins' }).count()).toBe(1);
  await frame.getByLabel('Full Name*').pressSequentially('Asha Verma');
  await frame.getByLabel('Phone').pressSequentially('9876543210');
  const typed = entries.filter({ hasText: 'values.' });
  await expect
    .poll(() => typed.locator('.entry-event').allTextContents())
    .toEqual([expect.stringMatching(/^values\.phone "\d{10}" changed$/), 'values.name "Xxxx Xxxxx" changed']);
  expect((await typed.allTextContents()).join()).not.toMatch(/Asha|98765/);
  await typed.last().getByRole('button').click();
  await page.getByText('Past: values.name "Xxxx').waitFor();
});

/** The values in a context that JSON does not have, as the inspector shows them. */
const SHOWN = [
  ...['map Map(1) 0 0 "Xxxxx" 1 BigInt 7', 'set Set(2) 0 1 1 2', 'date Date', 'pattern RegExp /a+/i'],
  ...['nothing undefined', 'number Number NaN', 'failure RangeError', 'cycle self cycle'],
  ...['rows 0 0', '99 99 100 … and 400 more'],
];

test('shows values that JSON does not have, and gives them back to the restarted page', async () => {
  const visualiser = await openVisualiser(await newPage(), 'contact');
  const { page } = visualiser;
  await visualiser.sendEvent('changed: everything valid');
  await page.evaluate((name) => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data.type !== 'present') return;
      const { snapshot } = data.sessions.find(({ flow }: { flow: string }) => flow === 'contact');
      const cycle: Record<string, unknown> = {};
      cycle.self = cycle;
      const context = {
        ...snapshot.context,
        map: new Map([['Meena', 7n]]),
        set: new Set([1, 2]),
        date: new Date(0),
        pattern: /a+/i,
        nothing: undefined,
        number: Number.NaN,
        failure: new RangeError('too far'),
        cycle,
        rows: Array.from({ length: 500 }, (_, index) => index),
      };
      const restart = { flow: 'contact', snapshot: { ...snapshot, context } };
      const command = { type: 'open', path: '/contact', draftsToClear: [], restart };
      channel.postMessage({ type: 'command', page: data.page.id, command });
      channel.close();
    };
    channel.postMessage({ type: 'hello', visualiser: 'of a test' });
  }, CHANNEL);
  const context = async () =>
    (await page.getByRole('region', { name: 'Context' }).innerText()).replace(/\s+/g, ' ');
  for (const shown of nonEmpty(SHOWN)) await expect.poll(context, { timeout: 15_000 }).toContain(shown);

  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('done');
  await page.locator('.entry').filter({ hasText: 'submitted: by the button' }).getByRole('button').click();
  await page.getByRole('button', { name: /estart from here$/ }).click();
  await visualiser.expectState('submitting');
  for (const shown of nonEmpty(SHOWN)) await expect.poll(context, { timeout: 15_000 }).toContain(shown);
});
