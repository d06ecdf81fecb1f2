import type { Page } from 'playwright-core';
import type { DisturbanceName } from '../../support/faults/disturbanceFaults.ts';
import { addBuiltScript } from '../chromium/builtScripts.ts';
import type { Operations } from '../chromium/chromiumOperations.ts';
import type { DisturbPage } from './disturbances.browser.ts';
import { composing, fillingSilently } from './disturbedOperations.ts';

/** The ways in which others change a page: the browser, an extension, the system. */
export type Disturbance = {
  /** Changes the page before it is opened. */
  prepare?: () => Promise<void>;
  /** The ways to operate its controls, in place of those with the mouse. */
  operations?: Operations;
  /** Acts after each step, before the page is looked at. */
  afterStep?: () => Promise<void>;
  /** One sentence for each difference between the page and its flow. */
  problems?: () => Promise<string[]>;
  /** Matches messages of the page that only the disturbance causes. */
  caused?: RegExp;
};

const begin = async (page: Page, ...args: Parameters<DisturbPage['begin']>): Promise<void> => {
  await addBuiltScript(page, 'tests/drivers/disturbances/disturbances.browser.ts');
  await page.addInitScript((given) => window.disturbPage.begin(...given), args);
};

const translated = (page: Page): Disturbance => ({
  prepare: () => begin(page, 'toggleTranslation', 'hydrated'),
  problems: () => page.evaluate(() => window.disturbPage.staleTexts()),
});

/** The sizes of text that a visitor sets in the browser, in pixels: twice the usual ones. */
const FONT_SIZES = { standard: 32, fixed: 26 };

export const disturbances: Readonly<Record<DisturbanceName, (page: Page) => Disturbance>> = {
  translated,
  'translated and put back': (page) => ({
    ...translated(page),
    afterStep: () => page.evaluate(() => window.disturbPage.toggleTranslation()),
  }),
  'stray nodes before hydration': (page) => ({
    prepare: () => begin(page, 'keepAddingStrayNodes', 'at once'),
    // React finds another tree than it rendered, says so, and renders the page anew.
    caused: /Minified React error #418/,
  }),
  'stray nodes after hydration': (page) => ({
    prepare: () => begin(page, 'keepAddingStrayNodes', 'hydrated'),
  }),
  'values without events': (page) => {
    const { operations, pressNextKey } = fillingSilently(page);
    return { operations, afterStep: pressNextKey };
  },
  'composed texts': (page) => ({ operations: composing(page) }),
  'text of 200 %': (page) => ({
    prepare: async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: FONT_SIZES });
    },
  }),
  'forced colours': (page) => ({ prepare: () => page.emulateMedia({ forcedColors: 'active' }) }),
};
