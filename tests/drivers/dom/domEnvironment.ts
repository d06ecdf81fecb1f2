import { setImmediate } from 'node:timers';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { ClockDriver, PageDriver } from '../pageDriver.ts';

/** The surroundings of a page in happy-dom: its clock, the storage of its tab, and their faults. */

/** Waits until everything that is due on the event loop has run, and React has rendered it. */
export const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));

/** Fakes the timers and the date. */
export function domClock(): ClockDriver {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  // Testing Library recognises fake timers by the global of Jest.
  vi.stubGlobal('jest', {
    advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  });
  return {
    advance: async (milliseconds) => {
      await act(() => vi.advanceTimersByTimeAsync(milliseconds));
      await settle();
    },
  };
}

/**
 * Messages of React about the element `search` and about the chart's worker, neither of which happy-dom has, and
 * about a press of Testing Library, which does not wait for loading.
 */
const SAID_OF_THE_TEST =
  /^The tag <%s> is unrecognized.* search\b|Worker is not defined|^A component suspended inside an `act` scope/s;

/** Records exceptions and rejections of a page, and errors and warnings of its console, which it lets through. */
export function domIncidents(): { all: readonly string[]; close: () => void } {
  const all: string[] = [];
  for (const method of ['error', 'warn'] as const) {
    const write = console[method];
    vi.spyOn(console, method).mockImplementation((...said) => {
      const text = said.map(String).join(' ');
      if (SAID_OF_THE_TEST.test(text)) return;
      all.push(`The console says: ${text}`);
      write(...said);
    });
  }
  const onError = ({ message }: ErrorEvent) => void all.push(`Uncaught: ${message}`);
  const onRejection = (reason: unknown) => void all.push(`Uncaught: ${reason}`);
  window.addEventListener('error', onError);
  process.on('unhandledRejection', onRejection);
  return {
    all,
    close: () => {
      window.removeEventListener('error', onError);
      process.off('unhandledRejection', onRejection);
    },
  };
}

/** Replaces the storage of the tab; returns a function that ends it. */
function replaceStorage(get: (storage: Storage) => Storage): () => void {
  const storage = sessionStorage;
  const replace = (property: PropertyDescriptor) =>
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, ...property });
  replace({ get: () => get(storage) });
  return () => replace({ value: storage, writable: true });
}

/** Refuses to store anything more; returns how often that was tried, and the function that ends it. */
export function fillStorage() {
  let attempts = 0;
  const end = replaceStorage((storage) => ({
    length: storage.length,
    clear: () => storage.clear(),
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    removeItem: (key) => storage.removeItem(key),
    setItem: () => {
      attempts += 1;
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  }));
  return { attempts: () => attempts, end };
}

/** Refuses any use of the storage of the tab, as a browser does that blocks it. */
export function forbidStorage() {
  let attempts = 0;
  const end = replaceStorage(() => {
    attempts += 1;
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  return { attempts: () => attempts, end };
}

/** Sets the clock of the machine forward or, by a negative time, back. No timer is due sooner or later by that. */
export const setClock = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};

/** Freezes the tab for a time, in which nothing runs, and restores it. */
export async function freezeTab({ browser }: PageDriver, milliseconds: number): Promise<void> {
  const persisted = (type: string) => Object.assign(new Event(type), { persisted: true });
  await browser.setTabHidden(true);
  window.dispatchEvent(persisted('pagehide'));
  document.dispatchEvent(new Event('freeze'));
  setClock(milliseconds);
  document.dispatchEvent(new Event('resume'));
  window.dispatchEvent(persisted('pageshow'));
  await browser.setTabHidden(false);
  for (const type of ['focus', 'online']) window.dispatchEvent(new Event(type));
}
