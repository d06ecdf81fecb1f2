import * as v from 'valibot';
import { savedData, saveJson } from './browserStorage.ts';

/** The entry of the browser's storage in which the view is kept. */
const KEY = 'visualiser-view';

const kept = v.object({ areKeysOn: v.boolean() });

/** Keeps in the browser whether single keys do something. */
export const saveKeys = (areKeysOn: boolean): void => saveJson(KEY, JSON.stringify({ areKeysOn }));

/** Returns what the browser has kept of the view; null where it has kept nothing. */
export const savedView = () => savedData(KEY, kept);
