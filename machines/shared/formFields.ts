import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { type Field, textValidator } from './fields.ts';
import { toSingleLine, truncate } from './text.ts';

/** Fields that not every page needs, in a file of their own so that only those pages load them. */

/** Returns a field for an e-mail address. What cannot be seen, and comes along when an address is pasted, is left out. */
export const emailField = (message: string): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed).replace(/\p{Cf}/gu, ''), MAX_EMAIL_LENGTH),
  maxLength: MAX_EMAIL_LENGTH,
  validate: textValidator(isEmail, message),
});

/** Returns a field for one of several values. */
export const choiceField = (options: readonly string[], message: string): Field => ({
  normalize: (chosen) => chosen,
  options,
  validate: textValidator((value) => options.includes(value), message),
});
