import type { ReactNode } from 'react';
import { useScrollIntoViewOnMessage } from '../browser/scrollIntoView.ts';

type AlertProps = {
  id?: string;
  kind: 'error' | 'success';
  message: string | null;
  /** Without it the alert cannot be closed. */
  onDismiss?: (() => void) | undefined;
  /** What stands below the message. */
  children?: ReactNode;
};

/**
 * A message about the whole form. Its live region stands in the page before there is anything to say. What it says
 * comes into view, for it may stand far from the button that was pressed.
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
  /** The id of the region for errors; fields that it is about refer to it. */
  id: string;
  alert: { kind: 'error' | 'success'; message: string } | null;
  onDismiss: () => void;
  /** What stands below the message of a failure. */
  children?: ReactNode;
};

/** The report of a form that may fail or succeed: one live region for each, of which one speaks at most. */
export function FormAlerts({ id, alert, onDismiss, children }: FormAlertsProps) {
  const message = (kind: 'error' | 'success') => (alert?.kind === kind ? alert.message : null);
  return (
    <>
      <Alert id={id} kind="error" message={message('error')} onDismiss={onDismiss}>
        {children}
      </Alert>
      <Alert kind="success" message={message('success')} onDismiss={onDismiss} />
    </>
  );
}
