import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { finishAnimations } from './visitStates.ts';

/** The minified file, because it is evaluated on every page that is inspected. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 AA and best practices. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The only rules to check in the dark scheme, which changes nothing but colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Axe with its own timer, because the clock of the page may be paused. */
export const AXE = `(() => {
  const setTimeout = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act();
    port2.postMessage(null);
  };
  ${source}
})()`;

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const PHONE = 360;
const NARROWEST = 320;

/** Matches what is shown in place of a value that is missing or is not a text. */
const MISSING_VALUE = /undefined|null|NaN|\[object/g;

/** Returns the violations that axe finds below an element of the page in its current state, a sentence for each element. */
async function findings(page: Page, root: string, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  await finishAnimations(page);
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

/** Inspects the page on a phone, light and dark, and for overflow at the narrowest; returns the problems. */
export async function inspectPage(page: Page, root = 'html'): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  await page.setViewportSize({ width: PHONE, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = colorScheme === 'light' ? TAGS : RULES_OF_COLOUR;
    found.push(...(await findings(page, root, rules)).map((finding) => `${colorScheme}: ${finding}`));
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
  for (const word of text.match(MISSING_VALUE) ?? []) found.push(`the text says "${word}"`);
  if (wide > 0) found.push(`${NARROWEST} px: ${wide} px stick out`);
  // A document that is not prerendered has an empty `main`, and so no heading, until the page is loaded.
  if (headings !== 1 && !isEmpty) found.push(`${headings} level-one headings`);
  return found;
}
