import { isEmail } from './email.ts';
import { type Field, text } from './fields.ts';
import { cut, oneLine } from './text.ts';

/** The kinds of fields that not every page has. */

const EMAIL_LENGTH = 254;

/** An e-mail address. */
export const email = (message: string): Field => ({
  enter: (typed) => cut(oneLine(typed), EMAIL_LENGTH),
  maxLength: EMAIL_LENGTH,
  problemOf: text(
    (value) => isEmail(value) && value.length <= EMAIL_LENGTH && oneLine(value) === value,
    message,
  ),
});

/** One of several values. */
export const choice = (options: readonly string[], message: string): Field => ({
  enter: (chosen) => chosen,
  options,
  problemOf: text((value) => options.includes(value), message),
});
