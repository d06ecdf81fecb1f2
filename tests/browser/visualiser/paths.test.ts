import { expect, test } from 'vitest';
import { plans } from '../../drivers/plans.ts';
import { isMore } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, pauseClockNow, runClockUntil } from './visualiserPage.ts';

const { newPage } = sharedBrowser();

const RUN = '.run-status [role="status"]';
const DONE = /every step led where it should/;

const plansWithPage = plans.filter(({ flow }) => flow.page !== null);

test(`the first path of ${isMore ? 'every flow' : 'a flow'} runs on its page, which throws nothing`, async () => {
  const page = await newPage();
  page.on('dialog', (dialog) => dialog.accept());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  for (const { flow, paths } of nonEmpty(plansWithPage.filter(({ id }) => isMore || id === 'callBack'))) {
    await page.getByRole('link', { name: 'Flows' }).click();
    await page.getByRole('link', { name: flow.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: flow.title, exact: true }).waitFor();
    const offered = page.getByRole('button', { name: /^Run path / });
    await expect.poll(() => offered.count(), { message: flow.id, timeout: 15_000 }).toBe(paths.length);
    await visualiser.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator(RUN).textContent(), { timeout: 60_000 })
      .toMatch(/led where|stopped/);
    expect.soft(await page.locator(RUN).textContent(), flow.id).toMatch(DONE);
    await visualiser.press('Dismiss');
    expect.soft(errors.splice(0), flow.id).toEqual([]);
  }
});

const openSlow = async () => {
  const page = await newPage();
  await page.clock.install();
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  await page.locator('.chart-drawing').waitFor();
  await pauseClockNow(page);
  await visualiser.openPanel('Paths');
  await visualiser.press('slow');
  return visualiser;
};

const openPausedRun = async () => {
  const visualiser = await openSlow();
  await visualiser.press('Run path 1 on the page');
  await visualiser.press('Pause');
  await runClockUntil(visualiser.page, RUN, 'Path 1 on the page: 1 of 2 steps');
  await visualiser.expectState('shown');
  return visualiser;
};

test('a run stops at the step that leads elsewhere, and says where', async () => {
  const visualiser = await openPausedRun();
  const { page, frame } = visualiser;
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await runClockUntil(page, '.current code', 'hidden');
  await visualiser.press('One step');
  await runClockUntil(
    page,
    RUN,
    'Path 1 on the page: stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
  );
  await visualiser.press('Dismiss');
  expect(await page.locator(RUN).textContent()).toBe('Nothing is run.');
});

test('a run stops at the step that the page does not show, and lists what each step has checked; a run of all goes on', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    if (window.parent === window || sessionStorage.getItem('next page') !== 'hidden') return;
    sessionStorage.removeItem('next page');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
  const visualiser = await openVisualiser(page, 'scholarshipTerms');
  const { frame } = visualiser;
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  await visualiser.press('Run path 1 on the page');
  const status = () => page.locator(RUN).textContent();
  await expect.poll(status).toMatch(DONE);
  await page.getByText(/^What each of 2 steps checked/).click();
  const checked = await page.locator('.run-checked > ol > li').allInnerTexts();
  expect(checked[0]).toMatch(/^toggled: by the button → shown\n✓ the page shows the state "shown"/);
  expect(checked[0]).toContain('✓ the button "Hide Terms" is on');
  expect(checked[1]).toContain('✓ the button "View Complete Terms & Conditions" is on');
  await visualiser.press('Dismiss');

  // The security policy of the page refuses a style element.
  await frame.locator('html').evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('main { display: none }');
    document.adoptedStyleSheets.push(sheet);
  });
  await visualiser.press('Run path 1 on the page');
  await expect
    .poll(status)
    .toBe(
      'Path 1 on the page: stopped at step 1, "toggled: by the button": The button "Hide Terms" is on the page, but not visible.',
    );
  expect(await page.locator('.run-checks .run-failed').first().textContent()).toBe(
    '✗ the button "Hide Terms" is on The button "Hide Terms" is on the page, but not visible.',
  );

  await page.getByRole('link', { name: 'Flows' }).click();
  await page.getByRole('link', { name: 'Call-back', exact: true }).click();
  await visualiser.expectStatus(/\(\/shipping\)$/);
  await visualiser.expectState('closed');
  await page.evaluate(() => sessionStorage.setItem('next page', 'hidden'));
  await visualiser.press('Run all');
  await page.getByText(/^Run on the page: 2 of 2, 1 stopped$/).waitFor({ timeout: 30_000 });
  const results = page.locator('.path-results');
  expect(await results.first().innerText()).toMatch(/page ✗ stopped at step 1, "open .*not visible\.$/);
  expect(await results.last().innerText()).toMatch(/page ✓ passed$/);
});

