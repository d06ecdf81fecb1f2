import type { Snapshot } from 'xstate';
import { CHANNEL, storageKeys } from '../channel/names.ts';

const ROOT = '/visualiser';

const isAt = (path: string) => path === ROOT || path.startsWith(`${ROOT}/`);

/** Whether this page is a visualiser, or the code runs outside a browser. */
export const isVisualiser = () => typeof window === 'undefined' || isAt(window.location.pathname);

/** Whether the page is in the frame of a visualiser. */
export function isFramed(): boolean {
  try {
    return window.parent !== window && isAt(window.parent.location.pathname);
  } catch {
    return false;
  }
}

/** A flow that starts in another state than its initial one. */
export type Restart = { flow: string; snapshot: Snapshot<unknown> };

/** The settings that a visualiser has left for the page that is loaded now; `paused` is the id of a flow. */
export type StartupSettings = { restart: Restart | null; paused: string | null };

const isRestart = (value: unknown): value is Restart =>
  typeof value === 'object' && value !== null && 'flow' in value && 'snapshot' in value;

const takeItem = (key: string): string | null => {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored;
};

let isRestarting = false;

/** Whether a flow starts in another state than the document shows. Known once the settings are taken. */
export const isRestarted = () => isRestarting;

/** Reads the settings that a visualiser has left in this tab, and removes the restart. */
export function takeStartupSettings(): StartupSettings {
  try {
    const restart: unknown = JSON.parse(takeItem(storageKeys.restart) ?? 'null');
    isRestarting = isRestart(restart);
    return {
      restart: isRestart(restart) ? restart : null,
      paused: sessionStorage.getItem(storageKeys.paused),
    };
  } catch {
    return { restart: null, paused: null };
  }
}

/** Calls the listener once, at the first hello or ping of a visualiser. */
export function onFirstHello(listener: () => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data?.type !== 'hello' && data?.type !== 'ping') return;
    channel.close();
    listener();
  };
}
