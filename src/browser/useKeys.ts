import { useEffect, useEffectEvent } from 'react';

/** Elements in which a key types, or chooses by its letter. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/** A key by its name in the DOM, a letter in lower case, with `Ctrl-` where Control or Command is held. */
export type PressedKey = { key: string; isInField: boolean; isInFrame: boolean };

/** Whether a key was pressed in a field, of this document or of one in a frame. */
const isInField = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  typeof target.closest === 'function' &&
  target.closest(FIELDS) !== null;

const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Ctrl-' : ''}${key.length === 1 ? key.toLowerCase() : key}`;

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
 * Calls `callback` with each key that is pressed, not with one that is held down, with Alt, or that something else has
 * handled. Where it returns true, the browser does nothing. Keys in a frame count as well, because a page takes the focus.
 */
export function useKeys(callback: (pressed: PressedKey) => boolean): void {
  const onKey = useEffectEvent(callback);
  useEffect(
    () =>
      listenToKeys((event) => {
        if (event.altKey || event.repeat || event.defaultPrevented) return;
        const isInFrame = event.view !== window;
        if (onKey({ key: nameOf(event), isInField: isInField(event.target), isInFrame }))
          event.preventDefault();
      }),
    [],
  );
}