test('a run leaves the environment as it was: when it is done, stopped or dismissed', async () => {
  const visualiser = await openPausedRun();
  const { page, frame } = visualiser;
  const PAUSED = 'The environment of "Scholarship terms" is paused.';
  const expectPause = (sentence: string) => runClockUntil(page, '.pause-status', new RegExp(`^${sentence}$`));
  const run = async (outcome: RegExp) => {
    await visualiser.press('Run path 1 on the page');
    await runClockUntil(page, RUN, outcome);
  };
  await expectPause(PAUSED);
  await visualiser.press('Dismiss');
  await expectPause('');
  await visualiser.press('fast');
  await run(DONE);
  await expectPause('');
  await visualiser.press('slow');
  await visualiser.press('Run path 1 on the page');
  await visualiser.press('Pause');
  await runClockUntil(page, RUN, /1 of 2 steps/);
  await expectPause(PAUSED);
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await visualiser.press('One step');
  await runClockUntil(page, RUN, /stopped at step 2/);
  await expectPause('');

  await visualiser.openPanel('Environment');
  await visualiser.press('Pause the environment');
  await expectPause(PAUSED);
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  await run(DONE);
  await expectPause(PAUSED);
});

test('a run stops when the page has gone', async () => {
  const visualiser = await openPausedRun();
  const { page } = visualiser;
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('src', '/about'));
  await runClockUntil(page, '.link-status-text', /\(\/about\)$/);
  await visualiser.press('Resume');
  await runClockUntil(page, RUN, /stopped at step 2, .* The flow does not run on the page\./);
});

test('a path is animated on the chart while the page stands still', async () => {
  const visualiser = await openSlow();
  const { page, frame } = visualiser;
  await visualiser.press('Animate path 1 on the chart');
  await visualiser.expectState('shown');
  const taken = page.locator('.chart-transition.is-taken');
  expect(await taken.getAttribute('data-transition')).toBe('scholarshipTerms.hidden · toggled');
  expect(await frame.locator('[data-flow="scholarshipTerms"]').getAttribute('data-state')).toBe('hidden');
  await runClockUntil(page, RUN, DONE);
  await visualiser.expectState('hidden');
});

test('the speed is what it is called: each step of a slow run is shown longer than that of a normal one', async () => {
  const visualiser = await openSlow();
  const { page } = visualiser;
  await visualiser.press('Animate path 1 on the chart');
  await page.clock.runFor(1_400);
  expect(await page.locator(RUN).textContent()).toBe('Path 1 on the chart: 0 of 2 steps');
  await runClockUntil(page, RUN, DONE);
  await visualiser.press('normal');
  await visualiser.press('Animate path 1 on the chart');
  await page.clock.runFor(700);
  await expect.poll(() => page.locator(RUN).textContent()).toBe('Path 1 on the chart: 1 of 2 steps');
});

test('a run brings the page to the selected state', async () => {
  const visualiser = await openVisualiser(await newPage(), 'registration?state=paying.formShown.declined');
  const { page } = visualiser;
  await visualiser.openPanel('Paths');
  await visualiser.press('fast');
  await visualiser.press('Lead the page there');
  await visualiser.expectState('paying.formShown.declined');
  await expect.poll(() => page.locator(RUN).textContent()).toMatch(DONE);
  await page.getByText('The page is there.').waitFor();
});
