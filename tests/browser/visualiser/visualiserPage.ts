import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { exactName } from '../../drivers/chromium/chromiumScreen.ts';

/** The page object of a visualiser that is open in a browser. */
export type VisualiserPage = {
  page: Page;
  /** The page of the site, in the preview's frame. */
  frame: FrameLocator;
  openTab: (name: 'Now' | 'Test' | 'Compare') => Promise<void>;
  press: (name: string | RegExp) => Promise<void>;
  /** Goes to a flow or a list by the menu. */
  goTo: (name: string) => Promise<void>;
  /** Sends a case of an event. */
  sendEvent: (name: string) => Promise<void>;
  pause: () => Promise<void>;
  /** Frames the page as wide as a device, or leaves it to another tab. */
  frameAs: (device: string) => Promise<void>;
  /** Lists only some entries of the timeline. */
  filter: (choice: { kind?: string; flow?: string; find?: string }) => Promise<void>;
  /** Chooses a command in the palette, by some words of its name. */
  choose: (command: string) => Promise<void>;
  /** Asserts the state that the visualiser shows for the flow. */
  expectState: (state: string) => Promise<void>;
  /** Asserts the sentence about the page that the visualiser follows. */
  expectStatus: (sentence: string | RegExp) => Promise<void>;
};

export function visualiserPage(page: Page): VisualiserPage {
  const press = (name: string | RegExp) => page.getByRole('button', exactName(name)).click();
  const openTab = (name: string) => page.getByRole('tab', exactName(name)).click();
  return {
    page,
    frame: page.frameLocator('iframe[name]'),
    openTab,
    press,
    goTo: async (name) => {
      await press('Flows');
      await page.getByRole('navigation', { name: 'Visualiser' }).getByRole('link', exactName(name)).click();
    },
    sendEvent: async (name) => {
      await openTab('Now');
      await press(`Send ${name}`);
    },
    pause: async () => {
      await press('Pause');
      await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
    },
    frameAs: async (device) => {
      await page.getByLabel('Device', { exact: true }).selectOption(device);
    },
    filter: async ({ kind, flow, find }) => {
      await press('Filter the entries');
      if (kind !== undefined) await page.getByLabel('Kind of entry').selectOption(kind);
      if (flow !== undefined) await page.getByLabel('Flow of the entries').selectOption(flow);
      if (find !== undefined) await page.getByLabel('Find in the timeline').fill(find);
      // Escape would empty the field.
      await press('Filter the entries');
    },
    choose: async (command) => {
      await press('Ctrl-K');
      await page.getByRole('combobox', { name: /^Find a command/ }).fill(command);
      await page.keyboard.press('Enter');
    },
    expectState: (state) =>
      expect.poll(() => page.locator('.current code').textContent(), { timeout: 15_000 }).toBe(state),
    expectStatus: (sentence) =>
      expect
        .poll(() => page.locator('.link-status-text').textContent(), { timeout: 15_000 })
        .toMatch(sentence),
  };
}

/** Opens the visualiser with a flow and the preview of its page, and waits until it follows the page. */
export async function openVisualiser(page: Page, flow: string): Promise<VisualiserPage> {
  await page.goto(`/visualiser/${flow}`);
  const visualiser = visualiserPage(page);
  await visualiser.expectStatus(/^Following/);
  await expect.poll(() => page.locator('.current code').count(), { timeout: 15_000 }).toBe(1);
  return visualiser;
}

/** Pauses the clock of a page and of its frames; it must have been installed before the page was opened. */
export async function pauseClockNow(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // Until it is paused the clock goes on.
  await page.clock.pauseAt(now + 3_000);
}

/** Advances a paused clock, a tenth of a second at a time, until a text is as expected. */
export const runClockUntil = (page: Page, selector: string, text: string | RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(100);
        return page.locator(selector).textContent();
      },
      { timeout: 15_000, interval: 10 },
    )
    .toMatch(text);

/** Opens another tab of the same browser. */
export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(path);
  return page;
}

const jsonFile = (content: unknown) => ({
  name: 'file.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

/** Opens a file with a value as JSON by its field. */
export const openJsonFile = (page: Page, label: string, content: unknown): Promise<void> =>
  page.getByLabel(label).setInputFiles(jsonFile(content));
