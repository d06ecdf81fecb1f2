const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text, without the spaces around it, has the form of an e-mail address: text, @, text, dot, text. Spec §5. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
