type Props = {
  error: Error;
  /** The name of the button. */
  action: string;
  onAction: () => void;
};

/** The error that the visualiser has thrown while it was rendered, with a button that goes on. */
export function RenderFailure({ error, action, onAction }: Props) {
  return (
    <section className="render-failure" aria-label="Error">
      <p role="alert">
        This part of the visualiser cannot be shown: <code>{error.message}</code>
      </p>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </section>
  );
}
