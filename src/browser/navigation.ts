import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { focusPage } from './focus.ts';
import { rememberScroll, scrollBack } from './scroll.ts';

/** A name for an entry of the tab's history. Those that the router did not make all have the same key. */
function useVisit(): string {
  const { key, pathname, hash } = useLocation();
  return `${key} ${pathname}${hash}`;
}

const isFocusUnmoved = (since: Element | null) =>
  document.activeElement === document.body || document.activeElement === since;

/** Tells of each change of the address after the first one, also where it leads to the same path again. */
export function useOnNavigation(act: (path: string) => void): void {
  const { pathname } = useLocation();
  const visit = useVisit();
  const last = useRef(visit);
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (last.current === visit) return;
    last.current = visit;
    actNow(pathname);
  }, [visit, pathname]);
}

/**
 * What a browser does when it shows another page, for a page that is shown without loading: the focus goes to the
 * heading, unless the visitor has moved it since the link was followed, and the scroll position to the top or, going
 * back, to where it was. Both go to the element that the hash names where there is one, also on the first page.
 */
export function useArrival(shownPath: string | undefined): void {
  const { pathname, hash } = useLocation();
  const visit = useVisit();
  const type = useNavigationType();
  const here = useRef<{ visit: string; pathname: string } | null>(null);
  const left = useRef<{ visit: string; focus: Element | null }>({ visit, focus: null });
  useEffect(() => rememberScroll(() => here.current?.visit), []);
  useEffect(() => {
    if (left.current.visit !== visit) left.current = { visit, focus: document.activeElement };
    if (shownPath !== pathname || here.current?.visit === visit) return;
    const before = here.current;
    here.current = { visit, pathname };
    const isSamePage = before?.pathname === pathname;
    if (isSamePage && type === 'POP') return;
    const isElsewhere = hash !== '' || (before !== null && !isSamePage);
    if (isElsewhere && isFocusUnmoved(left.current.focus)) focusPage(hash);
    scrollBack(type === 'POP' ? visit : null, hash);
  }, [shownPath, visit, pathname, hash, type]);
}
