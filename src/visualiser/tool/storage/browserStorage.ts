import type * as v from 'valibot';
import { readJson } from '../model/readJson.ts';

/**
 * The browser's storage of texts. Where it has none, or no room, nothing is found, and saved data lasts as long as
 * the page.
 */
export const textStorage = {
  getItem: (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem: (key: string, text: string): void => {
    try {
      localStorage.setItem(key, text);
    } catch {
      // Nothing to do.
    }
  },
};

/** An entry of the browser's storage with data of a shape. `encode` converts the data to its saved form. */
export function storedItem<Data>(
  key: string,
  schema: v.GenericSchema<unknown, Data>,
  encode: (data: Data) => unknown = (data) => data,
) {
  let last: Data | null = null;
  return {
    /** Reads the data; null where there is none, or it has another shape. */
    read: (): Data | null => {
      last = readJson(textStorage.getItem(key) ?? '', schema);
      return last;
    },
    /** Saves data, unless it is the object that was read or saved last. */
    save: (data: Data): void => {
      if (data === last) return;
      last = data;
      textStorage.setItem(key, JSON.stringify(encode(data)));
    },
  };
}
