import { useEffect, useLayoutEffect } from 'react';
import { markHydrated } from './beforeHydration.ts';

/** The path of the prerendered page in the document; undefined where the document has no page. */
export const prerenderedPath = (root: HTMLElement): string | undefined => root.dataset.page;

/** Removes the prerendered tags of the head, for a page that is rendered instead of hydrated. */
export function removePrerenderedHead(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]')) element.remove();
}

/** Removes the Open Graph tags and structured data, which describe only the page that the document was prerendered with. */
export function removePageMetadata(): void {
  for (const element of document.head.querySelectorAll('[data-prerendered]:is(script, [property])'))
    element.remove();
}

/**
 * Calls `onCommit` when React has put its handlers on the document, and marks the document as hydrated once the
 * effects have run: earlier inputs are then entered again, and the last pressed button is pressed.
 */
export function useHydrated(onCommit: () => void): void {
  useLayoutEffect(() => onCommit(), [onCommit]);
  useEffect(() => queueMicrotask(markHydrated), []);
}
