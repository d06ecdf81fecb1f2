import { useEffect, useEffectEvent } from 'react';

/** Calls `callback` when the focus moves outside an element, as long as `isListening`. */
export function useFocusOutside(id: string, isListening: boolean, callback: () => void): void {
  const onFocusOutside = useEffectEvent(callback);
  useEffect(() => {
    if (!isListening) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof Node && !document.getElementById(id)?.contains(target)) onFocusOutside();
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [id, isListening]);
}
