import { buffer } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chartOf, toMermaid } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, visualiserPage } from './visualiserPage.ts';

/**
 * The chart of the visualiser: drawn, selected, opened, searched, moved, read as an outline, and saved as a file.
 */

const { newPage } = sharedBrowser();

/** The largest chart. */
const model = chartOf(registrationFlow.machine);

const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' };

/** Opens the chart of a flow without a page in the preview, which would change its active states. */
async function openChart(options = WIDE, query = '', flow = 'registration'): Promise<Page> {
  const page = await newPage(options);
  await page.goto(`/visualiser/${flow}?preview=tab${query}`);
  // The worker lays out a chart that is not whole.
  await page.locator('.chart-drawing').waitFor({ timeout: 60_000 });
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const queryOf = (page: Page, name: string) =>
  expect.poll(() => new URL(page.url()).searchParams.get(name), { message: `${name} in the address` });

type View = { x: number; y: number; scale: number };

async function viewOf(page: Page): Promise<View> {
  const transform = await page.locator('.chart-viewport > svg > g').getAttribute('transform');
  const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(transform ?? '') ?? [];
  const rounded = (text = '') => Math.round(Number(text) * 1e6) / 1e6;
  return { x: rounded(x), y: rounded(y), scale: rounded(scale) };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

const stateBox = (id: string) => `.chart-state[data-state="${id}"] > .chart-box`;

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const statesOf = (page: Page) =>
  page
    .locator('.chart-state')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-state')).sort());

const outermost = model.states
  .filter(({ parent }) => parent === null || parent === model.id)
  .map(({ id }) => id)
  .sort();

test('the chart is folded at first, and opens what is found or selected', async () => {
  const page = await openChart();
  expect(await statesOf(page)).toEqual(outermost);
  expect((await viewOf(page)).scale).toBeGreaterThan(0.8);
  await page.keyboard.press('/');
  await page.keyboard.type('requesting.slow');
  await page.keyboard.press('Enter');
  const found = stateBox('registration.loadingCheckout.requesting.slow');
  await page.locator(found).waitFor({ state: 'attached' });
  await queryOf(page, 'state').toBe('loadingCheckout.requesting.slow');
  expect(isWithin(await boxOf(page, found), await boxOf(page, '.chart-viewport'))).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('zebra');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await visualiserPage(page).choose('go to registering');
  await queryOf(page, 'state').toBe('registering');
  await expect.poll(() => statesOf(page)).toEqual(outermost);

  const loading = stateBox('registration.loadingCheckout');
  const sign = page.locator('[data-fold="registration.loadingCheckout"] > circle');
  await press(page, 'Fit');
  const { x, y } = middleOf(await boxOf(page, loading));
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -450);
  await page.keyboard.up('Control');
  await page.locator('.chart-drawing').getByText('4 states inside').first().waitFor();
  const before = middleOf(await boxOf(page, loading));
  await sign.click();
  await queryOf(page, 'open').toBe('loadingCheckout');
  await page.locator(stateBox('registration.loadingCheckout.requesting')).waitFor({ state: 'attached' });
  expect(distance(middleOf(await boxOf(page, loading)), before)).toBeLessThan(1);
  await sign.click();
  await queryOf(page, 'open').toBe(null);

  await press(page, 'Expand');
  await expect.poll(() => statesOf(page)).toEqual(model.states.map(({ id }) => id).sort());
  expect(await page.locator('.chart-dot').count()).toBe(model.initialArrows.length);
  await press(page, 'Expand');
  await expect.poll(() => statesOf(page)).toEqual(outermost);
});

test('shows the labels of what can happen next however small the chart is', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  for (const flow of ['registration', 'order']) {
    await openVisualiser(page, flow);
    await page.locator('.chart-drawing').waitFor();
    const next = page.locator('.chart-transition.is-next > .chart-label-box');
    expect(await next.count(), flow).toBeGreaterThan(0);
    await press(page, 'Fit');
    for (let presses = 0; presses < 12; presses += 1) await page.locator('.chart-viewport').press('-');
    const viewport = await boxOf(page, '.chart-viewport');
    for (const label of nonEmpty(await next.all())) {
      const text = label.locator('text').first();
      const size = await text.evaluate((element: SVGTextElement) => 12.5 * (element.getScreenCTM()?.a ?? 0));
      expect(size, flow).toBeGreaterThan(8.9);
      expect((await label.boundingBox())?.width ?? 0).toBeLessThan(viewport.width);
    }
    // The others can be read in the view that follows the page.
    expect(await page.locator('.chart-label-box').filter({ visible: true }).count()).toBe(await next.count());
    await press(page, 'Follow');
    expect(await page.locator('.chart-label-box').filter({ visible: true }).count()).toBeGreaterThan(
      await next.count(),
    );
  }
});

