import fc from 'fast-check';
import { test as base } from 'vitest';
import { type DomPageDriver, domPageDriver } from '../drivers/dom/domPageDriver.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

/**
 * Opens the page at a path of the site, as a visit of its address does. The result is the driver for the named
 * flow.
 */
type Open = (path: string, flow?: string) => Promise<DomPageDriver>;

/** A test of pages that are opened at their addresses, and closed when it ends. */
export const test = base.extend<{ open: Open }>({
  open: async ({ task: _ }, use) => {
    const pages: DomPageDriver[] = [];
    await use(async (path, flow = 'routeLoading') => {
      const page = domPageDriver(flow);
      pages.push(page);
      await page.browser.open(path);
      return page;
    });
    for (const page of pages) page.close();
  },
});

const BLOCKS = 'h1, h2, h3, h4, p, li, dt, dd, th, td, button, label, legend';

const textOf = ({ textContent }: Element) => (textContent ?? '').replace(/\s+/g, ' ').trim();

/**
 * The text of an element from top to bottom, a line for each heading, paragraph, item, cell and button: `h2 Our
 * mission`.
 */
export const outline = (root: Element): string[] =>
  nonEmpty(root.querySelectorAll(BLOCKS))
    .filter((element) => element.querySelector(BLOCKS) === null && textOf(element) !== '')
    .map((element) => `${element.localName} ${textOf(element)}`);

/** The links of an element: `Apply Now → /applyPath`. */
export const links = (root: Element): string[] =>
  nonEmpty(root.querySelectorAll('a')).map((link) => `${textOf(link)} → ${link.getAttribute('href')}`);

/** Values with which a payment provider or a service might respond. */

/** The texts that a missing value becomes. */
export const BROKEN = /undefined|\bnull\b|NaN|\[object/;

export const unusualValue = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, 0, '', ' ', 'undefined', 'null', '[object Object]', {}, []),
  fc.constantFrom('\u200b', 'Error: undefined', 'a\tb\nc', 'x'.repeat(5000), '<b>declined</b>'),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);
