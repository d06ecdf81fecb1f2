import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, pauseClockNow, runClockUntil, type VisualiserPage } from './visualiserPage.ts';

/** The environment that a tester sets for the page: answers, network, colours, motion, locale, and scenarios of them. */

const { newPage } = sharedBrowser();

const sendForm = async ({ sendEvent, expectState }: VisualiserPage, state: string) => {
  await sendEvent('changed: everything valid');
  await sendEvent('submitted: by the button');
  await expectState(state);
};

const setAnswer = async ({ page, press, openPanel }: VisualiserPage, status: string, body: string) => {
  await openPanel('Environment');
  await page.getByLabel('Status').fill(status);
  await page.getByLabel('Body').fill(body);
  await press('Set for the next calls');
};

test('the next two calls fail with a status and body, then the server answers; saved, replayed and opened by a link', async () => {
  const page = await newPage();
  const visualiser = await openVisualiser(page, 'contact');
  const { frame, expectState, openPanel, press } = visualiser;
  await setAnswer(visualiser, '503', '{"message":"We are at lunch."}');
  await page.getByText('send: 503, 2 left').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('at lunch');
  await press('Save what is set');

  await sendForm(visualiser, 'failed');
  await frame.getByText('We are at lunch.').waitFor();
  await sendForm(visualiser, 'failed');
  await page.getByText('The page has:').waitFor({ state: 'detached' });
  await sendForm(visualiser, 'done');

  await openPanel('Environment');
  await press('Replay: at lunch');
  await expectState('idle');
  await page.getByText('send: 503, 2 left').waitFor();
  await sendForm(visualiser, 'failed');
  await openPanel('Environment');
  await page.getByText('send: 503, 1 left').waitFor();
  await page.getByText('as a case of the flow').click();
  expect(await page.locator('.scenario-case').textContent()).toContain(
    "'at lunch': { error: new Error('We are at lunch.') },",
  );
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  const other = await newPage();
  await other.goto(link);
  await other.getByText('send: 503, 2 left').waitFor();
  await other.goto(`${new URL(link).origin}/visualiser/contact#scenario=1.broken`);
  await other.getByText('The link holds no scenario that can be read.').waitFor();
});

test.each([
  ['contact', 'submitting', 502, '<h1>Bad gateway</h1>', 'failed', 'Invalid response from server'],
  ['scholarship', 'submitting', 200, '{"success":false,"message":"Not today."}', 'failed', 'Not today.'],
  [
    'registration',
    'creatingOrder',
    429,
    '{"error":"Too many orders."}',
    'editing.orderFailed',
    'Too many orders.',
  ],
] as const)(
  'an actor of %s that waits gets an answer of its own, in the words of the adapter',
  async (flow, waiting, status, body, state, shown) => {
    const page = await newPage();
    const visualiser = await openVisualiser(page, flow);
    await visualiser.pauseEnvironment();
    await sendForm(visualiser, waiting);
    await visualiser.openPanel('Environment');
    await page.getByText('an answer of your own').click();
    const form = page.locator('.invoked-actor form');
    await form.getByLabel('Status').fill(`${status}`);
    await form.getByLabel('Body').fill(body);
    await form.getByRole('button', { name: 'Answer so' }).click();
    await visualiser.expectState(state);
    await visualiser.frame.getByText(shown).waitFor();
  },
);

test('a slow network delays the request of the page, not only its answer', async () => {
  const page = await newPage();
  await page.clock.install();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.openPanel('Environment');
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

test('a lost network, colours, motion and locale of the frame alone, also after a reload', async () => {
  const page = await newPage({ colorScheme: 'light', reducedMotion: 'no-preference', locale: 'en-US' });
  const visualiser = await openVisualiser(page, 'contact');
  const { frame, openPanel, press } = visualiser;
  const root = frame.locator('html');
  const ofPage = () =>
    root.evaluate(() => ({
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
      isOnline: navigator.onLine,
      language: navigator.language,
      number: (1234.5).toLocaleString(),
      paper: getComputedStyle(document.body).backgroundColor,
    }));
  const before = await ofPage();
  expect(before).toMatchObject({ isDark: false, isReduced: false, isOnline: true, language: 'en-US' });

  await openPanel('Environment');
  await page.getByLabel('Locale').selectOption('de-DE');
  await expect.poll(async () => (await ofPage()).number).toBe('1.234,5');
  await visualiser.expectStatus(/^Following/);
  await press('Dark');
  await press('Reduced');
  await press('Lost');
  const expected = { isDark: true, isReduced: true, isOnline: false, language: 'de-DE' };
  await expect.poll(ofPage).toMatchObject(expected);
  expect((await ofPage()).paper).not.toBe(before.paper);
  expect(await page.evaluate(() => [navigator.onLine, navigator.language])).toEqual([true, 'en-US']);

  await sendForm(visualiser, 'failed');
  await frame.getByText('Failed to fetch').waitFor();
  await frame.getByText('You seem to be offline.').waitFor();

  // The page that is left takes no command any more.
  await root.evaluate((element) => element.setAttribute('data-left', ''));
  await press('Reload the page');
  await frame.locator('html[data-hydrated]:not([data-left])').waitFor();
  await visualiser.expectStatus(/^Following/);
  await expect.poll(ofPage, { timeout: 15_000 }).toMatchObject(expected);
  await press('As the browser is');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('environment-status');
  await expect.poll(ofPage, { timeout: 15_000 }).toEqual(before);
});
