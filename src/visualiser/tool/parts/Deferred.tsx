import { type ReactNode, useDeferredValue } from 'react';

/** Renders its children as soon as what is around them is on the screen. */
export function Deferred({ children }: { children: ReactNode }) {
  const isAroundRendered = useDeferredValue(true, false);
  return isAroundRendered && children;
}
