import { buffer } from 'node:stream/consumers';
import type { BrowserContextOptions, Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chartOf, toMermaid } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import type { View } from '../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser, visualiserPage } from './visualiserPage.ts';

/** The chart of the visualiser: drawn, selected, folded, searched, moved, read as an outline, and saved as a file. */

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

/** Returns the position and the scale of the chart in its viewport. */
async function viewOf(page: Page): Promise<View> {
  const transform = await page.locator('.chart-viewport > svg > g').getAttribute('transform');
  const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(transform ?? '') ?? [];
  return { x: Number(x), y: Number(y), scale: Number(scale) };
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

test('the chart is searched, drawn whole, selected by a click, and folded where it is', async () => {
  const page = await openChart(WIDE, '&fold=loadingCheckout.requesting,loadingCheckout');
  const search = page.getByLabel('Find a state or transition');
  await search.fill('slow');
  await page.getByText(/^\d found$/).waitFor();
  await page.keyboard.press('Enter');
  await page.locator(stateBox('registration.loadingCheckout.requesting.slow')).waitFor({ state: 'attached' });
  await queryOf(page, 'fold').toBe(null);
  const match = '.chart-state.is-selected > .chart-box, .chart-transition.is-selected > .chart-label';
  await page.locator(match).waitFor();
  expect(
    distance(middleOf(await boxOf(page, match)), middleOf(await boxOf(page, '.chart-viewport'))),
  ).toBeLessThan(4);
  await search.fill('zebra');
  await page.getByText('Nothing found').waitFor();
  await search.fill('');

  const idsOf = (attribute: 'state' | 'transition') =>
    page
      .locator(`.chart-${attribute}`)
      .evaluateAll((all, name) => all.map((each) => each.getAttribute(name)).sort(), `data-${attribute}`);
  expect(await idsOf('state')).toEqual(model.states.map(({ id }) => id).sort());
  expect(await idsOf('transition')).toEqual(model.transitions.map(({ id }) => id).sort());
  expect(await page.locator('.chart-dot').count()).toBe(model.initialArrows.length);
  for (const text of [
    'after orderTimeout',
    '(30000 ms)',
    'done of loadCheckout',
    '[isUsable]',
    'invoke / register',
  ])
    expect(await page.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0);

  await press(page, 'Fit');
  const { x, y, width } = await boxOf(page, stateBox('registration.editing.idle'));
  await page.mouse.click(x + width - 4, y + 4);
  await queryOf(page, 'state').toBe('editing.idle');
  await press(page, 'Fit');
  const row = await boxOf(page, '[data-transition="registration.editing · changed"]');
  await page.mouse.click(row.x + 5, row.y + row.height / 2);
  await queryOf(page, 'transition').toBe('registration.editing · changed');

  const editing = stateBox('registration.editing');
  const before = await boxOf(page, editing);
  const clickSign = async () => {
    const sign = middleOf(await boxOf(page, '[data-fold="registration.editing"] > circle'));
    await page.mouse.click(sign.x, sign.y);
  };
  await clickSign();
  const inside = model.states.filter(({ id }) => id.startsWith('registration.editing.')).length;
  await page.getByText(`${inside} states inside`).waitFor();
  expect(distance(await boxOf(page, editing), before)).toBeLessThan(1);
  expect(await page.locator(stateBox('registration.editing.idle')).count()).toBe(0);
  const lifted = '[data-transition="registration.creatingOrder · xstate.error.actor.createOrder"]';
  expect(await page.locator(lifted).count()).toBe(1);
  await clickSign();
  await page.locator(stateBox('registration.editing.idle')).waitFor({ state: 'attached' });
  expect(distance(await boxOf(page, editing), before)).toBeLessThan(1);
});

test('the chart is moved by dragging, the wheel, keys and the minimap, and by nothing else', async () => {
  const page = await openChart();
  const start = await boxOf(page, stateBox('registration.editing.idle'));
  expect(isWithin(start, await boxOf(page, '.chart-viewport')), 'it begins where the flow begins').toBe(true);
  expect((await viewOf(page)).scale).toBeGreaterThanOrEqual(0.5);

  const before = await viewOf(page);
  const viewport = await boxOf(page, '.chart-viewport');
  const at = middleOf(viewport);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 20, at.y + 10);
  await page.mouse.move(at.x + 80, at.y + 30);
  await page.mouse.up();
  const dragged = { ...before, x: before.x + 80, y: before.y + 30 };
  expect(await viewOf(page)).toEqual(dragged);
  await queryOf(page, 'state').toBe(null);
  await page.mouse.move(at.x, at.y);
  expect(await viewOf(page)).toEqual(dragged);

  await page.mouse.wheel(30, 50);
  await expect.poll(() => viewOf(page)).toEqual({ ...dragged, x: dragged.x - 30, y: dragged.y - 50 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const underPointer = ({ x, y, scale }: View) => ({
    x: (at.x - viewport.x - x) / scale,
    y: (at.y - viewport.y - y) / scale,
  });
  const panned = await viewOf(page);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await viewOf(page)).scale).toBeGreaterThan(panned.scale);
  expect(distance(underPointer(await viewOf(page)), underPointer(panned))).toBeLessThan(1);

  await page.locator('.chart-viewport').focus();
  await page.keyboard.press('0');
  const fitted = await viewOf(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await viewOf(page)).toEqual({ ...fitted, x: fitted.x - 60, y: fitted.y - 60 });
  await page.keyboard.press('+');
  const zoomed = await viewOf(page);
  expect(zoomed.scale).toBeCloseTo(fitted.scale * 1.25);
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await viewOf(page), 'a window that changes moves nothing').toEqual(zoomed);

  const minimap = middleOf(await boxOf(page, '.minimap'));
  await page.mouse.click(minimap.x, minimap.y);
  expect(distance(middleOf(await boxOf(page, stateBox('registration'))), at)).toBeLessThan(30);
  await press(page, 'Fit');
  await page.locator('.minimap').waitFor({ state: 'detached' });
  const widthOf = async () => (await boxOf(page, '.chart-viewport')).width;
  await press(page, 'Full screen');
  await expect.poll(widthOf).toBeGreaterThan(viewport.width + 100);
  await press(page, 'Full screen');
  await expect.poll(widthOf).toBe(viewport.width);
});

