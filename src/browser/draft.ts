import { type RefObject, useEffect, useRef } from 'react';

const LIFETIME = 24 * 60 * 60 * 1000;

type Kept = { keptAt: number; draft: unknown };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'keptAt' in value &&
  typeof value.keptAt === 'number' &&
  'draft' in value;

/** What was kept under a key in this tab; null when there is nothing, it is older than a day or storage is forbidden. */
function recall(key: string): unknown {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isKept(kept) && Date.now() - kept.keptAt < LIFETIME ? kept.draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft in this tab, or forgets it when it is null. A full or forbidden storage is no reason to stop. */
export function keep(key: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ keptAt: Date.now(), draft }));
  } catch {
    // The page goes on without a draft.
  }
}

/** What was kept under a key, read as soon as the page is there and before anything can overwrite it. */
export function useKept(key: string): RefObject<unknown> {
  const kept = useRef<unknown>(null);
  useEffect(() => {
    kept.current = recall(key);
  }, [key]);
  return kept;
}
