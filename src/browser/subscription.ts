import { useEffect, useEffectEvent } from 'react';

/** Subscribes `callback` as long as the component is mounted. `subscribe` returns a function that unsubscribes. */
export function useSubscription<Value>(
  subscribe: (listener: (value: Value) => void) => () => void,
  callback: (value: Value) => void,
): void {
  const onValue = useEffectEvent(callback);
  useEffect(() => subscribe((value) => onValue(value)), [subscribe]);
}
