/** The body of every answer that says no: calls read either `message` or `error`. Spec §7. */
export const failure = (sentence: string) =>
  ({ success: false, message: sentence, error: sentence }) as const;

/** The body of an answer that says yes. */
export const success = (message: string) => ({ success: true, message }) as const;
