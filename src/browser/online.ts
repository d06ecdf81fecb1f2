import { useEffect, useEffectEvent } from 'react';

/** Calls `callback` when the browser says that the device has a network or has none: on mount if none, then at each change. */
export function useConnectivity(callback: (isOnline: boolean) => void): void {
  const onConnectivityChange = useEffectEvent(callback);
  useEffect(() => {
    const onChange = () => onConnectivityChange(navigator.onLine);
    if (!navigator.onLine) onChange();
    window.addEventListener('online', onChange);
    window.addEventListener('offline', onChange);
    return () => {
      window.removeEventListener('online', onChange);
      window.removeEventListener('offline', onChange);
    };
  }, []);
}
