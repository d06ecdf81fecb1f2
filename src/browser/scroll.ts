import { elementOf } from './fragment.ts';

const KEY = 'scroll';

const positions = new Map<string, number>();

/** Takes up what was kept before a reload, or before another site was visited and left again. */
function recall(): void {
  const [load] = performance.getEntriesByType('navigation');
  const isReturn = load && 'type' in load && (load.type === 'reload' || load.type === 'back_forward');
  if (!isReturn) return;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    for (const [page, top] of Object.entries(kept ?? {}))
      if (typeof top === 'number') positions.set(page, top);
  } catch {
    // Without storage, a reload starts at the top.
  }
}

/** Keeps the scroll position of each visited page, across a reload too. Returns how to stop. */
export function rememberScroll(visit: () => string | undefined): () => void {
  if (positions.size === 0) recall();
  history.scrollRestoration = 'manual';
  const note = () => {
    const now = visit();
    if (now !== undefined) positions.set(now, window.scrollY);
  };
  const store = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(positions)));
    } catch {
      // Without storage, a reload starts at the top.
    }
  };
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('pagehide', store);
  return () => {
    window.removeEventListener('scroll', note);
    window.removeEventListener('pagehide', store);
  };
}

/** Scrolls to where a page was left; where it was not left, to the element that the hash names, or to the top. */
export function scrollBack(visit: string | null, hash: string): void {
  const left = visit === null ? undefined : positions.get(visit);
  if (left !== undefined) window.scrollTo({ top: left, behavior: 'instant' });
  else if (hash !== '') elementOf(hash)?.scrollIntoView({ behavior: 'instant' });
  else window.scrollTo({ top: 0, behavior: 'instant' });
}
