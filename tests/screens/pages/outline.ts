import { nonEmpty } from '../../support/nonEmpty.ts';

const BLOCKS = 'h1, h2, h3, h4, p, li, dt, dd, th, td, button, label, legend';

const textOf = ({ textContent }: Element) => (textContent ?? '').replace(/\s+/g, ' ').trim();

/** Returns what an element says from top to bottom, a line for each heading, paragraph, item, cell and button: `h2 Our mission`. */
export const outline = (root: Element): string[] =>
  nonEmpty(root.querySelectorAll(BLOCKS))
    .filter((element) => element.querySelector(BLOCKS) === null && textOf(element) !== '')
    .map((element) => `${element.localName} ${textOf(element)}`);

/** Returns the links of an element: `Apply Now → /applyPath`. */
export const links = (root: Element): string[] =>
  nonEmpty(root.querySelectorAll('a')).map((link) => `${textOf(link)} → ${link.getAttribute('href')}`);