test('fits the largest charts into the viewport, folded and expanded', async () => {
  for (const query of ['', '&open=*']) {
    const page = await openChart(WIDE, query);
    await press(page, 'Fit');
    const viewport = await boxOf(page, '.chart-viewport');
    await expect.poll(async () => isWithin(await boxOf(page, stateBox('registration')), viewport)).toBe(true);
  }
});

test('zooming in enlarges what is under the pointer, where it is', async () => {
  const page = await openChart();
  await press(page, 'Fit');
  const state = stateBox('registration.registering');
  const before = await boxOf(page, state);
  const { x, y } = middleOf(before);
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  let width = before.width;
  for (let turns = 0; turns < 6; turns += 1) {
    await page.mouse.wheel(0, -60);
    await expect.poll(async () => (await boxOf(page, state)).width).toBeGreaterThan(width);
    const box = await boxOf(page, state);
    expect(distance(middleOf(box), { x, y })).toBeLessThan(1);
    width = box.width;
  }
  await page.keyboard.up('Control');
});

test('marks of coverage cover no letter of the chart', async () => {
  const page = await openChart(WIDE, '', 'contact');
  await visualiserPage(page).openTab('Test');
  await press(page, 'by hand');
  await page.locator('.chart-coverage-sign').first().waitFor();
  const covered = await page.locator('.chart-drawing').evaluate((drawing) => {
    const boxes = (selector: string) =>
      [...drawing.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
    const marks = boxes('.chart-coverage-sign > circle, .chart-guard-result > rect');
    return [...drawing.querySelectorAll('.chart-title, .chart-row > text, .chart-label-line > text')]
      .filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return marks.some(
          (mark) =>
            mark.left < right - 1 && mark.right > left + 1 && mark.top < middle && mark.bottom > middle,
        );
      })
      .map((text) => text.textContent);
  });
  expect(covered).toEqual([]);
});

/** The id of a state whose box lies within the viewport. */
async function stateInSight(page: Page, viewport: Box): Promise<string> {
  const ids = await page
    .locator('.chart-state')
    .evaluateAll((states) => states.map((state) => state.getAttribute('data-state') ?? ''));
  for (const id of nonEmpty(ids)) if (isWithin(await boxOf(page, stateBox(id)), viewport)) return id;
  throw new Error('no state is in sight');
}

test('the chart moves by drag, wheel and keys, and never out of sight', async () => {
  const page = await openChart(WIDE, '&open=*');
  const viewport = await boxOf(page, '.chart-viewport');
  const start = await boxOf(page, stateBox('registration.editing.idle'));
  expect(isWithin(start, viewport), 'it begins where the flow begins').toBe(true);
  const at = middleOf(viewport);
  for (let presses = 0; presses < 3; presses += 1) await page.locator('.chart-viewport').press('+');
  const drag = async (x: number, y: number) => {
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + x / 2, at.y + y / 2);
    await page.mouse.move(at.x + x, at.y + y);
    await page.mouse.up();
  };
  await drag(-9000, -9000);
  const chart = await boxOf(page, stateBox('registration'));
  const end = { x: viewport.x + viewport.width, y: viewport.y + viewport.height };
  expect(chart.y + chart.height, 'a part of the chart stays in sight').toBeGreaterThan(viewport.y);
  expect(chart.x + chart.width).toBeGreaterThan(viewport.x);
  expect(chart.y + chart.height).toBeLessThan(end.y);
  await press(page, 'Fit');
  const before = await viewOf(page);
  await drag(0, 100);
  const dragged = await viewOf(page);
  expect(dragged.y - before.y).toBeCloseTo(100);
  expect([dragged.x, dragged.scale]).toEqual([before.x, before.scale]);
  await queryOf(page, 'state').toBe(null);
  await page.mouse.move(at.x, at.y);
  expect(await viewOf(page)).toEqual(dragged);

  await page.mouse.wheel(0, -50);
  await expect.poll(async () => (await viewOf(page)).y - dragged.y).toBeCloseTo(50);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const panned = await viewOf(page);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => viewOf(page)).toEqual(panned);
  const inSight = await stateInSight(page, viewport);
  const near = await boxOf(page, stateBox(inSight));
  const size = near.width;
  await page.mouse.move(middleOf(near).x, middleOf(near).y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  const under = () => boxOf(page, stateBox(inSight));
  await expect.poll(async () => (await under()).width).toBeGreaterThan(size);
  expect(distance(middleOf(await under()), middleOf(near)), 'it zooms around the pointer').toBeLessThan(12);

  await page.locator('.chart-viewport').press('e');
  await page.getByRole('button', { name: 'Expand', pressed: false }).waitFor();
  await page.locator('.chart-viewport').press('0');
  await expect.poll(async () => isWithin(await boxOf(page, stateBox('registration')), viewport)).toBe(true);
  const widthOf = async () => (await boxOf(page, '.chart-viewport')).width;
  await visualiserPage(page).choose('all of the room');
  await expect.poll(widthOf).toBeGreaterThan(viewport.width + 100);
  await visualiserPage(page).choose('all of the room');
  await expect.poll(widthOf).toBe(viewport.width);
});

