import type { ReactNode } from 'react';
import { useModal } from '../browser/dialog.ts';

type DialogProps = {
  id: string;
  title: string;
  isOpen: boolean;
  /** The id of the element that has the focus first. */
  initialFocusId: string;
  /** The id of the element that gets the focus back. */
  openerId: string;
  /** The close button was pressed. */
  onClose: () => void;
  /** The browser closed the dialog, as it does on Escape. */
  onCancel: () => void;
  children: ReactNode;
};

/** A modal dialog with a title and a close button. What is in it stays in the page while it is closed. */
export function Dialog({
  id,
  title,
  isOpen,
  initialFocusId,
  openerId,
  onClose,
  onCancel,
  children,
}: DialogProps) {
  const dialog = useModal(isOpen, { initialFocusId, openerId });
  return (
    <dialog
      ref={dialog}
      id={id}
      className="dialog"
      aria-labelledby={`${id}-title`}
      onClose={(event) => {
        if (!event.currentTarget.open) onCancel();
      }}
    >
      <header className="dialog-header">
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}
