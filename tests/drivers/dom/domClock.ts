import { setImmediate } from 'node:timers';
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { ClockDriver } from '../pageDriver.ts';

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
