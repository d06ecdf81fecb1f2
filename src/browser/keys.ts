import { useEffect, useEffectEvent } from 'react';

const isFocusElsewhere = (id: string): boolean => {
  const focused = document.activeElement;
  return focused !== document.body && !document.getElementById(id)?.contains(focused);
};

/**
 * Does something when Escape is pressed anywhere on the page, as long as it is listened for; with `within`, the id of
 * an element, not when the focus is outside it.
 */
export function useEscape(isListening: boolean, act: () => void, within?: string): void {
  const actNow = useEffectEvent(act);
  useEffect(() => {
    if (!isListening) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || (within !== undefined && isFocusElsewhere(within))) return;
      actNow();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isListening, within]);
}
