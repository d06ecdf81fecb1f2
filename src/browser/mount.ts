import { useEffect, useEffectEvent } from 'react';

/** Does something once the component is on the page to stay: Strict Mode's trial mount does not count. */
export function useOnMount(act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    let isMounted = true;
    queueMicrotask(() => {
      if (isMounted) actNow();
    });
    return () => {
      isMounted = false;
    };
  }, []);
}
