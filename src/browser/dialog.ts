import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusById } from './focus.ts';

/**
 * A ref to a dialog element that is modal while `isOpen`. When it opens, the focus moves to the element with the
 * id `initialFocusId`; when it closes, to the one with `openerId`. The browser alone does not always restore the
 * focus: Safari does not focus buttons that are clicked, and after a reload nothing was clicked.
 */
export function useModal(
  isOpen: boolean,
  { initialFocusId, openerId }: { initialFocusId: string; openerId: string },
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
    focusById(isOpen ? initialFocusId : openerId);
  }, [isOpen, initialFocusId, openerId]);
  return dialog;
}
