import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { focusPage } from './focus.ts';
import { restoreScroll, trackScrollPositions } from './scroll.ts';

/** An id of the current history entry. Entries that the router did not create all have the same key. */
function useHistoryEntryId(): string {
  const { key, pathname, hash } = useLocation();
  return `${key} ${pathname}${hash}`;
}

const isFocusUnchanged = (before: Element | null) =>
  document.activeElement === document.body || document.activeElement === before;

/** Calls `callback` with the path on each navigation after the first render, also to the same path. */
export function useOnNavigation(callback: (path: string) => void): void {
  const { pathname } = useLocation();
  const entryId = useHistoryEntryId();
  const previousEntryId = useRef(entryId);
  const onNavigation = useEffectEvent(callback);
  useEffect(() => {
    if (previousEntryId.current === entryId) return;
    previousEntryId.current = entryId;
    onNavigation(pathname);
  }, [entryId, pathname]);
}

/**
 * Moves the focus and the scroll position when another page is shown without loading a document, as a browser does when
 * it loads one. The focus moves to the heading, unless the visitor has moved it since following the link. The page
 * scrolls to the top or, when going back, to the saved position. Where the hash names an element, both move to that
 * element, on the first page too.
 *
 * @param shownPath The path of the page that is rendered, which follows the location once its code is loaded.
 */
export function useNavigationFocusAndScroll(shownPath: string | undefined): void {
  const { pathname, hash } = useLocation();
  const entryId = useHistoryEntryId();
  const type = useNavigationType();
  const shownEntry = useRef<{ entryId: string; pathname: string } | null>(null);
  const requestedEntry = useRef<{ entryId: string; focus: Element | null }>({ entryId, focus: null });
  useEffect(() => trackScrollPositions(() => shownEntry.current?.entryId), []);
  useEffect(() => {
    if (requestedEntry.current.entryId !== entryId)
      requestedEntry.current = { entryId, focus: document.activeElement };
    if (shownPath !== pathname) return;
    const before = shownEntry.current;
    shownEntry.current = { entryId, pathname };
    const isSamePage = before?.pathname === pathname;
    if (isSamePage && type === 'POP') return;
    const hasNewTarget = hash !== '' || (before !== null && !isSamePage);
    if (hasNewTarget && isFocusUnchanged(requestedEntry.current.focus)) focusPage(hash);
    // Before the first page is hydrated, the browser scrolls it to the hash, and the visitor anywhere.
    if (before !== null || window.scrollY === 0) restoreScroll(entryId, hash);
  }, [shownPath, entryId, pathname, hash, type]);
}
