import type { ReactNode } from 'react';
import { useModal } from '../browser/dialog.ts';

type DialogProps = {
  id: string;
  title: string;
  isOpen: boolean;
  /** The id of the element that takes the focus when the dialog opens. */
  initialFocusId: string;
  /** The id of the element that takes the focus when the dialog closes. */
  openerId: string;
  /** Called when the close button is pressed. */
  onClose: () => void;
  /** Called when the browser closes the dialog, as it does on Escape. */
  onCancel: () => void;
  children: ReactNode;
};

/** A modal dialog with a title and a close button. Its content stays rendered while it is closed. */
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
