const ATOM = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const ADDRESS = new RegExp(
  String.raw`^(?=.{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?!\d+$)${LABEL}$`,
  'u',
);

export const MAX_EMAIL_LENGTH = 254;

/** Removes the spaces around the text, too. */
export const withoutInvisibleCharacters = (text: string) => text.trim().replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');

/**
 * Whether a text is one e-mail address to which mail can be sent: text, @, text, dot, text (spec §5), of letters of any
 * script (RFC 6531), without quotes and comments. The one rule of forms, server and mail.
 */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text);
