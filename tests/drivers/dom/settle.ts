import { setImmediate } from 'node:timers';
import { act } from '@testing-library/react';

/** Waits until everything that is due on the event loop has run, and React has rendered it. */
export const settle = () => act(() => new Promise((resolve) => setImmediate(resolve)));
