import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusById } from './focus.ts';

/**
 * A dialog element that is modal while `isOpen`. When it opens, the focus goes to the element with the id
 * `firstFocus`; when it closes, to the one that opened it. The browser alone would not always give it back: Safari
 * does not focus buttons that are clicked, and after a reload nothing was clicked.
 */
export function useModal(
  isOpen: boolean,
  { firstFocus, opener }: { firstFocus: string; opener: string },
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
    focusById(isOpen ? firstFocus : opener);
  }, [isOpen, firstFocus, opener]);
  return dialog;
}
