import { useEffect } from 'react';

/** Calls `begin` after mount, and the function that it returns after unmount. `begin` must be stable. */
export function useWhileMounted(begin: () => () => void): void {
  useEffect(begin, [begin]);
}