test('arrow keys move between states, Enter opens one, untouched parts are dim', async () => {
  const page = await openChart();
  const viewport = page.locator('.chart-viewport');
  const selected = () => page.locator('.chart-state.is-selected').getAttribute('data-state');
  const title = (id: string) => page.locator(`.chart-state-text[data-state="${id}"] > .chart-title`);
  await title('registration.editing').click();
  const seen = new Set<string | null>();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'])
    for (const _ of outermost) {
      seen.add(await selected());
      await viewport.press(key);
    }
  expect(seen.size).toBeGreaterThan(4);
  const dimmed = page.locator('.chart-state.is-dimmed');
  expect(await dimmed.count()).toBeGreaterThan(0);
  expect(await page.locator('.chart-state.is-selected.is-dimmed').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).click();
  await expect.poll(() => dimmed.count()).toBe(0);
  await title('registration.registered').hover();
  await page.locator('.chart-transition.is-dimmed').first().waitFor();
  await title('registration.paid').click();
  await viewport.press('Enter');
  await queryOf(page, 'open').toBe('paid');
  await page.locator(stateBox('registration.paid.invalid')).waitFor({ state: 'attached' });
});

test('two fingers zoom the chart', async () => {
  const page = await openChart({ viewport: { width: 820, height: 1100 }, hasTouch: true }, '', 'contact');
  const { x, y } = middleOf(await boxOf(page, '.chart-viewport'));
  const width = async () => (await boxOf(page, stateBox('contact'))).width;
  const before = await width();
  const session = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number; id: number }[]
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const apart = (length: number) => [
    { x: x - length, y, id: 1 },
    { x: x + length, y, id: 2 },
  ];
  await touch('touchStart', ...apart(40));
  await touch('touchMove', ...apart(60));
  await touch('touchMove', ...apart(80));
  await touch('touchEnd');
  await expect.poll(width).toBeGreaterThan(before * 1.5);
});

test('a legible chart is whole in sight at first, in the build’s or worker’s layout', async () => {
  const page = await newPage(WIDE);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const layout = async () => {
    await page.locator('.chart-drawing').waitFor({ timeout: 60_000 });
    return page
      .locator('.chart-state > .chart-box')
      .evaluateAll((boxes) =>
        boxes.map((box) => ['x', 'y', 'width', 'height'].map((name) => box.getAttribute(name)).join(' ')),
      );
  };
  await page.goto('/visualiser/newsletter?preview=tab');
  const prepared = await layout();
  expect(requestedPaths).toContain('/visualiser/layouts/newsletter.json');
  expect(isWithin(await boxOf(page, stateBox('newsletter')), await boxOf(page, '.chart-viewport'))).toBe(
    true,
  );
  await page.route('/visualiser/layouts/*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(/elk-worker/, (route) => route.abort());
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'The chart could not be laid out.' });
  await failure.waitFor();
  await page.unroute(/elk-worker/);
  await failure.getByRole('button', { name: 'Try again' }).click();
  expect(await layout()).toEqual(prepared);
});

test('keeps the old drawing until the new one is laid out', async () => {
  const page = await openChart(WIDE, '', 'contact');
  let layOut = () => {};
  const allowed = new Promise<void>((resolve) => {
    layOut = resolve;
  });
  await page.route(/elk-worker/, async (route) => {
    await allowed;
    await route.continue();
  });
  const requested = page.waitForRequest(/elk-worker/);
  const drawing = page.locator('.chart-drawing');
  const before = await drawing.textContent();
  await visualiserPage(page).choose('Show the actions on the chart');
  await requested;
  expect(await drawing.isVisible(), 'while the new one is laid out').toBe(true);
  expect(await drawing.textContent()).toBe(before);
  layOut();
  await expect.poll(() => drawing.textContent()).toContain('entry / ');
});

