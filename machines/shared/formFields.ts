import { isEmail, MAX_EMAIL_LENGTH } from './email.ts';
import { type Field, textValidator } from './fields.ts';
import { toSingleLine, truncate } from './text.ts';

/** Fields that not every page needs, in a file of their own so that only those pages load them. */

/** A field for an e-mail address. Invisible characters, which come along with a pasted address, are left out. */
export const emailField = (message: string): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed).replace(/\p{Cf}/gu, ''), MAX_EMAIL_LENGTH),
  maxLength: MAX_EMAIL_LENGTH,
  validate: textValidator(isEmail, message),
});

/** A field for one of several values. */
export const choiceField = (options: readonly string[], message: string): Field => ({
  normalize: (chosen) => chosen,
  options,
  validate: textValidator((value) => options.includes(value), message),
});
