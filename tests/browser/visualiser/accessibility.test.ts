import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { sharedBrowser } from '../browser.ts';
import { inspectVisualiser } from '../inspectPage.ts';
import { openVisualiser } from './visualiserPage.ts';

/** The visualiser with the keyboard alone, for axe, at its sizes, and with reduced motion. */

const { newPage } = sharedBrowser();

const TABS = ['Now', 'Test', 'Compare'] as const;

const expectNoProblem = async (page: Page, label: string, root?: string): Promise<void> =>
  expect.soft(await inspectVisualiser(page, root), label).toEqual([]);

/**
 * Asserts that neither page nor bar must be scrolled sideways: on two phones, and on a small desktop at 200 %
 * zoom.
 */
async function expectFits(page: Page, label: string): Promise<void> {
  for (const width of [640, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const selector of ['html', '.bar']) {
      const scrollWidth = await page.locator(selector).evaluate((element) => element.scrollWidth);
      expect.soft(scrollWidth, `${label}, ${selector}, ${width} px`).toBeLessThanOrEqual(width);
    }
  }
}

test('axe finds nothing in any page, tab, menu or palette', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const visualiser = await openVisualiser(page, 'contact');
  await visualiser.pause();
  await visualiser.sendEvent('changed: everything valid');
  await page.getByText('payload').first().click();
  await expectNoProblem(page, 'a payload', '[role="tabpanel"]');
  await visualiser.sendEvent('submitted: by the button');
  await visualiser.expectState('submitting');
  await page.getByText('Network, answers and translation').click();
  for (const tab of TABS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visualiser.openTab(tab);
    if (tab === 'Test') await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
    // What is around the tabs is the same in all of them.
    await expectNoProblem(page, tab, tab === 'Now' ? 'html' : '[role="tabpanel"]');
    await expectFits(page, tab);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await visualiser.openTab('Now');
  await visualiser.choose('first entry');
  await page.getByText(/^Past:/).waitFor();
  await expectNoProblem(page, 'the past');
  await page.keyboard.press('End');
  for (const menu of ['Flows', 'Filter the entries']) {
    await visualiser.press(menu);
    await expectNoProblem(page, menu, '[popover]:popover-open');
    await page.keyboard.press('Escape');
  }
  await visualiser.press('Ctrl-K');
  await expectNoProblem(page, 'the palette', 'dialog[open]');
  await page
    .getByRole('option', { name: 'Stop: pause the run, or stop a paused one X', disabled: true })
    .waitFor();
  await page.keyboard.press('Escape');
  await visualiser.choose('outline');
  await expectNoProblem(page, 'Outline', '.outline');
  for (const [name, path] of [
    ['Flows', '/visualiser'],
    ['Messages', '/visualiser/messages'],
  ] as const) {
    await visualiser.goTo(`All ${name.toLowerCase()}`);
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

/** Presses a key on an element that Tab leads to, once it is enabled, and asserts that the focus is not lost. */
async function tabToAndPress(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-disabled')), {
      timeout: 15_000,
    })
    .toBeNull();
  await page.keyboard.press(key);
  await expectFocusNotLost(page, `${name}`);
}

/** Opens a tab of the inspector with the keyboard. */
async function chooseTabByKeys(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    const role = await page.evaluate(() => document.activeElement?.getAttribute('role'));
    if (role === 'tab') break;
    await page.keyboard.press('Shift+Tab');
  }
  const chosen = () => page.getByRole('tab', { selected: true }).textContent();
  for (let presses = 0; presses < TABS.length && (await chosen()) !== name; presses += 1)
    await page.keyboard.press('ArrowRight');
  expect(await chosen()).toBe(name);
}

/** Chooses a command in the palette, by some words of its name. */
async function chooseByKeys(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(command);
  await page.keyboard.press('Enter');
}

