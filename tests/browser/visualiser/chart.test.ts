import { buffer } from 'node:stream/consumers';
import axe from 'axe-core';
import type { BrowserContextOptions, Download, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../machines/catalogue.ts';
import type { View } from '../../../machines/chartViewport/chartViewport.types.ts';
import { chartOf } from '../../../machines/paths/chart.ts';
import { toMermaid } from '../../../machines/paths/mermaid.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import { sharedBrowser } from '../browser.ts';

/** The chart of the visualiser on the built site: drawn, moved, folded, searched, read as text, exported. */

const { newPage } = sharedBrowser();
const model = chartOf(registrationFlow.machine);
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' };

/** The chart of a flow, with no page beside it that would change its active states. */
async function openChart(
  options: BrowserContextOptions = WIDE,
  query = '',
  flow = 'registration',
): Promise<Page> {
  const page = await newPage(options);
  await page.goto(`/visualiser/${flow}?beside=tab${query}`);
  await page.locator('.chart-drawing').waitFor();
  return page;
}

async function viewOf(page: Page): Promise<View> {
  const transform = await page.locator('.chart-surface > svg > g').getAttribute('transform');
  const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(transform ?? '') ?? [];
  return { x: Number(x), y: Number(y), scale: Number(scale) };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

const stateBox = (id: string) => `.chart-state[data-state="${id}"] > .chart-box`;

/** Puts the pointer on an empty place of the surface; returns where. */
async function pointAtMiddle(page: Page) {
  const { x, y, width, height } = await boxOf(page, '.chart-surface');
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(at.x, at.y);
  return at;
}

const closeTo = ({ x, y }: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(x - other.x, y - other.y) < 1;

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
  expect(await page.locator('.chart-dot').count()).toBe(model.initials.length);
  for (const text of [
    'after orderTimeout',
    '(30000 ms)',
    'done of loadCheckout',
    '[isUsable]',
    'invoke / register',
  ])
    expect(await page.getByText(text, { exact: true }).count(), text).toBeGreaterThan(0);
});

describe('is moved', () => {
  test('by dragging, which selects nothing', async () => {
    const page = await openChart();
    const before = await viewOf(page);
    const at = await pointAtMiddle(page);
    await page.mouse.down();
    await page.mouse.move(at.x + 20, at.y + 10);
    await page.mouse.move(at.x + 80, at.y + 30);
    await page.mouse.up();
    const after = await viewOf(page);
    expect(after).toEqual({ ...before, x: before.x + 80, y: before.y + 30 });
    expect(new URL(page.url()).searchParams.has('state')).toBe(false);
    await page.mouse.move(at.x, at.y);
    expect(await viewOf(page)).toEqual(after);
  });

  test('by the wheel, which then does not scroll the page, and zoomed by Control and the wheel around the pointer', async () => {
    const page = await openChart();
    const before = await viewOf(page);
    const at = await pointAtMiddle(page);
    await page.mouse.wheel(30, 50);
    await expect.poll(() => viewOf(page)).toEqual({ ...before, x: before.x - 30, y: before.y - 50 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    const { x, y } = await boxOf(page, '.chart-surface');
    const under = ({ x: left, y: top, scale }: View) => ({
      x: (at.x - x - left) / scale,
      y: (at.y - y - top) / scale,
    });
    const panned = await viewOf(page);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await viewOf(page)).scale).toBeGreaterThan(panned.scale);
    expect(closeTo(under(await viewOf(page)), under(panned))).toBe(true);
  });

  test('by the keyboard alone', async () => {
    const page = await openChart();
    await page.keyboard.press('0');
    await page.locator('.chart-surface').focus();
    await page.keyboard.press('0');
    const fitted = await viewOf(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await viewOf(page)).toEqual({ ...fitted, x: fitted.x - 60, y: fitted.y - 60 });
    await page.keyboard.press('+');
    expect((await viewOf(page)).scale).toBeCloseTo(fitted.scale * 1.25);
    await page.keyboard.press('-');
    expect((await viewOf(page)).scale).toBeCloseTo(fitted.scale);
    await page.keyboard.press('0');
    expect(await viewOf(page)).toEqual(fitted);
  });

  test('by two fingers', async () => {
    const page = await openChart({ viewport: { width: 820, height: 1100 }, hasTouch: true });
    const { x, y, width, height } = await boxOf(page, '.chart-surface');
    const middle = { x: x + width / 2, y: y + height / 2 };
    const before = await viewOf(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === null
            ? []
            : [
                { x: middle.x - apart, y: middle.y, id: 1 },
                { x: middle.x + apart, y: middle.y, id: 2 },
              ],
      });
    await touch('touchStart', 40);
    await touch('touchMove', 60);
    await touch('touchMove', 80);
    await touch('touchEnd', null);
    await expect.poll(async () => (await viewOf(page)).scale).toBeCloseTo(before.scale * 2, 1);
  });

  test('by nothing else: not by a window that changes, and not by what is shown in detail', async () => {
    const page = await openChart();
    const before = await viewOf(page);
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await viewOf(page)).toEqual(before);

    const places = () =>
      page.locator('.chart-state').evaluateAll((states) =>
        states.map((state) => {
          const { x = 0, y = 0 } = state.querySelector('.chart-box')?.getBoundingClientRect() ?? {};
          return `${state.getAttribute('data-state')} ${Math.round(x)} ${Math.round(y)}`;
        }),
      );
    const plain = await places();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByText('entry / countTry').waitFor({ state: 'attached' });
    const detailed = await places();
    expect(detailed.filter((place) => plain.includes(place))).not.toEqual([]);
  });
});

