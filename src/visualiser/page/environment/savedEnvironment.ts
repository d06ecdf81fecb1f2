import { storageKeys } from '../../shared/channel/names.ts';
import { type PageEnvironment, readPageEnvironment } from '../../shared/channel/protocol.ts';
import { tabId } from '../instrumentation/startup.ts';
import { keepInTab } from '../instrumentation/tabStorage.ts';

/** The environment of a page without a visualiser. */
export const defaultEnvironment: PageEnvironment = {
  isOffline: false,
  answers: [],
  colorScheme: null,
  reducedMotion: null,
};

function savedEnvironment(): unknown {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(storageKeys.environment) ?? 'null');
    const { tab, environment } = Object(saved);
    return tab === tabId() ? environment : null;
  } catch {
    return null;
  }
}

/** Saves the environment for the next pages in this tab or frame; null removes it. */
export function saveEnvironment(environment: PageEnvironment | null): void {
  keepInTab(storageKeys.environment, environment && JSON.stringify({ tab: tabId(), environment }));
}

/** Returns the environment with which this page begins. */
export const environmentAtStart = (): PageEnvironment =>
  readPageEnvironment(savedEnvironment()) ?? defaultEnvironment;
