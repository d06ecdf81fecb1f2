import * as v from 'valibot';
import { savedData, saveJson } from '../browserStorage.ts';

/** The entry of the browser's storage in which the seen messages are kept. */
const KEY = 'visualiser-messages';

/** Returns the titles of the messages that the browser has kept as seen. */
export const savedMessages = (): string[] => savedData(KEY, v.array(v.string())) ?? [];

/** Keeps the titles of the messages that were seen in the browser. */
export const saveMessages = (titles: readonly string[]): void => saveJson(KEY, JSON.stringify(titles));
