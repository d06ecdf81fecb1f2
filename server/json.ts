/** Returns whether parsed JSON is an object, not a list or null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** Returns JSON that is one line for every reader: some count U+2028 and U+2029, which JSON may contain, as line breaks. */
export const toJsonLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
