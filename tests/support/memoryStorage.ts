import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of a file an empty local storage, of which Node has none; returns what it holds, by key. */
export function stubLocalStorage(): Map<string, string> {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return storage;
}
