import { isPhone, normalizePhone } from './phone.ts';
import { hasVisibleText, toSingleLine, truncate, withoutControlCharacters } from './text.ts';

/** What a field takes. The site asks it of what is typed, the server of what is sent. */
export type Field = {
  /** What the field makes of a text that is typed or pasted. */
  normalize: (text: string) => string;
  /** Most characters, as `maxlength` counts them; none where the text is not typed, or is shortened as it is typed. */
  maxLength?: number;
  /** The values to choose from. */
  options?: readonly string[];
  /** Whether the field may be left empty. */
  isOptional?: true;
  /** Returns the words for a value that the field does not take, as it is sent; null for one that it takes. */
  validate: (value: unknown) => string | null;
};

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>;

/** Returns the words for what is wrong with a text: `message` where it is missing, `tooLong` where it is not taken. */
export const textValidator =
  (isAccepted: (text: string) => boolean, message: string, tooLong = message) =>
  (value: unknown): string | null => {
    if (typeof value !== 'string' || !hasVisibleText(value)) return message;
    return isAccepted(value) ? null : tooLong;
  };

/** One line of text, such as a name. `thing` is what the field is called within a sentence. */
export const singleLineField = (message: string, thing: string, maxLength = 120): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed), maxLength),
  maxLength,
  validate: textValidator(
    (value) => value.length <= maxLength && toSingleLine(value) === value,
    message,
    `The ${thing} must be one line of at most ${maxLength} characters.`,
  ),
});

/** Text of several lines. */
export const multiLineField = (message: string, thing: string, maxLength: number): Field => ({
  normalize: (typed) => truncate(withoutControlCharacters(typed), maxLength),
  maxLength,
  validate: textValidator(
    (value) => value.length <= maxLength && withoutControlCharacters(value) === value,
    message,
    `The ${thing} must have at most ${maxLength} characters.`,
  ),
});

/** An Indian phone number; `missing` is said where nothing was typed. */
export const phoneField = (message: string, missing = message): Field => ({
  normalize: normalizePhone,
  validate: textValidator(isPhone, missing, message),
});

/** The same field, which may also be left empty. */
export const optionalField = (field: Field): Field => ({
  ...field,
  isOptional: true,
  validate: (value) => (value === undefined || value === '' ? null : field.validate(value)),
});

/** Returns the values as they are sent: texts without the spaces around them. */
export function trimmedValues<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const trimmed = { ...values };
  for (const name in values) {
    const value: unknown = values[name];
    if (typeof value === 'string') Object.assign(trimmed, { [name]: value.trim() });
  }
  return trimmed;
}

/** A field whose value is not taken, and the words for it. */
export type Problem<Name extends string> = { field: Name; message: string };

/** Returns what is wrong with the values of a form as they would be sent, in the order of its fields. */
export function validateFields<Name extends string>(
  fields: Fields<Name>,
  values: Readonly<Record<Name, unknown>>,
): Problem<Name>[] {
  const problems: Problem<Name>[] = [];
  for (const field in fields) {
    const message = validateField(fields[field], values[field]);
    if (message !== null) problems.push({ field, message });
  }
  return problems;
}

/** Returns what is wrong with the value of one field as it would be sent, or null. */
export const validateField = (field: Field, value: unknown): string | null =>
  field.validate(typeof value === 'string' ? value.trim() : value);

/** Returns a change to the values of a form with each text as its field keeps it. */
export function normalizedChange<
  Name extends string,
  Change extends Readonly<Partial<Record<Name, unknown>>>,
>(fields: Fields<Name>, change: Change): Change {
  const normalized = { ...change };
  for (const field in fields) {
    const value: unknown = change[field];
    if (typeof value === 'string') Object.assign(normalized, { [field]: fields[field].normalize(value) });
  }
  return normalized;
}
