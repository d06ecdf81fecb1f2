const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns a text without the spaces around it and without characters that cannot be seen. */
export const withoutInvisibleCharacters = (text: string) => text.trim().replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');

/** Whether a text, without the spaces around it, has the form of an e-mail address: text, @, text, dot, text. Spec §5. */
export const isEmail = (text: string): boolean =>
  EMAIL.test(text.trim()) && EMAIL.test(withoutInvisibleCharacters(text));
