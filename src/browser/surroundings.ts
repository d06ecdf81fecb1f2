import { useEffect, useEffectEvent } from 'react';

/** Tells when the tab is hidden and when it is shown again. */
export function useTabVisibility(act: (isVisible: boolean) => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    const listen = () => actNow(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}

/** Tells when the visitor's system asks for less motion: at the start, or when the setting is changed. */
export function useReducedMotion(act: () => void): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const listen = () => {
      if (query.matches) actNow();
    };
    listen();
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, []);
}
