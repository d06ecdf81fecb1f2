import { FRAME_PREFIX, storageKeys, TAB_KEY } from '../../shared/channel/names.ts';

/** Keeps a text for the next pages in this tab; null removes it. A storage that is full or blocked keeps nothing: false. */
function keepInTab(key: string, text: string | null): boolean {
  try {
    sessionStorage.removeItem(key);
    if (text !== null) sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** A text that an earlier page kept in this tab; null where none did, or storage is blocked. */
export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes a text that is kept in this tab. */
export const removeFromTab = (key: string): void => void keepInTab(key, null);

/** Whether the browser lets the page keep nothing in this tab, for example because it blocks all site data. */
export function isStorageForbidden(): boolean {
  try {
    return window.sessionStorage === null;
  } catch {
    return true;
  }
}

/** Whether the page is in the frame of a visualiser. */
export const isFramed = (): boolean => window.name.startsWith(FRAME_PREFIX);

/** The id of the tab or frame of this page: the same across loads, and another in every tab and frame. */
export function tabId(): string {
  if (isFramed()) return window.name;
  const id = readFromTab(TAB_KEY) ?? crypto.randomUUID();
  saveTab(id);
  return id;
}

/** Lets the pages that are loaded next in this tab begin as watched ones. */
export function saveTab(id: string): void {
  if (!isFramed()) keepInTab(TAB_KEY, id);
}

/** Lets the pages that are loaded next in this tab begin without a visualiser. */
export const forgetTab = (): void => void keepInTab(TAB_KEY, null);

/**
 * Gives this tab another id where it is a copy: the browser copies the storage of a tab, in which the page that is open
 * there has left a mark. A page that is left removes its mark, so that the next page of the tab finds none.
 */
export function renewCopiedTab(): void {
  if (isFramed()) return;
  if (readFromTab(storageKeys.open) !== null) forgetTab();
  const mark = () => keepInTab(storageKeys.open, 'open');
  mark();
  window.addEventListener('pageshow', mark);
  window.addEventListener('pagehide', () => keepInTab(storageKeys.open, null));
}

/** Per-frame session storage. Frames of one tab share `sessionStorage`, so each item names its frame. */
export const tabItem = <Data>(key: string, readData: (data: unknown) => Data | null) => ({
  /** Null where nothing was saved, or by another frame. */
  read: (): Data | null => {
    try {
      const { tab, data } = Object(JSON.parse(readFromTab(key) ?? 'null'));
      return tab === tabId() ? readData(data) : null;
    } catch {
      return null;
    }
  },
  /** Saves data, and returns whether it is saved; null removes it. */
  save: (data: Data | null): boolean =>
    keepInTab(key, data === null ? null : JSON.stringify({ tab: tabId(), data })),
});
