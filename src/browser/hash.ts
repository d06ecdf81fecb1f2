function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The element with the id in the hash of a URL, such as `#terms`; null where there is none. */
export const elementForHash = (hash: string): HTMLElement | null =>
  document.getElementById(decodeSafely(hash.slice(1)));
