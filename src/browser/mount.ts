import { useEffect, useEffectEvent } from 'react';

/** Does something once the component is on the page. */
export function useOnMount(act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => actNow(), []);
}
