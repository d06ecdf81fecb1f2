import { elementForHash } from './hash.ts';

const STORAGE_KEY = 'scroll';

const positions = new Map<string, number>();

/** The positions of all pages of this tab, which documents hand on to each other. */
function savedPositions(): Map<string, number> {
  const saved = new Map<string, number>();
  try {
    const pages: unknown = JSON.parse(String(sessionStorage.getItem(STORAGE_KEY)));
    for (const [page, top] of Object.entries(pages ?? {})) if (typeof top === 'number') saved.set(page, top);
  } catch {
    // Without storage, a reload starts at the top.
  }
  return saved;
}

/** Whether the document was left before: by a reload, or for another document and with the back button. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    navigation !== undefined &&
    'type' in navigation &&
    (navigation.type === 'reload' || navigation.type === 'back_forward')
  );
}

/** Records the scroll position of each history entry, and saves it across reloads. Returns a function that stops. */
export function trackScrollPositions(currentEntryId: () => string | undefined): () => void {
  if (positions.size === 0 && isReturn())
    for (const [page, top] of savedPositions()) positions.set(page, top);
  history.scrollRestoration = 'manual';
  const recordPosition = () => {
    const entryId = currentEntryId();
    if (entryId !== undefined) positions.set(entryId, window.scrollY);
  };
  const savePositions = () => {
    try {
      const all = new Map([...savedPositions(), ...positions]);
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(all)));
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
