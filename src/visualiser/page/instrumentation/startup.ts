import type { Snapshot } from 'xstate';
import { FRAME_PREFIX, storageKeys, TAB_KEY } from '../../shared/channel/names.ts';
import { keepInTab } from './tabStorage.ts';

/** Whether the page is in the frame of a visualiser. */
export const isFramed = (): boolean => window.name.startsWith(FRAME_PREFIX);

/** Returns the id of the tab or frame of this page: the same across loads, and another in every tab and frame. */
export function tabId(): string {
  if (isFramed()) return window.name;
  const id = sessionStorage.getItem(TAB_KEY) ?? crypto.randomUUID();
  saveTab(id);
  return id;
}

/** Lets the pages that are loaded next in this tab begin as watched ones. */
export function saveTab(id: string): void {
  if (!isFramed()) keepInTab(TAB_KEY, id);
}

/** Lets the pages that are loaded next in this tab begin without a visualiser. */
export const forgetTab = (): void => sessionStorage.removeItem(TAB_KEY);

/**
 * Gives this tab another id where it is a copy: the browser copies the storage of a tab, in which the page that is open
 * there has left a mark. A page that is left removes its mark, so that the next page of the tab finds none.
 */
function renewCopiedTab(): void {
  if (isFramed()) return;
  if (sessionStorage.getItem(storageKeys.open) !== null) forgetTab();
  const mark = () => keepInTab(storageKeys.open, 'open');
  mark();
  window.addEventListener('pageshow', mark);
  window.addEventListener('pagehide', () => keepInTab(storageKeys.open, null));
}

/** A flow that starts in another state than its initial one. */
export type Restart = { flow: string; snapshot: Snapshot<unknown> };

/** The settings that a visualiser has left for the page that is loaded now; `paused` is the id of a flow. */
export type StartupSettings = { restart: Restart | null; paused: string | null };

const isRestart = (value: unknown): value is Restart =>
  typeof value === 'object' && value !== null && 'flow' in value && 'snapshot' in value;

/** The flow whose environment is paused, and the tab or frame in which: all frames of a tab share its storage. */
type SavedPause = { tab: string; flow: string };

const isSavedPause = (value: unknown): value is SavedPause =>
  typeof value === 'object' && value !== null && 'tab' in value && 'flow' in value;

/** Saves which flow's environment is paused for the next load of the page in this tab or frame; null removes it. */
export function savePause(flow: string | null): void {
  const saved = flow === null ? null : JSON.stringify({ tab: tabId(), flow } satisfies SavedPause);
  keepInTab(storageKeys.paused, saved);
}

function savedPause(): string | null {
  const saved: unknown = JSON.parse(sessionStorage.getItem(storageKeys.paused) ?? 'null');
  return isSavedPause(saved) && saved.tab === tabId() ? saved.flow : null;
}

const takeItem = (key: string): string | null => {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored;
};

/** Reads the settings that a visualiser has left in this tab, and removes the restart. */
export function takeStartupSettings(): StartupSettings {
  try {
    renewCopiedTab();
    const restart: unknown = JSON.parse(takeItem(storageKeys.restart) ?? 'null');
    return {
      restart: isRestart(restart) ? restart : null,
      paused: savedPause(),
    };
  } catch {
    return { restart: null, paused: null };
  }
}
