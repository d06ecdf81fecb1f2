import type * as v from 'valibot';
import { readJson } from './readJson.ts';

/** Entries of the browser's storage. Where it has none, nothing is saved, and nothing found. */

/** Returns the saved data of an entry; null where there is none, or it has another shape. */
export function savedData<Data>(key: string, schema: v.GenericSchema<unknown, Data>): Data | null {
  try {
    return readJson(localStorage.getItem(key) ?? '', schema);
  } catch {
    return null;
  }
}

/** Saves data, as JSON, in an entry. */
export function saveJson(key: string, json: string): void {
  try {
    localStorage.setItem(key, json);
  } catch {
    // It then lasts as long as the visualiser.
  }
}

/** The browser's storage as texts, for a library that saves in it by itself. */
export const textStorage = {
  getItem: (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: saveJson,
};
