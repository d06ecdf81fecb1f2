import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { stateNames } from '../../machines/paths/explore.ts';
import { sitePlans } from '../drivers/plans.ts';
import { AXE, RULES_OF_COLOUR, TAGS } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import { addresses, settle, tour } from './tour.ts';

/** What axe finds in every state of every flow and on every screen, and that no text there lacks a value. */

const { browser, newPage } = sharedBrowser();

const WIDTHS = [360, 1280];
const NARROWEST = 320;

/** What a text says where a value is missing or is not a text. */
const NO_WORDS = /undefined|null|NaN|\[object/g;

/** What axe finds below an element of the page as it stands, one sentence for each element. */
async function findings(page: Page, root: string, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  await settle(page);
  return page.evaluate(
    async ([selector, rules]) => {
      const { violations } = await window.axe.run(selector, {
        runOnly: rules,
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
    },
    [root, runOnly] as const,
  );
}

/** Looks at the page at phone and desktop width, light and dark, and for what sticks out at the narrowest. */
async function inspect(page: Page, root = 'html'): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'light' ? TAGS : RULES_OF_COLOUR;
      found.push(
        ...(await findings(page, root, rules)).map((finding) => `${width} px, ${colorScheme}: ${finding}`),
      );
    }
  await page.setViewportSize({ width: NARROWEST, height: 800 });
  const [wide, headings, isEmpty, text] = await page.evaluate(
    () =>
      [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
        document.querySelector('main')?.childElementCount === 0,
        document.body.innerText,
      ] as const,
  );
  for (const word of text.match(NO_WORDS) ?? []) found.push(`the text says "${word}"`);
  if (wide > 0) found.push(`${NARROWEST} px: ${wide} px stick out`);
  // A document that came without its page has no heading until the page is there: nothing on it could have one.
  if (headings !== 1 && !isEmpty) found.push(`${headings} level-one headings`);
  return found;
}

describe('every screen', () => {
  test.each(addresses)('%s', async (path) => {
    const page = await newPage({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await inspect(page)).toEqual([]);
  });
});

describe('every state', () => {
  test.each(sitePlans)('of $id', async (planned) => {
    const found: string[] = [];
    const seen = await tour(planned, { browser: browser(), site: inject('site') }, async (page, state) => {
      const findings = await inspect(page, `[data-flow="${planned.id}"]`);
      found.push(...findings.map((finding) => `${state}, ${finding}`));
    });
    expect(found).toEqual([]);
    expect(seen).toEqual(stateNames(planned.graph));
  });
});