test('two fingers zoom the chart', async () => {
  const page = await openChart({ viewport: { width: 820, height: 1100 }, hasTouch: true }, '', 'contact');
  const { x, y } = middleOf(await boxOf(page, '.chart-viewport'));
  const before = await viewOf(page);
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
  await expect.poll(async () => (await viewOf(page)).scale).toBeCloseTo(before.scale * 2, 1);
});

test('a chart that can be read so is whole in sight at first, in the layout of the build, which the worker makes too', async () => {
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
  await page.reload();
  expect(await layout()).toEqual(prepared);
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
  expect(isWithin(await boxOf(page, linked), await boxOf(page, '.chart-viewport'))).toBe(true);
  await press(page, 'Close what is selected');
  const visualiser = visualiserPage(page);
  await visualiser.hold();
  const follow = page.getByRole('button', { name: /^Follow/ });
  if ((await follow.getAttribute('aria-pressed')) === 'false') await follow.click();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('creatingOrder');
  await expect.poll(() => isActiveInSight(page)).toBe(true);
  await press(page, 'an open order');
  await visualiser.expectState('loadingCheckout.requesting.onTime');
  await expect.poll(() => isActiveInSight(page)).toBe(true);
  await page.locator('.chart-viewport').focus();
  await page.keyboard.press('ArrowRight');
  expect(await follow.getAttribute('aria-pressed')).toBe('false');
  const moved = await viewOf(page);
  await press(page, 'loaded');
  await visualiser.expectState('paying.open');
  expect(await viewOf(page)).toEqual(moved);
  await follow.click();
  await expect.poll(() => isActiveInSight(page)).toBe(true);
});

