import { isEmail } from './email.ts';
import { type Field, textValidator } from './fields.ts';
import { toSingleLine, truncate } from './text.ts';

/** Fields that not every page needs, in a file of their own so that only those pages load them. */

const MAX_EMAIL_LENGTH = 254;

/** Returns a field for an e-mail address. */
export const emailField = (message: string): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed), MAX_EMAIL_LENGTH),
  maxLength: MAX_EMAIL_LENGTH,
  validate: textValidator(
    (value) => isEmail(value) && value.length <= MAX_EMAIL_LENGTH && toSingleLine(value) === value,
    message,
  ),
});

/** Returns a field for one of several values. */
export const choiceField = (options: readonly string[], message: string): Field => ({
  normalize: (chosen) => chosen,
  options,
  validate: textValidator((value) => options.includes(value), message),
});
