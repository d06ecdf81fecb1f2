import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Expectation } from '../../../machines/checks/checks.types.ts';
import type { BorrowedContext } from '../../support/contexts.ts';
import { type EngineName, fetchFailures, incidentsIn } from '../../support/engines.ts';
import { type Operations, withMouse } from '../chromium/chromiumOperations.ts';
import { type ChromiumPageDriver, chromiumPageDriver } from '../chromium/chromiumPageDriver.ts';
import type { ScreenDriver } from '../pageDriver.ts';

/** Opens a new context: the pool of contexts resets those of Chromium alone. */
export async function freshContext(
  browser: Browser,
  { reducedMotion: _, ...options }: BrowserContextOptions,
): Promise<BorrowedContext> {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage(), giveBack: () => context.close() };
}

/** Operates controls with the mouse, and inserts texts as the editor of the browser does. */
const insertingTexts: Operations = {
  ...withMouse,
  fill: async (control, text) => {
    await control.focus();
    await control.evaluate((element, inserted) => {
      if ('select' in element && typeof element.select === 'function') element.select();
      document.execCommand(inserted === '' ? 'delete' : 'insertText', false, inserted);
    }, text);
  },
};

const operations: Readonly<Record<Exclude<EngineName, 'WebKit'>, Operations>> = {
  'old Chromium': withMouse,
  Firefox: insertingTexts,
};

/** The expectations of a state, with the words of an engine in place of those of Chromium. */
const inWordsOf = (engine: EngineName, expected: readonly Expectation[]): Expectation[] =>
  expected.map((each) =>
    each.kind === 'text' && each.text === fetchFailures.Chromium
      ? { ...each, text: fetchFailures[engine] }
      : each,
  );

/** The screen, with expectations in the words of an engine. */
export const screenOf = ({ findings, ...screen }: ScreenDriver, engine: EngineName): ScreenDriver => ({
  ...screen,
  incidents: () => incidentsIn(engine, screen.incidents()),
  findings: findings && ((state, expected, alerts) => findings(state, inWordsOf(engine, expected), alerts)),
});

/** The page driver for a flow of the built site in an engine that Playwright drives. */
export async function enginePageDriver(
  browser: Browser,
  site: string,
  flow: string,
  engine: Exclude<EngineName, 'WebKit'>,
): Promise<ChromiumPageDriver> {
  const pageDriver = await chromiumPageDriver(browser, site, flow, {
    borrow: freshContext,
    operate: () => operations[engine],
  });
  return { ...pageDriver, screen: screenOf(pageDriver.screen, engine) };
}