test('page, chart and inspector have the sizes that somebody gives them, which the browser keeps; the page has its full size', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await openVisualiser(page, 'contact');
  await page.locator('.chart-drawing').waitFor();
  const widthOf = async (selector: string) => (await boxOf(page, selector)).width;
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
    await press(page, device);
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
  await page.keyboard.press('p');
  await expect.poll(() => widthOf('.preview')).toBeCloseTo(ofChart, 0);
  await page.keyboard.press('p');
  await expect.poll(() => widthOf('.preview')).toBeCloseTo(ofPage, 0);
  await page.keyboard.press('e');
  await expect.poll(() => widthOf('.chart-area')).toBeGreaterThan(1_400);
  await page.keyboard.press('e');
  await expect.poll(() => widthOf('.chart-area')).toBeCloseTo(ofChart, 0);
  const region = () => page.evaluate(() => document.activeElement?.id);
  const regions: (string | undefined)[] = [];
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('F6');
    regions.push(await region());
  }
  expect(regions).toEqual(['page', 'chart', 'inspector', 'timeline']);
});

test('the outline says every state and transition, is gone through with the keyboard alone, and is in step with the chart', async () => {
  const page = await openChart();
  await press(page, 'Outline');
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
  await page.keyboard.press('ArrowLeft');
  await queryOf(page, 'fold').toBe('editing');
  expect(await page.locator('.outline [aria-selected="true"]').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await queryOf(page, 'fold').toBe(null);
  await page.keyboard.press('End');
  expect(await focused()).toBe('registration.registered · receiptCleared');
  await page.locator('[data-outline="registration.creatingOrder"]').click();
  await press(page, 'Chart');
  await expect
    .poll(() => page.locator('.chart-state.is-selected').getAttribute('data-state'))
    .toBe('registration.creatingOrder');
});

test('the chart is saved as it is drawn: as SVG that needs nothing else, as PNG and as Mermaid', async () => {
  const page = await openChart(WIDE, '&fold=editing');
  const save = async (name: string): Promise<{ download: Download; file: Buffer }> => {
    const coming = page.waitForEvent('download');
    await press(page, name);
    const download = await coming;
    return { download, file: await buffer(await download.createReadStream()) };
  };
  await page.getByLabel('Direction').selectOption('Down');
  await press(page, 'Actions');
  await page.getByText('entry / countAttempt').waitFor({ state: 'attached' });
  await page.getByLabel('Find a state or transition').fill('slow');
  await page.locator('.is-found').first().waitFor({ state: 'attached' });
  const marksOf = (root: ParentNode) =>
    [...root.querySelectorAll('.chart-drawing [data-state], .chart-drawing [data-transition]')].map(
      (each) =>
        `${each.getAttribute('data-state')} ${each.getAttribute('data-transition')} ${each.getAttribute('class')} ` +
        ['x', 'y', 'width', 'height'].map((name) => each.querySelector('rect')?.getAttribute(name)).join(' '),
    );
  const onScreen = await page.evaluate(`(${marksOf})(document)`);
  const { download, file } = await save('SVG');
  expect(download.suggestedFilename()).toBe('registration.svg');
  const svg = file.toString();
  expect(
    await page.evaluate(
      `(${marksOf})(new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml'))`,
    ),
  ).toEqual(onScreen);
  expect(onScreen).not.toEqual([]);
  expect(svg).not.toMatch(/var\(--|light-dark\(/);
  const urls = [...svg.matchAll(/url\((?:&quot;|["'])?([^)]{0,12})/g)].map(([, url]) => url);
  expect(nonEmpty(urls).filter((url) => !url?.startsWith('#') && !url?.startsWith('data:'))).toEqual([]);

  const picture = await save('PNG');
  expect(picture.download.suggestedFilename()).toBe('registration.png');
  const colours = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 300];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 300, 300);
    const pixels = new Uint32Array(context?.getImageData(0, 0, 300, 300).data.buffer ?? new ArrayBuffer());
    return new Set(pixels).size;
  }, picture.file.toString('base64'));
  expect(colours).toBeGreaterThan(20);
  expect((await save('Mermaid')).file.toString()).toBe(toMermaid(model));
});