test('is whole in sight at first where it can be read so, and else begins where the flow begins', async () => {
  const small = await openChart(WIDE, '', 'newsletter');
  const surface = await boxOf(small, '.chart-surface');
  const root = await boxOf(small, stateBox('newsletter'));
  expect(root.x).toBeGreaterThan(surface.x);
  expect(root.x + root.width).toBeLessThan(surface.x + surface.width);
  expect(root.y + root.height).toBeLessThan(surface.y + surface.height);

  const large = await openChart();
  const viewport = await boxOf(large, '.chart-surface');
  const start = await boxOf(large, stateBox('registration.editing.ready'));
  expect((await viewOf(large)).scale).toBeGreaterThanOrEqual(0.5);
  expect(start.x).toBeGreaterThan(viewport.x);
  expect(start.y + start.height).toBeLessThan(viewport.y + viewport.height);
});

test('a click selects a state or a transition, and says it in the address', async () => {
  const page = await openChart();
  const { x, y, width } = await boxOf(page, stateBox('registration.editing.ready'));
  await page.mouse.click(x + width - 4, y + 4);
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('editing.ready');
  await expect
    .poll(() => page.locator('.chart-state.is-selected').getAttribute('data-state'))
    .toBe('registration.editing.ready');
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
  const before = await boxOf(page, stateBox('registration.editing'));
  const sign = await boxOf(page, '[data-fold="registration.editing"] > circle');
  await page.mouse.click(sign.x + sign.width / 2, sign.y + sign.height / 2);
  await page.getByText('9 states inside').waitFor();
  expect(closeTo(await boxOf(page, stateBox('registration.editing')), before)).toBe(true);
  expect(await page.locator(stateBox('registration.editing.ready')).count()).toBe(0);
  const lifted = page.locator(
    '[data-transition="registration.creatingOrder · xstate.error.actor.createOrder"]',
  );
  expect(await lifted.count()).toBe(1);

  const unfold = await boxOf(page, '[data-fold="registration.editing"] > circle');
  await page.mouse.click(unfold.x + unfold.width / 2, unfold.y + unfold.height / 2);
  await page.locator(stateBox('registration.editing.ready')).waitFor({ state: 'attached' });
  expect(closeTo(await boxOf(page, stateBox('registration.editing')), before)).toBe(true);
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

describe('the outline', () => {
  const openOutline = async (query = '') => {
    const page = await openChart(WIDE, query);
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('tree').waitFor();
    return page;
  };

  test('says every state and transition of the chart', async () => {
    const page = await openOutline();
    expect(await page.getByRole('treeitem').count()).toBe(model.states.length + model.transitions.length);
    await page.getByRole('treeitem', { name: /^ready initial/ }).waitFor();
    await page.getByRole('treeitem', { name: 'submitted [hasProblem] → editing.invalid' }).first().waitFor();
  });

  test('is gone through, selects and folds with the keyboard alone', async () => {
    const page = await openOutline();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-outline'));
    await page
      .getByRole('treeitem', { name: /^registration/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('registration.editing');
    await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('editing');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).searchParams.get('fold')).toBe('editing');
    expect(await page.locator('.outline [aria-selected="true"]').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.has('fold')).toBe(false);
    await page.keyboard.press('End');
    expect(await focused()).toBe('registration.registered');
  });

  test('is in step with the chart', async () => {
    const page = await openOutline('&fold=paying');
    await page.locator('[data-outline="registration.creatingOrder"]').click();
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.locator('.chart-drawing').waitFor();
    expect(await page.locator('.chart-state.is-selected').getAttribute('data-state')).toBe(
      'registration.creatingOrder',
    );
    expect(await page.locator(stateBox('registration.paying.open')).count()).toBe(0);
  });
});

test.each(['light', 'dark'] as const)('axe finds nothing in chart and outline, %s', async (colorScheme) => {
  const page = await openChart({ ...WIDE, colorScheme }, '&state=editing');
  await page.evaluate(axe.source);
  const find = (selector: string) =>
    page.evaluate(async (root) => {
      const { violations } = await window.axe.run(root, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
    }, selector);
  expect(await find('.chart')).toEqual([]);
  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('tree').waitFor();
  expect(await find('.outline')).toEqual([]);
});

describe('is exported', () => {
  const save = async (page: Page, name: string): Promise<{ download: Download; file: Buffer }> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const download = await coming;
    return { download, file: await buffer(await download.createReadStream()) };
  };

  test('as SVG that needs nothing else', async () => {
    const page = await openChart(WIDE, '', 'callBack');
    const { download, file } = await save(page, 'SVG');
    expect(download.suggestedFilename()).toBe('callBack.svg');
    const svg = file.toString();
    expect(svg).not.toContain('var(--');
    expect(svg).not.toContain('light-dark(');
    const urls = [...svg.matchAll(/url\((?:&quot;|["'])?([^)]{0,12})/g)].map(([, url]) => url);
    expect(urls.filter((url) => !url?.startsWith('#') && !url?.startsWith('data:'))).toEqual([]);
    const parsed = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        error: read.querySelector('parsererror')?.textContent ?? null,
        states: read.querySelectorAll('.chart-state').length,
        title: read.querySelector('title')?.textContent,
      };
    }, svg);
    const states = chartOf(
      catalogue.find(({ id }) => id === 'callBack')?.machine ?? registrationFlow.machine,
    ).states;
    expect(parsed).toEqual({ error: null, states: states.length, title: expect.any(String) });
  });

  test('as PNG with the chart on it', async () => {
    const page = await openChart(WIDE, '', 'newsletter');
    const { download, file } = await save(page, 'PNG');
    expect(download.suggestedFilename()).toBe('newsletter.png');
    const colours = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, image.width, image.height) ?? {};
      const seen = new Set<string>();
      for (let index = 0; index < data.length; index += 4) seen.add(data.slice(index, index + 4).join());
      return seen.size;
    }, file.toString('base64'));
    expect(colours).toBeGreaterThan(20);
  });

  test('as Mermaid', async () => {
    const page = await openChart();
    const { file } = await save(page, 'Mermaid');
    expect(file.toString()).toBe(toMermaid(model));
  });
});

test('the layout that came with the build is the one that the worker makes where there is none', async () => {
  const placesOf = (page: Page) =>
    page
      .locator('.chart-state > .chart-box')
      .evaluateAll((boxes) =>
        boxes.map((box) => ['x', 'y', 'width', 'height'].map((name) => box.getAttribute(name)).join(' ')),
      );
  const page = await newPage(WIDE);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/visualiser/registration?beside=tab');
  await page.locator('.chart-drawing').waitFor();
  const prepared = await placesOf(page);
  expect(asked).toContain('/visualiser/layouts/registration.json');

  await page.route('/visualiser/layouts/*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.locator('.chart-drawing').waitFor();
  expect(await placesOf(page)).toEqual(prepared);
});
