import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { openVisualiser } from './visualiser.ts';

/** The visualiser with the keyboard alone, for axe, at its sizes, and for those who want less motion. */

const { newPage } = sharedBrowser();

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PANELS = ['Events', 'World', 'Paths', 'Coverage', 'Recording', 'Log'];

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(
      { exclude: ['iframe'] },
      { runOnly: tags, resultTypes: ['violations'], iframes: false },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, TAGS);
}

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each([1280, 1024, 768])('%i px wide', (width) => {
  test.each(['light', 'dark'] as const)('axe finds nothing in any panel, %s', async (colorScheme) => {
    const page = await newPage({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
    const tester = await openVisualiser(page, 'contact');
    await tester.hold();
    await tester.send('changed: everything right');
    await tester.send('submitted: by the button');
    await page.getByText('payload').first().click();
    for (const panel of PANELS) {
      await tester.panel(panel);
      if (panel === 'Log') await page.locator('.entry-row').first().click();
      if (panel === 'Paths') await page.getByRole('button', { name: 'Run path 1 on the page' }).waitFor();
      expect.soft(await findings(page), panel).toEqual([]);
      expect.soft(await wide(page), panel).toBeLessThanOrEqual(0);
    }
    await tester.press('Outline');
    expect.soft(await findings(page), 'outline').toEqual([]);
    for (const path of ['/visualiser', '/visualiser/messages']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect.soft(await findings(page), path).toEqual([]);
      expect.soft(await wide(page), path).toBeLessThanOrEqual(0);
    }
  });
});

/** Goes on with Tab until an element of a name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
  }
  throw new Error(`Tab never comes to "${name}".`);
}

test('the keyboard alone holds the world, sends events, answers, and leads to a state', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto('/visualiser?');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, 'Contact message');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Contact message' }).waitFor();
  const state = () => page.locator('.current code').textContent();
  await expect.poll(state, { timeout: 15_000 }).toBe('idle');

  await tabTo(page, 'Events');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Hold the world');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Hold the world', pressed: true }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, 'Send changed: everything right');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Send submitted: by the button');
  await page.keyboard.press('Enter');
  await expect.poll(state).toBe('submitting');

  await page.getByRole('tab', { name: 'Events' }).focus();
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'answered with a page');
  await page.keyboard.press('Enter');
  await expect.poll(state).toBe('failed');
});

test('whoever wants less motion gets none', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  const tester = await openVisualiser(page, 'contact');
  await page.locator('.chart svg').first().waitFor();
  await tester.send('changed: everything right');
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1)
        .length,
  );
  expect(moving).toBe(0);
});
