import { type RefObject, useEffect, useRef } from 'react';

/** The version of drafts. It changes when a part gets another meaning, so that older drafts are recognised. */
const VERSION = 1;

const LIFETIME_MS = 24 * 60 * 60 * 1000;

type SavedDraft = { savedAt: number; draft: unknown };

const isSavedDraft = (value: unknown): value is SavedDraft =>
  typeof value === 'object' &&
  value !== null &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'draft' in value;

/**
 * The draft saved under a key in this tab; null when there is none, storage is blocked, or it was saved more than
 * a day ago or, by a clock that was set back since, more than a day ahead.
 */
function readSavedDraft(key: string): unknown {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isSavedDraft(saved) && Math.abs(Date.now() - saved.savedAt) < LIFETIME_MS ? saved.draft : null;
  } catch {
    return null;
  }
}

/** Saves a draft in this tab, or removes it when it is null. Does nothing where storage is full or blocked. */
export function saveDraft(key: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ version: VERSION, savedAt: Date.now(), draft }));
  } catch {
    // Without storage there is no draft.
  }
}

/** A ref to the draft saved under a key, read on mount, before anything can overwrite it. */
export function useSavedDraft(key: string): RefObject<unknown> {
  const savedDraft = useRef<unknown>(null);
  useEffect(() => {
    savedDraft.current = readSavedDraft(key);
  }, [key]);
  return savedDraft;
}