/** The list of `docs/visualiser.md`. */
test('the keyboard alone goes through the list of a day, and the focus is never lost', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto('/visualiser');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabToAndPress(page, 'Contact message');
  await page.getByRole('heading', { level: 1, name: 'Contact message' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Contact message');
  await expect.poll(() => state(page), { timeout: 15_000 }).toBe('idle');

  await chooseByKeys(page, 'outline');
  await tabTo(page, /^contact/);
  await page.keyboard.press('End');
  await expect.poll(() => new URL(page.url()).searchParams.get('transition')).toMatch(/^contact\./);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('idle');
  await tabToAndPress(page, 'Close what is selected');

  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
  await chooseByKeys(page, 'record the flow');
  await chooseByKeys(page, 'stop at submitting');
  await page.getByText('The page will be stopped at submitting.').waitFor();
  await tabToAndPress(page, 'Send changed: everything valid');
  await tabToAndPress(page, 'Send submitted: by the button');
  await page.getByText(/^Stopped at submitting\./).waitFor();
  await expect.poll(() => state(page)).toBe('submitting');
  await expectFocusNotLost(page, 'sending an event');
  await chooseTabByKeys(page, 'Now');
  await tabToAndPress(page, 'replied with an HTML page');
  await expect.poll(() => state(page)).toBe('failed');
  await expectFocusNotLost(page, 'an outcome');
  await chooseByKeys(page, 'record the flow');
  await page.getByText('3 steps on /contact').waitFor();
  await expectNoProblem(page, 'a recording', '[role="tabpanel"]');
  await expectFocusNotLost(page, 'the end of a recording');
  await tabToAndPress(page, 'Discard');

  await page.keyboard.press('[');
  await page.getByText(/^Past: submitted: by the button|^Past: send/).waitFor();
  await chooseTabByKeys(page, 'Now');
  await tabToAndPress(page, 'Restart from here');
  const loads = page.locator('.entry-row', { hasText: 'was loaded' });
  await expect.poll(() => loads.count()).toBe(2);
  await page.keyboard.press('/');
  await page.keyboard.type('done');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Selected' }).waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('g');
  await page.getByText('Path to contact.done: every step led where it should.').waitFor({ timeout: 30_000 });
  await chooseTabByKeys(page, 'Test');
  await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
  await tabToAndPress(page, 'Run path 1 on the page');
  await page.getByRole('button', { name: 'Pause run', disabled: false }).waitFor();
  await chooseByKeys(page, 'all messages');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
});

test('the chart works by keyboard alone, and axe finds nothing in it', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto('/visualiser/contact?preview=tab');
  await page.locator('.chart-drawing').waitFor();
  const view = () => page.locator('.chart-viewport > svg > g').getAttribute('transform');
  const fitted = await view();
  await tabToAndPress(page, /^Chart of contact\. Arrow keys/, '+');
  await expect.poll(view).not.toBe(fitted);
  await page.keyboard.press('0');
  await expect.poll(view).toBe(fitted);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).not.toBe(null);
  await page.keyboard.press('Shift+Tab');
  await expectFocusNotLost(page, 'the chart');

  await page.keyboard.press('/');
  await page.keyboard.type('failed');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('failed');
  await page.locator('.chart-state.is-selected > .chart-highlight').waitFor();
  await expectNoProblem(page, 'a chart with a state that is selected');
  await page.getByRole('heading', { level: 1 }).click();
  await chooseByKeys(page, 'show the actions');
  await expectFocusNotLost(page, 'a command');
  for (let presses = 0; presses < 8; presses += 1) await page.locator('.chart-viewport').press('+');
  await page.locator('.chart-drawing').getByText('/ clearAlert').first().waitFor();
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

test.each([
  { zoom: '200 %', viewport: { width: 640, height: 400 } },
  { zoom: '400 %', viewport: { width: 320, height: 256 } },
])('at a zoom of $zoom nothing is cut, and every region is usable', async ({ viewport }) => {
  const page = await newPage({ viewport, reducedMotion: 'reduce' });
  const visualiser = await openVisualiser(page, 'registration');
  for (const tab of nonEmpty(TABS)) {
    await visualiser.press('Go to Inspect');
    await visualiser.openTab(tab);
    const problems = await page.locator('.visualiser').evaluate((root) => {
      const parts = [
        ...root.querySelectorAll<HTMLElement>('.bar, .bar *, .preview-head *, .inspector, .inspector *'),
      ];
      return parts
        .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
        .filter(
          (part) =>
            getComputedStyle(part).display !== 'inline' &&
            !part.closest('pre, textarea, input, .visually-hidden'),
        )
        .map((part) => `${part.tagName} ${part.className}: ${part.textContent.slice(0, 60)}`);
    });
    expect.soft(problems, tab).toEqual([]);
  }
  const height = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;
  for (const region of ['.preview-body', '.chart-viewport', '.tab-panel:visible', '.timeline-body'])
    expect.soft(await height(region), region).toBeGreaterThan(90);
  await visualiser.openTab('Now');
  await visualiser.sendEvent('changed: everything valid');
  await visualiser.press('Go to Chart');
  await visualiser.press('Expand');
  await visualiser.filter({ kind: 'events' });
  await visualiser.press('Previous entry');
  await page.getByText(/^Past: /).waitFor();
  const sideways = await page
    .locator('html, main')
    .evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map(({ tagName }) => tagName),
    );
  expect(sideways).toEqual([]);
});
