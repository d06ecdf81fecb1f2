import { useEffect, useEffectEvent } from 'react';

/** Calls `callback` when the tab is hidden and when it is shown again. */
export function useTabVisibility(callback: (isVisible: boolean) => void): void {
  const onVisibilityChange = useEffectEvent(callback);
  useEffect(() => {
    const onChange = () => onVisibilityChange(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}

/** Calls `callback` when the visitor prefers reduced motion: on mount, or when the setting changes. */
export function useReducedMotion(callback: () => void): void {
  const onReducedMotion = useEffectEvent(callback);
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    const onChange = () => {
      if (query.matches) onReducedMotion();
    };
    onChange();
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
}
