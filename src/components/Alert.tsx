type AlertProps = {
  kind: 'error' | 'success';
  message: string | null;
  /** Without it the alert cannot be closed. */
  onDismiss?: (() => void) | undefined;
};

/** A message about the whole form. Its live region stands in the page before there is anything to say. */
export function Alert({ kind, message, onDismiss }: AlertProps) {
  return (
    <div className={message === null ? 'alert alert-empty' : `alert alert-${kind}`}>
      <div role={kind === 'error' ? 'alert' : 'status'}>{message}</div>
      {message !== null && onDismiss && (
        <button type="button" className="alert-close" onClick={onDismiss} aria-label="Close this message">
          ×
        </button>
      )}
    </div>
  );
}
