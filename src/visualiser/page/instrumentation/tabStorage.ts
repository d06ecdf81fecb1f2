/** Keeps a text for the pages that are loaded next in this tab; null removes it. A storage that is full keeps nothing. */
export function keepInTab(key: string, text: string | null): void {
  sessionStorage.removeItem(key);
  if (text === null) return;
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // It then lasts as long as the page.
  }
}
