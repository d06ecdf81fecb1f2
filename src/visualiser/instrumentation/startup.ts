import type { Snapshot } from 'xstate';
import { CHANNEL, storageKeys } from '../channel/names.ts';

const ROOT = '/visualiser';

const isAt = (path: string) => path === ROOT || path.startsWith(`${ROOT}/`);

/** Whether this page is a visualiser, or no page at all. */
export const isVisualiser = () => typeof window === 'undefined' || isAt(window.location.pathname);

/** Whether the page stands in the frame of a visualiser. */
export function isFramed(): boolean {
  try {
    return window.parent !== window && isAt(window.parent.location.pathname);
  } catch {
    return false;
  }
}

/** A flow that starts in another state than its first one. */
export type Restart = { flow: string; snapshot: Snapshot<unknown> };

/** What a visualiser left for the page that is loaded now. */
export type StartupSettings = { restart: Restart | null; paused: string | null };

const isRestart = (value: unknown): value is Restart =>
  typeof value === 'object' && value !== null && 'flow' in value && 'snapshot' in value;

const takeItem = (key: string): string | null => {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored;
};

let isRestarting = false;

/** Whether a flow starts in another state than the document shows, once the orders are taken. */
export const isRestarted = () => isRestarting;

/** Takes what a visualiser left in this tab. */
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

/** Waits until a visualiser is heard of. */
export function onFirstHello(listener: () => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data?.type !== 'hello' && data?.type !== 'ping') return;
    channel.close();
    listener();
  };
}
