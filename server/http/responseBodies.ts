/** The body of every answer that says no: calls read either `message` or `error`, and a form the field it is about. Spec §7. */
export const errorBody = (sentence: string, field?: string) =>
  ({ success: false, message: sentence, error: sentence, ...(field !== undefined && { field }) }) as const;

/** The body of an answer that says yes. */
export const successBody = (message: string) => ({ success: true, message }) as const;
