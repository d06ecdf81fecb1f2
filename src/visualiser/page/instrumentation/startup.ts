import { storageKeys } from '../../shared/channel/names.ts';
import { fromExactText, toExactText } from '../../shared/exactText.ts';
import { partOf } from '../../shared/partOf.ts';
import { renewCopiedTab, tabItem } from './tab.ts';

/** A flow that starts in another state than its initial one. */
export type Restart = { flow: string; snapshot: object };

/** The settings that a visualiser has left for the page that is loaded now; `paused` is the id of a flow. */
export type StartupSettings = { restart: Restart | null; paused: string | null };

const isRestart = (value: unknown): value is Restart =>
  typeof partOf(value, 'flow') === 'string' && typeof partOf(value, 'snapshot') === 'object';

const restartText = tabItem(storageKeys.restart, (data) => (typeof data === 'string' ? data : null));

/** The start state of a flow of the next page, with the values that JSON does not have. */
export const savedRestart = {
  read: (): Restart | null => {
    const text = restartText.read();
    const restart: unknown = text === null ? null : fromExactText(text);
    return isRestart(restart) ? restart : null;
  },
  save: (restart: Restart | null): boolean => restartText.save(restart && toExactText(restart)),
};

/** The id of the flow whose environment is paused. */
export const savedPause = tabItem(storageKeys.paused, (data) => (typeof data === 'string' ? data : null));

/** Reads the settings that a visualiser has left in this tab, and removes the restart. */
export function takeStartupSettings(): StartupSettings {
  renewCopiedTab();
  const settings = { restart: savedRestart.read(), paused: savedPause.read() };
  savedRestart.save(null);
  return settings;
}
