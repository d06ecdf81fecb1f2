import { useEffect, useEffectEvent } from 'react';

/** Elements in which a key types, or chooses by its letter. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Whether a key was pressed in a field, of this document or of one in a frame. */
const isInField = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  typeof target.closest === 'function' &&
  target.closest(FIELDS) !== null;

/** Listens to the keys of this document and of the pages of this site in its frames. Returns the function that stops it. */
function listenToKeys(listener: (event: KeyboardEvent) => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const listenIn = (frame: EventTarget | null) => {
    if (frame instanceof HTMLIFrameElement)
      frame.contentDocument?.addEventListener('keydown', listener, { signal });
  };
  document.addEventListener('keydown', listener, { signal });
  document.addEventListener('load', ({ target }) => listenIn(target), { signal, capture: true });
  for (const frame of document.querySelectorAll('iframe')) listenIn(frame);
  return () => stopped.abort();
}

/**
 * Calls `callback` with a key that is pressed alone, in lower case, as long as `isListening`: not while somebody types in a
 * field, and not for a key that is held down. Keys in a frame count as well, because a page takes the focus.
 */
export function useKeys(isListening: boolean, callback: (key: string) => void): void {
  const onKey = useEffectEvent(callback);
  useEffect(() => {
    if (!isListening) return;
    return listenToKeys((event) => {
      const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (isAlone && !event.defaultPrevented && !isInField(event.target)) onKey(event.key.toLowerCase());
    });
  }, [isListening]);
}
