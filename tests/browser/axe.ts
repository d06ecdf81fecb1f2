import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { finishAnimations } from './visitStates.ts';

/** The smaller of its two files: every page that is looked at takes it in. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** WCAG 2.2 AA and best practices. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The scheme changes colours and nothing else. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Axe with a timer of its own: that of the page may stand still. */
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

const WIDTHS = [360, 1280];
const NARROWEST = 320;

/** What a text says where a value is missing or is not a text. */
const MISSING_VALUE = /undefined|null|NaN|\[object/g;

/** What axe finds below an element of the page as it stands, one sentence for each element. */
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

/** Looks at the page at phone and desktop width, light and dark, and for what sticks out at the narrowest. */
export async function inspectPage(page: Page, root = 'html'): Promise<string[]> {
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
  for (const word of text.match(MISSING_VALUE) ?? []) found.push(`the text says "${word}"`);
  if (wide > 0) found.push(`${NARROWEST} px: ${wide} px stick out`);
  // A document that came without its page has no heading until the page is there: nothing on it could have one.
  if (headings !== 1 && !isEmpty) found.push(`${headings} level-one headings`);
  return found;
}
