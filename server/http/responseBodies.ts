/** For a call without a JSON object as its body. */
export const NO_FIELDS_MESSAGE = 'Please send the fields of this form as JSON.';

/** For calls that the load, a restart or a slow call has refused. */
export const RETRY_AFTER_SECONDS = 5;

/** Clients read `message` or `error`, and a form the `field` with the error. Spec §7. */
export const errorBody = (message: string, field?: string) =>
  ({ success: false, message, error: message, ...(field !== undefined && { field }) }) as const;

/** Spec §7. */
export const successBody = (message: string) => ({ success: true, message }) as const;
