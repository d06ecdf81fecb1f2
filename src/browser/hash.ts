function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the element that the hash of a URL names, such as `#terms`; null where it names none. */
export const elementForHash = (hash: string): HTMLElement | null =>
  document.getElementById(decodeSafely(hash.slice(1)));
