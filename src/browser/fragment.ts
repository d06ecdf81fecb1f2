function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the element that the hash of an address names, such as `#terms`; null where it names none. */
export const elementOf = (hash: string): HTMLElement | null =>
  document.getElementById(decoded(hash.slice(1)));
