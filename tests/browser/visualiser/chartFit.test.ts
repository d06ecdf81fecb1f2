import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { boxOf, viewOf } from './chartPage.ts';

/** How large the chart is drawn beside the page and the panels, and what of it is in sight. */

const { newPage } = sharedBrowser();

/** The least scales of the whole registration: about twice those of a layout in one row, whose text was 3.3 and 4.8 px. */
const WINDOWS = [
  { width: 1440, height: 900, scale: 0.455 },
  { width: 1920, height: 1080, scale: 0.643 },
];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openRegistration(width: number, height: number, query = ''): Promise<Page> {
  const page = await newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  await page.goto(`/visualiser/registration${query}`);
  await page.locator('.chart-drawing').waitFor();
  await page.getByRole('status').filter({ hasText: 'editing.idle' }).waitFor();
  return page;
}

/** Whether the active states without active children lie in the part of the chart that is in sight. */
const isActiveInSight = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const surface = document.querySelector('.chart-surface')?.getBoundingClientRect();
    const active = [...document.querySelectorAll('.chart-state.is-active')].filter(
      (state) => !state.matches('.is-compound, .is-parallel'),
    );
    return (
      surface !== undefined &&
      active.length > 0 &&
      active.every((state) => {
        const box = state.querySelector('.chart-box')?.getBoundingClientRect();
        return (
          box !== undefined &&
          box.left >= surface.left &&
          box.right <= surface.right &&
          box.top >= surface.top &&
          box.bottom <= surface.bottom
        );
      })
    );
  });

describe.each(WINDOWS)('in a window of $width × $height', ({ width, height, scale }) => {
  test('the whole registration can be read beside its page and the panels', async () => {
    const page = await openRegistration(width, height);
    await press(page, 'Fit');
    const view = await viewOf(page);
    expect(view.scale).toBeGreaterThanOrEqual(scale);
    const [surface, chart] = [await boxOf(page, '.chart-surface'), await boxOf(page, '.chart-drawing')];
    expect(chart.width).toBeLessThanOrEqual(surface.width);
    expect(chart.height).toBeLessThanOrEqual(surface.height);

    await press(page, 'Panels');
    await press(page, 'Page');
    await expect.poll(async () => (await boxOf(page, '.chart-surface')).width).toBeGreaterThan(surface.width);
    expect((await viewOf(page)).scale).toBeGreaterThanOrEqual(view.scale);
    await page.reload();
    await page.locator('.chart-drawing').waitFor();
    expect(await page.getByRole('button', { name: 'Page', exact: true }).getAttribute('aria-pressed')).toBe(
      'false',
    );
  });
});

test('the active state is in sight at 95 % of the steps of a run, until a person moves the chart', async () => {
  const page = await openRegistration(1440, 900);
  await page.getByRole('tab', { name: 'Paths' }).click();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
  });
  await page.locator('.paths button', { hasText: 'Animate' }).first().click();
  const steps: boolean[] = [];
  let last = '';
  for (let look = 0; look < 60; look += 1) {
    const now = (await page.locator('.current code').textContent()) ?? '';
    if (now !== last) steps.push(await isActiveInSight(page));
    last = now;
    await page.waitForTimeout(100);
  }
  expect(steps.length).toBeGreaterThan(4);
  expect(steps.filter(Boolean).length / steps.length).toBeGreaterThanOrEqual(0.95);

  await page.locator('.chart-surface').focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('button', { name: /^Follow/ }).getAttribute('aria-pressed')).toBe('false');
  const moved = await viewOf(page);
  await page.waitForTimeout(1_500);
  expect(await viewOf(page)).toEqual(moved);
  await page.getByRole('button', { name: /^Follow/ }).click();
  expect(await isActiveInSight(page)).toBe(true);

  const isMovedSmoothly = () =>
    page.evaluate(() => {
      const drawing = document.querySelector('.chart-surface > svg > g');
      return drawing !== null && Number.parseFloat(getComputedStyle(drawing).transitionDuration) > 0;
    });
  expect(await isMovedSmoothly()).toBe(false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await isMovedSmoothly()).toBe(true);
  await page.locator('.chart-surface').press('ArrowRight');
  expect(await isMovedSmoothly(), 'by hand').toBe(false);
});

test('a link to a state brings it in sight, and the page that loads does not hide it', async () => {
  const page = await openRegistration(1440, 900, '?state=paid.fieldRefused');
  const [surface, state] = [
    await boxOf(page, '.chart-surface'),
    await boxOf(page, '.chart-state[data-state="registration.paid.fieldRefused"] > .chart-box'),
  ];
  expect(state.x).toBeGreaterThan(surface.x);
  expect(state.x + state.width).toBeLessThan(surface.x + surface.width);
  expect(state.y).toBeGreaterThan(surface.y);
  expect(state.y + state.height).toBeLessThan(surface.y + surface.height);
});

test('page and panels are resized by the keyboard, and the frame has the height of a device', async () => {
  const page = await openRegistration(1440, 900);
  const splitter = page.getByRole('separator', { name: 'Width of page and panels' });
  const before = await boxOf(page, '.flow-side');
  await splitter.focus();
  await page.keyboard.press('ArrowLeft');
  expect(Number(await splitter.getAttribute('aria-valuenow'))).toBe(27);
  expect((await boxOf(page, '.flow-side')).width).toBeGreaterThan(before.width);
  const innerSize = () =>
    page
      .frameLocator('iframe')
      .locator('html')
      .evaluate(() => [innerWidth, innerHeight]);
  expect(await innerSize()).toEqual([390, 844]);
  for (const [device, size] of [
    ['Tablet', [820, 1180]],
    ['Desktop', [1280, 800]],
  ] as const) {
    await page.getByRole('button', { name: device, exact: true }).click();
    await expect.poll(innerSize).toEqual(size);
  }
});
