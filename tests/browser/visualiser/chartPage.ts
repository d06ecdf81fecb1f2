import type { BrowserContextOptions, Page } from 'playwright-core';
import { chartOf } from '../../../machines/paths/index.ts';
import { registrationFlow } from '../../../machines/registration/registration.flow.ts';
import type { View } from '../../../machines/visualiser/chartViewport/chartViewport.types.ts';

/** The largest chart. */
export const model = chartOf(registrationFlow.machine);

export const WIDE: BrowserContextOptions = {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
};

/** Opens the chart of a flow without a page in the preview, which would change its active states. */
export const chartOpener =
  (newPage: (options: BrowserContextOptions) => Promise<Page>) =>
  async (options: BrowserContextOptions = WIDE, query = '', flow = 'registration'): Promise<Page> => {
    const page = await newPage(options);
    await page.goto(`/visualiser/${flow}?preview=tab${query}`);
    // The worker lays out a chart that is not whole.
    await page.locator('.chart-drawing').waitFor({ timeout: 60_000 });
    return page;
  };

/** Returns the position and the scale of the chart in its surface. */
export async function viewOf(page: Page): Promise<View> {
  const transform = await page.locator('.chart-surface > svg > g').getAttribute('transform');
  const [, x, y, scale] = /translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(transform ?? '') ?? [];
  return { x: Number(x), y: Number(y), scale: Number(scale) };
}

export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return box;
}

export const stateBox = (id: string) => `.chart-state[data-state="${id}"] > .chart-box`;

/** Moves the pointer to the middle of the surface; returns the point. */
export async function pointAtMiddle(page: Page) {
  const { x, y, width, height } = await boxOf(page, '.chart-surface');
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(at.x, at.y);
  return at;
}

export const isCloseTo = ({ x, y }: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(x - other.x, y - other.y) < 1;
