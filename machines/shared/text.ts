/**
 * Text as one line: tabs and line breaks become a space, other control characters and lone surrogates are removed.
 */
export const toSingleLine = (text: string): string =>
  text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cs}]/gu, '');

/** Tabs and line breaks stay; lone surrogates go too. */
export const withoutControlCharacters = (text: string): string =>
  text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '');

/** The first `max` UTF-16 units of a text, as `maxlength` counts them, never half of a character. */
export const truncate = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Whether a text has a visible character. Invisible ones, such as a zero-width joiner, do not count. */
export const hasVisibleText = (text: string): boolean => /[^\s\p{Cc}\p{Cf}\p{Cs}]/u.test(text);

const MAX_EXTERNAL_TEXT_LENGTH = 300;

/**
 * Text from another program, such as an error of the payment provider, as one line of at most 300 characters that
 * a visitor may read; undefined for a value that is no text, and for text that was printed from a missing value.
 */
export function sanitizeExternalText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = toSingleLine(value).trim();
  if (!hasVisibleText(text) || /\b(undefined|null|NaN)\b|\[object/.test(text)) return undefined;
  return truncate(text, MAX_EXTERNAL_TEXT_LENGTH);
}
