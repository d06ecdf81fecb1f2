import { isEmail } from './email.ts';
import { type Field, textValidator } from './fields.ts';
import { toSingleLine, truncate } from './text.ts';

/** The kinds of fields that not every page has. */

const MAX_EMAIL_LENGTH = 254;

/** An e-mail address. */
export const emailField = (message: string): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed), MAX_EMAIL_LENGTH),
  maxLength: MAX_EMAIL_LENGTH,
  validate: textValidator(
    (value) => isEmail(value) && value.length <= MAX_EMAIL_LENGTH && toSingleLine(value) === value,
    message,
  ),
});

/** One of several values. */
export const choiceField = (options: readonly string[], message: string): Field => ({
  normalize: (chosen) => chosen,
  options,
  validate: textValidator((value) => options.includes(value), message),
});
