import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A visualiser that is open in a browser, and what a tester does with it. */
export type Visualiser = {
  page: Page;
  /** The real page, in the frame. */
  frame: FrameLocator;
  panel: (name: string) => Promise<void>;
  press: (name: string | RegExp) => Promise<void>;
  /** Sends a case of an event. */
  send: (name: string) => Promise<void>;
  hold: () => Promise<void>;
  /** Asserts the state that the visualiser shows for the flow. */
  isIn: (state: string) => Promise<void>;
  /** Asserts what it says of the page that it follows. */
  says: (sentence: string | RegExp) => Promise<void>;
};

const whole = (name: string | RegExp) => (typeof name === 'string' ? { name, exact: true } : { name });

/** The hands of a tester on a page that shows the visualiser. */
export function handsOn(page: Page): Visualiser {
  const press = (name: string | RegExp) => page.getByRole('button', whole(name)).click();
  const panel = (name: string) => page.getByRole('tab', whole(name)).click();
  return {
    page,
    frame: page.frameLocator('iframe'),
    panel,
    press,
    send: async (name) => {
      await panel('Events');
      await press(`Send ${name}`);
    },
    hold: async () => {
      await panel('World');
      await press('Hold the world');
      await page.getByRole('button', { name: 'Hold the world', pressed: true }).waitFor();
    },
    isIn: (state) =>
      expect.poll(() => page.locator('.current code').textContent(), { timeout: 15_000 }).toBe(state),
    says: (sentence) =>
      expect.poll(() => page.locator('.link-sentence').textContent(), { timeout: 15_000 }).toMatch(sentence),
  };
}

/** Opens the visualiser with a flow, its page beside it, and waits until it follows the page. */
export async function openVisualiser(page: Page, flow: string): Promise<Visualiser> {
  await page.goto(`/visualiser/${flow}`);
  const visualiser = handsOn(page);
  await visualiser.says(/^Following/);
  await expect.poll(() => page.locator('.current code').count(), { timeout: 15_000 }).toBe(1);
  return visualiser;
}

/** Lets the clock of a page and of its frames stand still, where it was installed before the page was opened. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}

/** Lets time pass where the clock stands still, a tenth of a second at a time, until a text reads as it should. */
export const passUntil = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(100);
        return page.locator(selector).textContent();
      },
      { timeout: 15_000, interval: 10 },
    )
    .toMatch(text);

/** Another tab of the same browser. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(path);
  return page;
}