/** Whether the active states without active children lie in the part of the chart that is in sight. */
async function isActiveInSight(page: Page): Promise<boolean> {
  const viewport = await boxOf(page, '.chart-viewport');
  const active = page.locator('.chart-state.is-active:not(.is-compound, .is-parallel) > .chart-box');
  const boxes = await active.evaluateAll((all) =>
    all.map((box) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  return boxes.length > 0 && boxes.every((box) => isWithin(box, viewport));
}

test('the chart beside a page follows the active state until somebody moves it', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/visualiser/registration?state=paid.fieldRefused');
  await page.locator('.chart-drawing').waitFor();
  await page.getByRole('status').filter({ hasText: 'editing.idle' }).waitFor();
  const linked = stateBox('registration.paid.fieldRefused');
  await page.locator(linked).waitFor({ state: 'attached' });
  expect(isWithin(await boxOf(page, linked), await boxOf(page, '.chart-viewport'))).toBe(true);
  await press(page, 'Close what is selected');
  const visualiser = visualiserPage(page);
  await visualiser.pause();
  const follow = page.getByRole('button', { name: /^Follow/ });
  await follow.click();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('creatingOrder');
  await expect.poll(() => isActiveInSight(page)).toBe(true);
  await press(page, 'an open order');
  await visualiser.expectState('loadingCheckout.requesting.onTime');
  await expect.poll(() => isActiveInSight(page)).toBe(true);
  for (let presses = 0; presses < 4; presses += 1) await page.locator('.chart-viewport').press('+');
  expect(await follow.getAttribute('aria-pressed')).toBe('false');
  await press(page, 'loaded');
  await visualiser.expectState('paying.open');
  expect(await follow.getAttribute('aria-pressed')).toBe('false');
  await follow.click();
  await expect.poll(() => isActiveInSight(page)).toBe(true);
});

test('page, chart and inspector keep the sizes that the user gives them', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await openVisualiser(page, 'contact');
  await page.locator('.chart-drawing').waitFor();
  const widthOf = async (selector: string) => (await boxOf(page, selector)).width;
  const regionWidths = await Promise.all(['.preview', '.chart-area', '.inspector'].map(widthOf));
  expect(regionWidths).toEqual([404, 656, 380]);
  const innerWidth = () =>
    page
      .frameLocator('iframe[name]')
      .locator('html')
      .evaluate(() => window.innerWidth);
  for (const [device, width] of [
    ['Phone', 390],
    ['Tablet', 820],
    ['Desktop', 1280],
  ] as const) {
    await visualiserPage(page).frameAs(device);
    await expect.poll(innerWidth).toBe(width);
    expect(await widthOf('.frame iframe'), device).toBe(width);
  }
  const inspector = await widthOf('.inspector');
  await page.getByRole('separator', { name: 'Width of the inspector' }).press('ArrowLeft');
  await expect.poll(() => widthOf('.inspector')).toBeGreaterThan(inspector);
  const wider = await widthOf('.inspector');
  await page.reload();
  await page.locator('.chart-drawing').waitFor();
  expect(Math.abs((await widthOf('.inspector')) - wider)).toBeLessThan(2);

  const [ofPage, ofChart] = [await widthOf('.preview'), await widthOf('.chart-area')];
  await page.keyboard.press('w');
  await expect.poll(() => widthOf('.preview')).toBeCloseTo(ofChart, 0);
  await page.keyboard.press('w');
  await expect.poll(() => widthOf('.preview')).toBeCloseTo(ofPage, 0);
  const region = () => page.evaluate(() => document.activeElement?.id);
  const regions: (string | undefined)[] = [];
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('F6');
    regions.push(await region());
  }
  expect(regions).toEqual(['page', 'chart', 'inspector', 'timeline']);
});

test('the outline names every state, works by keyboard and follows the chart', async () => {
  const page = await openChart();
  await visualiserPage(page).choose('outline');
  await press(page, 'Expand');
  await page.getByRole('tree').waitFor();
  expect(await page.getByRole('treeitem').count()).toBe(model.states.length + model.transitions.length);
  await page.getByRole('treeitem', { name: /^idle initial/ }).waitFor();
  await page.getByRole('treeitem', { name: 'submitted [isInvalid] → editing.invalid' }).first().waitFor();

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-outline'));
  await page
    .getByRole('treeitem', { name: /^registration/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('registration.editing');
  await queryOf(page, 'state').toBe('editing');
  const isExpanded = () => page.locator('.outline [aria-selected="true"]').getAttribute('aria-expanded');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(isExpanded).toBe('false');
  await page.keyboard.press('ArrowRight');
  await expect.poll(isExpanded).toBe('true');
  await page.keyboard.press('End');
  expect(await focused()).toBe('registration.refunded · receiptCleared');
  await page.locator('[data-outline="registration.creatingOrder"]').click();
  await visualiserPage(page).choose('draw the chart');
  await expect
    .poll(() => page.locator('.chart-state.is-selected').getAttribute('data-state'))
    .toBe('registration.creatingOrder');
});

test('saves the machine of the chart as Mermaid', async () => {
  const page = await openChart();
  const saving = page.waitForEvent('download');
  await visualiserPage(page).choose('save the chart as Mermaid');
  const file = await buffer(await (await saving).createReadStream());
  expect(file.toString()).toBe(toMermaid(model));
});
