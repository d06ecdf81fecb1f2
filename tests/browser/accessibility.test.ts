import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { wayTo } from '../../machines/paths/plan.ts';
import { stateName } from '../../machines/stateName.ts';
import { screens } from '../../src/screens/screens.ts';
import { chromiumHands } from '../drivers/chromium.ts';
import { walk } from '../drivers/driver.ts';
import { plans } from '../drivers/plans.ts';
import { sharedBrowser } from './browser.ts';

/** WCAG 2.2 AA and best practices, in every state of every flow and on every screen. */

const { browser, newPage } = sharedBrowser();

const WIDTHS = [360, 1280];
const SCHEMES = ['light', 'dark'] as const;
const NARROWEST = 320;

/** What axe finds below an element of the page as it stands, one sentence for each element. */
async function findings(page: Page, root: string): Promise<string[]> {
  return page.evaluate(async (selector) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { violations } = await window.axe.run(selector, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, root);
}

/** Looks at the page at phone and desktop width, light and dark, and for what sticks out at the narrowest. */
async function inspect(page: Page, root = 'html'): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe.source);
  for (const width of WIDTHS)
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      found.push(...(await findings(page, root)).map((finding) => `${width} px, ${colorScheme}: ${finding}`));
    }
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  const [wide, headings] = await page.evaluate(() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
  ]);
  if (wide > 0) found.push(`${NARROWEST} px: ${wide} px stick out`);
  if (headings !== 1) found.push(`${headings} level-one headings`);
  return found;
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const paths = [
  ...new Set(
    Object.values(screens)
      .flatMap((screen): readonly string[] => screen.paths)
      .flatMap((path) => {
        if (path === '*') return ['/testimonials'];
        if (path === '/blog/:slug')
          return ['/blog/how-to-improve-math-skills', '/blog/future-ready-skills', '/blog/unknown'];
        return path.includes(':') ? ['/blog/category/mathematics', '/blog/category/study-skills'] : [path];
      }),
  ),
];

describe('every screen', () => {
  test.each(paths)('%s', async (path) => {
    const page = await newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await inspect(page)).toEqual([]);
  });
});

describe.each(plans)('$id', ({ flow, graph, driver }) => {
  const names = [...new Set([...graph.states.values()].map(({ snapshot }) => stateName(snapshot)))];

  test.each(names)('in %s', async (name) => {
    const hands = await chromiumHands(browser(), inject('site'), flow.id);
    onTestFinished(hands.close);
    await walk(flow, driver, wayTo(graph, name) ?? [], hands);
    await hands.page.clock.resume();
    expect(await inspect(hands.page, `[data-flow="${flow.id}"]`)).toEqual([]);
  });
});
