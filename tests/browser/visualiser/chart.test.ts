import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { boxOf, chartOpener, isCloseTo, model, stateBox, WIDE } from './chartPage.ts';

/** The chart of the visualiser on the built site: drawn, selected, folded, searched. */

const { newPage } = sharedBrowser();
const openChart = chartOpener(newPage);

const showWhole = (page: Page) => page.getByRole('button', { name: 'Fit', exact: true }).click();

test('draws every state, transition and initial arrow of the largest flow, with labels', async () => {
  const page = await openChart();
  const idsOf = (attribute: 'state' | 'transition', selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all, name) => all.map((each) => each.getAttribute(name)), `data-${attribute}`);
  expect((await idsOf('state', '.chart-state')).sort()).toEqual(model.states.map(({ id }) => id).sort());
  expect((await idsOf('transition', '.chart-transition')).sort()).toEqual(
    model.transitions.map(({ id }) => id).sort(),
  );
  expect(await page.locator('.chart-dot').count()).toBe(model.initialArrows.length);
  for (const text of [
    'after orderTimeout',
    '(30000 ms)',
    'done of loadCheckout',
    '[isUsable]',
    'invoke / register',
  ])
    expect(await page.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0);
});

test('a click selects a state or a transition, and says it in the address', async () => {
  const page = await openChart();
  const { x, y, width } = await boxOf(page, stateBox('registration.editing.idle'));
  await page.mouse.click(x + width - 4, y + 4);
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('editing.idle');
  await expect
    .poll(() => page.locator('.chart-state.is-selected').getAttribute('data-state'))
    .toBe('registration.editing.idle');
  await showWhole(page);
  const row = page.locator('[data-transition="registration.editing · changed"]').first();
  const place = await row.boundingBox();
  if (!place) throw new Error('the transition is not shown');
  await page.mouse.click(place.x + 5, place.y + place.height / 2);
  await expect
    .poll(() => new URL(page.url()).searchParams.get('transition'))
    .toBe('registration.editing · changed');
});

test('a fold keeps the state where it is, hides what is in it, and lifts its arrows', async () => {
  const page = await openChart();
  await showWhole(page);
  const before = await boxOf(page, stateBox('registration.editing'));
  const sign = await boxOf(page, '[data-fold="registration.editing"] > circle');
  await page.mouse.click(sign.x + sign.width / 2, sign.y + sign.height / 2);
  const inside = model.states.filter(({ id }) => id.startsWith('registration.editing.')).length;
  await page.getByText(`${inside} states inside`).waitFor();
  expect(isCloseTo(await boxOf(page, stateBox('registration.editing')), before)).toBe(true);
  expect(await page.locator(stateBox('registration.editing.idle')).count()).toBe(0);
  const lifted = page.locator(
    '[data-transition="registration.creatingOrder · xstate.error.actor.createOrder"]',
  );
  expect(await lifted.count()).toBe(1);

  const unfold = await boxOf(page, '[data-fold="registration.editing"] > circle');
  await page.mouse.click(unfold.x + unfold.width / 2, unfold.y + unfold.height / 2);
  await page.locator(stateBox('registration.editing.idle')).waitFor({ state: 'attached' });
  expect(isCloseTo(await boxOf(page, stateBox('registration.editing')), before)).toBe(true);
});

test('a search finds states and events, and shows one after the other, unfolding what hides it', async () => {
  const page = await openChart(WIDE, '&fold=loadingCheckout.requesting,loadingCheckout');
  await page.getByLabel('Find a state or transition').fill('slow');
  await page.getByText(/^\d found$/).waitFor();
  await page.keyboard.press('Enter');
  await page.locator(stateBox('registration.loadingCheckout.requesting.slow')).waitFor({ state: 'attached' });
  await expect.poll(() => new URL(page.url()).searchParams.has('fold')).toBe(false);
  const surface = await boxOf(page, '.chart-surface');
  const shown = page.locator(
    '.chart-state.is-selected > .chart-box, .chart-transition.is-selected > .chart-label',
  );
  await shown.waitFor();
  const box = await shown.boundingBox();
  if (!box) throw new Error('the match is not shown');
  const middle = { x: surface.x + surface.width / 2, y: surface.y + surface.height / 2 };
  expect(Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y)).toBeLessThan(4);

  await page.getByLabel('Find a state or transition').fill('zebra');
  await page.getByText('Nothing found').waitFor();
});

test('the layout that came with the build is the one that the worker makes where there is none', async () => {
  const placesOf = (page: Page) =>
    page
      .locator('.chart-state > .chart-box')
      .evaluateAll((boxes) =>
        boxes.map((box) => ['x', 'y', 'width', 'height'].map((name) => box.getAttribute(name)).join(' ')),
      );
  const page = await newPage(WIDE);
  const requestedPaths: string[] = [];
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.chart-drawing')) return;
      performance.mark('drawn');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto('/visualiser/registration?preview=tab');
  await page.locator('.chart-drawing').waitFor();
  const prepared = await placesOf(page);
  expect(requestedPaths).toContain('/visualiser/layouts/registration.json');
  /** The times of the first drawing and of the worker's start, which must not delay it. */
  const times = () =>
    page.evaluate(() => ({
      drawn: performance.getEntriesByName('drawn')[0]?.startTime ?? Number.NaN,
      worker: performance.getEntriesByType('resource').find(({ name }) => name.includes('elk-worker'))
        ?.startTime,
    }));
  await expect.poll(async () => (await times()).worker).toBeDefined();
  const { drawn, worker } = await times();
  expect(worker).toBeGreaterThan(drawn);

  await page.route('/visualiser/layouts/*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  // The worker makes all of the layouts that a build compares.
  await page.locator('.chart-drawing').waitFor({ timeout: 60_000 });
  expect(await placesOf(page)).toEqual(prepared);
});
