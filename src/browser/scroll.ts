import { elementForHash } from './hash.ts';

const STORAGE_KEY = 'scroll';

const positions = new Map<string, number>();

/** Reads the positions saved before a reload, or before another site was visited and left with the back button. */
function readSavedPositions(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReturn =
    navigation &&
    'type' in navigation &&
    (navigation.type === 'reload' || navigation.type === 'back_forward');
  if (!isReturn) return;
  try {
    const saved: unknown = JSON.parse(String(sessionStorage.getItem(STORAGE_KEY)));
    for (const [page, top] of Object.entries(saved ?? {}))
      if (typeof top === 'number') positions.set(page, top);
  } catch {
    // Without storage, a reload starts at the top.
  }
}

/** Records the scroll position of each history entry, and saves it across reloads. Returns a function that stops. */
export function trackScrollPositions(currentEntryId: () => string | undefined): () => void {
  if (positions.size === 0) readSavedPositions();
  history.scrollRestoration = 'manual';
  const recordPosition = () => {
    const entryId = currentEntryId();
    if (entryId !== undefined) positions.set(entryId, window.scrollY);
  };
  const savePositions = () => {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(positions)));
    } catch {
      // Without storage, a reload starts at the top.
    }
  };
  window.addEventListener('scroll', recordPosition, { passive: true });
  window.addEventListener('pagehide', savePositions);
  return () => {
    window.removeEventListener('scroll', recordPosition);
    window.removeEventListener('pagehide', savePositions);
  };
}

/**
 * Scrolls to the position saved for a history entry; without one, to the element that the hash names, or to the top.
 */
export function restoreScroll(entryId: string, hash: string): void {
  const savedTop = positions.get(entryId);
  if (savedTop !== undefined) window.scrollTo({ top: savedTop, behavior: 'instant' });
  else if (hash !== '') elementForHash(hash)?.scrollIntoView({ behavior: 'instant' });
  else window.scrollTo({ top: 0, behavior: 'instant' });
}
