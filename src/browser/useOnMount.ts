import { useEffect, useEffectEvent } from 'react';

/** Calls `callback` once after mount. Strict Mode's trial mount does not count. */
export function useOnMount(callback: () => void | Promise<void>): void {
  const onMount = useEffectEvent(callback);
  useEffect(() => {
    let isMounted = true;
    queueMicrotask(() => {
      if (isMounted) void onMount();
    });
    return () => {
      isMounted = false;
    };
  }, []);
}
