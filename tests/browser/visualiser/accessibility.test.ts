import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { inspectVisualiser } from '../inspectPage.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The visualiser with the keyboard alone, for axe, at its sizes, and with reduced motion. */

const { newPage } = sharedBrowser();

const PANELS = ['Events', 'Environment', 'Paths', 'Coverage', 'Recording', 'Log', 'Sequence', 'Changes'];

const expectNoProblem = async (page: Page, label: string, root?: string): Promise<void> =>
  expect.soft(await inspectVisualiser(page, root), label).toEqual([]);

/** Asserts that nothing must be scrolled sideways: on two phones, and on a small desktop at 200 % zoom. */
async function expectFits(page: Page, label: string): Promise<void> {
  for (const width of [640, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(scrollWidth, `${label}, ${width} px`).toBeLessThanOrEqual(width);
  }
}

test('axe finds nothing on any page and in any panel, and nothing sticks out', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.pauseEnvironment();
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await page.getByText('payload').first().click();
  for (const panel of PANELS) {
    await visualiser.openPanel(panel);
    if (panel === 'Log') await page.locator('.entry-row').first().click();
    if (panel === 'Paths') await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
    // What is around the panels is the same in all of them.
    await expectNoProblem(page, panel, panel === 'Events' ? 'html' : '[role="tabpanel"]');
    await expectFits(page, panel);
  }
  await visualiser.press('Outline');
  await expectNoProblem(page, 'Outline', '.outline');
  for (const [name, path] of [
    ['Flows', '/visualiser'],
    ['Messages', '/visualiser/messages'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await expectNoProblem(page, name);
    await expectFits(page, name);
  }
});

/** Presses Tab until an element with the name has the focus; not at all where it has it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to "${name}".`);
}

const state = (page: Page) => page.locator('.current code').textContent();

const expectFocusNotLost = (page: Page, after: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus after ${after}` })
    .not.toBe('BODY');

/** Presses a key on an element that Tab leads to, and asserts that the focus is not lost. */
async function tabToAndPress(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
  await expectFocusNotLost(page, `${name}`);
}

/** Opens a panel by its tab with the keyboard. */
async function choosePanelByKeys(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    const role = await page.evaluate(() => document.activeElement?.getAttribute('role'));
    if (role === 'tab') break;
    await page.keyboard.press('Shift+Tab');
  }
  const chosen = () => page.getByRole('tab', { selected: true }).textContent();
  for (let presses = 0; presses < PANELS.length && (await chosen()) !== name; presses += 1)
    await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe(name);
}

test('the keyboard alone does everything, and the focus is never lost', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto('/visualiser');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabToAndPress(page, 'Contact message');
  await page.getByRole('heading', { level: 1, name: 'Contact message' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Contact message');
  await expect.poll(() => state(page), { timeout: 15_000 }).toBe('idle');

  await tabToAndPress(page, 'Outline');
  await tabTo(page, /^contact/);
  await page.keyboard.press('End');
  await expect.poll(() => new URL(page.url()).searchParams.get('transition')).toMatch(/^contact\./);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('idle');
  await tabToAndPress(page, 'Close what is selected');

  await tabTo(page, 'Events');
  await choosePanelByKeys(page, 'Environment');
  await tabToAndPress(page, 'Pause the environment', 'Space');
  await page.getByRole('button', { name: 'Pause the environment', pressed: true }).waitFor();
  await choosePanelByKeys(page, 'Recording');
  await tabToAndPress(page, 'Record');
  await choosePanelByKeys(page, 'Events');
  await tabToAndPress(page, 'Send changed: everything valid');
  await tabToAndPress(page, 'Send submitted: by the button');
  await expect.poll(() => state(page)).toBe('submitting');
  await expectFocusNotLost(page, 'sending an event');
  await choosePanelByKeys(page, 'Environment');
  await tabToAndPress(page, 'replied with an HTML page');
  await expect.poll(() => state(page)).toBe('failed');
  await expectFocusNotLost(page, 'an outcome');
  await choosePanelByKeys(page, 'Recording');
  await tabToAndPress(page, 'Stop');
  await page.getByText('3 steps on /contact').waitFor();
  await expectNoProblem(page, 'a recording', '[role="tabpanel"]');
  await expectFocusNotLost(page, 'the end of a recording');
  await tabToAndPress(page, 'Discard');

  await choosePanelByKeys(page, 'Log');
  await tabToAndPress(page, /replied with an HTML page/);
  await tabToAndPress(page, 'Restart from here');
  await choosePanelByKeys(page, 'Paths');
  await tabToAndPress(page, 'Run path 1 on the page');
  await page.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
});

test('the drawn chart is reached, moved and searched by the keyboard alone, and axe finds nothing in it', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto('/visualiser/contact?preview=tab');
  await page.locator('.chart-drawing').waitFor();
  const view = () => page.locator('.chart-viewport > svg > g').getAttribute('transform');
  const scale = () => page.getByRole('status', { name: 'Scale' }).textContent();
  const fitted = await scale();
  await tabToAndPress(page, /^Chart of contact\. Arrow keys/, '+');
  await expect.poll(scale).not.toBe(fitted);
  const zoomed = await view();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(view).not.toBe(zoomed);
  await page.keyboard.press('0');
  await expect.poll(scale).toBe(fitted);
  await page.keyboard.press('Shift+Tab');
  await expectFocusNotLost(page, 'the chart');

  await page.getByRole('heading', { level: 1 }).click();
  await tabTo(page, 'Find a state or transition');
  await page.keyboard.type('failed');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('failed');
  await page.locator('.chart-state.is-found.is-selected > .chart-highlight').waitFor();
  await tabToAndPress(page, 'Next');
  await expectNoProblem(page, 'a chart with a match that is selected');
  await page.getByRole('heading', { level: 1 }).click();
  await tabToAndPress(page, 'Actions', 'Space');
  await page
    .getByText('entry /')
    .or(page.getByRole('button', { name: 'Actions', pressed: true }))
    .first()
    .waitFor();
});

test('there is no animation where reduced motion is preferred', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  const visualiser = await openVisualiser(page, 'contact');
  await page.locator('.chart svg').first().waitFor();
  await visualiser.sendEvent('changed: everything valid');
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1)
        .length,
  );
  expect(moving).toBe(0);
});
