import { describe, expect, test } from 'vitest';
import type { View } from '../../../machines/visualiser/chartViewport/chartViewport.types.ts';
import { sharedBrowser } from '../browser.ts';
import { boxOf, chartOpener, isCloseTo, pointAtMiddle, stateBox, viewOf, WIDE } from './chartPage.ts';

/** Gestures and keys that move the chart of the visualiser, and some that must not. */

const { newPage } = sharedBrowser();
const openChart = chartOpener(newPage);

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
    expect(isCloseTo(under(await viewOf(page)), under(panned))).toBe(true);
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
    await page.getByText('entry / countAttempt').waitFor({ state: 'attached' });
    const detailed = await places();
    expect(detailed.filter((place) => plain.includes(place))).not.toEqual([]);
  });

  test('by a pointer on the minimap, which is there while a part of the chart is out of sight', async () => {
    const page = await openChart();
    const minimap = await boxOf(page, '.minimap');
    await page.mouse.click(minimap.x + minimap.width / 2, minimap.y + minimap.height / 2);
    const [surface, drawing] = [
      await boxOf(page, '.chart-surface'),
      await boxOf(page, stateBox('registration')),
    ];
    const middleOf = ({ x, y, width, height }: typeof surface) => ({ x: x + width / 2, y: y + height / 2 });
    const [middle, shown] = [middleOf(surface), middleOf(drawing)];
    expect(Math.hypot(middle.x - shown.x, middle.y - shown.y)).toBeLessThan(30);

    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    await page.locator('.minimap').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect
      .poll(async () => (await boxOf(page, '.chart-surface')).width)
      .toBeGreaterThan(surface.width + 100);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(async () => (await boxOf(page, '.chart-surface')).width).toBe(surface.width);
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
  const start = await boxOf(large, stateBox('registration.editing.idle'));
  expect((await viewOf(large)).scale).toBeGreaterThanOrEqual(0.5);
  expect(start.x).toBeGreaterThan(viewport.x);
  expect(start.y + start.height).toBeLessThan(viewport.y + viewport.height);
});
