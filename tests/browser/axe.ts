import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';

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
