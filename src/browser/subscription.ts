import { useEffect, useEffectEvent } from 'react';

/** Listens to something outside as long as the component is there. `subscribe` returns how to stop. */
export function useSubscription<Told>(
  subscribe: (listener: (told: Told) => void) => () => void,
  act: (told: Told) => void,
): void {
  const actNow = useEffectEvent(act);
  useEffect(() => subscribe((told) => actNow(told)), [subscribe]);
}
