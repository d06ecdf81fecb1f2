import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { focusPage } from './focus.ts';
import { restoreScroll, trackScrollPositions } from './scroll.ts';

/** Returns an id of the current history entry. Entries that the router did not create all have the same key. */
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
 * What a browser does when it shows another page, for a page that is shown without loading: the focus goes to the
 * heading, unless the visitor has moved it since the link was followed, and the scroll position to the top or, going
 * back, to where it was. Both go to the element that the hash names where there is one, also on the first page.
 */
export function useNavigationFocusAndScroll(shownPath: string | undefined): void {
  const { pathname, hash } = useLocation();
  const entryId = useHistoryEntryId();
  const type = useNavigationType();
  const shownEntry = useRef<{ visit: string; pathname: string } | null>(null);
  const requestedEntry = useRef<{ visit: string; focus: Element | null }>({ visit: entryId, focus: null });
  useEffect(() => trackScrollPositions(() => shownEntry.current?.visit), []);
  useEffect(() => {
    if (requestedEntry.current.visit !== entryId)
      requestedEntry.current = { visit: entryId, focus: document.activeElement };
    if (shownPath !== pathname || shownEntry.current?.visit === entryId) return;
    const before = shownEntry.current;
    shownEntry.current = { visit: entryId, pathname };
    const isSamePage = before?.pathname === pathname;
    if (isSamePage && type === 'POP') return;
    const hasNewTarget = hash !== '' || (before !== null && !isSamePage);
    if (hasNewTarget && isFocusUnchanged(requestedEntry.current.focus)) focusPage(hash);
    restoreScroll(type === 'POP' ? entryId : null, hash);
  }, [shownPath, entryId, pathname, hash, type]);
}
