import type { ReactNode } from 'react';
import { useScrollIntoViewOnMessage } from '../browser/scrollIntoView.ts';

type AlertProps = {
  id?: string;
  kind: 'error' | 'success' | 'info';
  message: string | null;
  /** Without it the alert cannot be closed. */
  onDismiss?: (() => void) | undefined;
  /** Rendered below the message. */
  children?: ReactNode;
};

/**
 * A message about the whole form. Its live region is always rendered, so that screen readers notice a new message. A
 * message is scrolled into view, because it may be far from the button that was pressed.
 */
export function Alert({ id, kind, message, onDismiss, children }: AlertProps) {
  const container = useScrollIntoViewOnMessage<HTMLDivElement>(message);
  return (
    <div ref={container} className={message === null ? 'alert alert-empty' : `alert alert-${kind}`}>
      <div id={id} role={kind === 'error' ? 'alert' : 'status'}>
        {message}
      </div>
      {message !== null && onDismiss && (
        <button type="button" className="alert-close" onClick={onDismiss} aria-label="Close this message">
          ×
        </button>
      )}
      {message !== null && children}
    </div>
  );
}

type FormAlertsProps = {
  /** The id of the live region for errors, to which invalid fields refer. */
  id: string;
  alert: { kind: 'error' | 'success'; message: string } | null;
  onDismiss: () => void;
  /** Rendered below the message of a failure. */
  children?: ReactNode;
  /** Rendered below the message of a success. */
  sent?: ReactNode;
};

/** The alert of a form, in one of two live regions: one for failures and one for successes. */
export function FormAlerts({ id, alert, onDismiss, children, sent }: FormAlertsProps) {
  const message = (kind: 'error' | 'success') => (alert?.kind === kind ? alert.message : null);
  return (
    <>
      <Alert id={id} kind="error" message={message('error')} onDismiss={onDismiss}>
        {children}
      </Alert>
      <Alert kind="success" message={message('success')} onDismiss={onDismiss}>
        {sent}
      </Alert>
    </>
  );
}
