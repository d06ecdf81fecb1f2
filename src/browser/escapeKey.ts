import { useEffect, useEffectEvent } from 'react';

const isFocusOutside = (id: string): boolean => {
  const focused = document.activeElement;
  return focused !== document.body && !document.getElementById(id)?.contains(focused);
};

/**
 * Calls `callback` when Escape is pressed, as long as `isListening`. With `withinId` not while the focus is outside the
 * element with that id.
 */
export function useEscapeKey(isListening: boolean, callback: () => void, withinId?: string): void {
  const onEscape = useEffectEvent(callback);
  useEffect(() => {
    if (!isListening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || (withinId !== undefined && isFocusOutside(withinId))) return;
      onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isListening, withinId]);
}
