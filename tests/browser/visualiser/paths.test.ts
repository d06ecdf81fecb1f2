import { expect, test } from 'vitest';
import { placeOf } from '../../../src/visualiser/places.ts';
import { plans } from '../../drivers/plans.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, passUntil, stopClock } from './visualiser.ts';

const { newPage } = sharedBrowser();

const RUN = '.run-status [role="status"]';
const DONE = /every step led where it should/;

const walked = plans.filter(({ id }) => placeOf(id) !== null);

test('the first path of every flow runs on its page, which throws nothing', async () => {
  const page = await newPage();
  page.on('dialog', (dialog) => dialog.accept());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const tester = await openVisualiser(page, 'contact');
  await tester.panel('Paths');
  await tester.press('fast');
  for (const { flow, paths } of walked) {
    await page.getByRole('link', { name: 'Flows' }).click();
    await page.getByRole('link', { name: flow.title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: flow.title, exact: true }).waitFor();
    const offered = page.getByRole('button', { name: /^Run path / });
    await expect.poll(() => offered.count(), { message: flow.id, timeout: 15_000 }).toBe(paths.length);
    await tester.press('Run path 1 on the page');
    await expect
      .poll(() => page.locator(RUN).textContent(), { timeout: 60_000 })
      .toMatch(/led where|stopped/);
    expect.soft(await page.locator(RUN).textContent(), flow.id).toMatch(DONE);
    await tester.press('Dismiss');
    expect.soft(errors.splice(0), flow.id).toEqual([]);
  }
});

const slowly = async () => {
  const page = await newPage();
  await page.clock.install();
  const tester = await openVisualiser(page, 'scholarshipTerms');
  await page.locator('.chart-drawing').waitFor();
  await stopClock(page);
  await tester.panel('Paths');
  await tester.press('slow');
  return tester;
};

const halted = async () => {
  const tester = await slowly();
  await tester.press('Run path 1 on the page');
  await tester.press('Halt');
  await passUntil(tester.page, RUN, 'Path 1 on the page: 1 of 2 steps');
  await tester.isIn('shown');
  return tester;
};

test('a run stops at the step that leads elsewhere, and says where', async () => {
  const tester = await halted();
  const { page, frame } = tester;
  await frame.getByRole('button', { name: 'Hide Terms' }).click();
  await passUntil(page, '.current code', 'hidden');
  await tester.press('One step');
  await passUntil(
    page,
    RUN,
    'Path 1 on the page: stopped at step 2, "toggled: by the button": led to "shown", not to "hidden".',
  );
  await tester.press('Dismiss');
  expect(await page.locator(RUN).textContent()).toBe('Nothing is run.');
});

test('a run stops when the page has gone', async () => {
  const tester = await halted();
  const { page } = tester;
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('src', '/about'));
  await passUntil(page, '.link-sentence', /\(\/about\)$/);
  await tester.press('Go on');
  await passUntil(page, RUN, /stopped at step 2, .* The flow does not run on the page\./);
});

test('a path is animated on the chart while the page stands still', async () => {
  const tester = await slowly();
  const { page, frame } = tester;
  await tester.press('Animate path 1 on the chart');
  await tester.isIn('shown');
  const taken = page.locator('.chart-transition.is-taken');
  expect(await taken.getAttribute('data-transition')).toBe('scholarshipTerms.hidden · toggled');
  expect(await frame.locator('[data-flow="scholarshipTerms"]').getAttribute('data-state')).toBe('hidden');
  await passUntil(page, RUN, DONE);
  await tester.isIn('hidden');
});

test('the speed is what it is called: each step of a slow run is shown longer than that of a normal one', async () => {
  const tester = await slowly();
  const { page } = tester;
  await tester.press('Animate path 1 on the chart');
  await page.clock.runFor(1_400);
  expect(await page.locator(RUN).textContent()).toBe('Path 1 on the chart: 0 of 2 steps');
  await passUntil(page, RUN, DONE);
  await tester.press('normal');
  await tester.press('Animate path 1 on the chart');
  await page.clock.runFor(700);
  await expect.poll(() => page.locator(RUN).textContent()).toBe('Path 1 on the chart: 1 of 2 steps');
});

test('the page is led to a state that is selected', async () => {
  const tester = await openVisualiser(await newPage(), 'registration?state=paying.back.declined');
  const { page } = tester;
  await tester.panel('Paths');
  await tester.press('fast');
  await tester.press('Lead the page there');
  await tester.isIn('paying.back.declined');
  await expect.poll(() => page.locator(RUN).textContent()).toMatch(DONE);
  await page.getByText('The page is there.').waitFor();
});
