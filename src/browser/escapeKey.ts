import { useEffect, useEffectEvent } from 'react';

const isFocusOutside = (id: string): boolean => {
  const focused = document.activeElement;
  return focused !== document.body && !document.getElementById(id)?.contains(focused);
};

/**
 * Does something when Escape is pressed anywhere on the page, as long as it is listened for; with `within`, the id of
 * an element, not when the focus is outside it.
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
