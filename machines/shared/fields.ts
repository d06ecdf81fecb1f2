import { isPhone, isTypablePhone, normalizePhone } from './phone.ts';
import { hasVisibleText, toSingleLine, truncate, withoutControlCharacters } from './text.ts';

/** The rules of a form field. The site applies them to what the visitor types, the server to the values it receives. */
export type Field = {
  /** The value of the field for typed or pasted text. */
  normalize: (text: string) => string;
  /** Whether a key may lead to this text; any text where absent. */
  isTypable?: (text: string) => boolean;
  /** The `maxlength` attribute; absent where the text is not typed, or `normalize` shortens it. */
  maxLength?: number;
  /** The values to choose from. */
  options?: readonly string[];
  /** Whether the field may be left empty. */
  isOptional?: true;
  /** The message for an invalid value; null for a valid one. Expects the trimmed value. */
  validate: (value: unknown) => string | null;
};

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>;

/** A validator of texts: `message` is for a missing text, `tooLong` for a text that is not accepted. */
export const textValidator =
  (isAccepted: (text: string) => boolean, message: string, tooLong = message) =>
  (value: unknown): string | null => {
    if (typeof value !== 'string' || !hasVisibleText(value)) return message;
    return isAccepted(value) ? null : tooLong;
  };

/** A field for one line of text, such as a name. `thing` is its name within a sentence. */
export const singleLineField = (message: string, thing: string, maxLength = 120): Field => ({
  normalize: (typed) => truncate(toSingleLine(typed), maxLength),
  maxLength,
  validate: textValidator(
    (value) => value.length <= maxLength && toSingleLine(value) === value,
    message,
    `The ${thing} must be one line of at most ${maxLength} characters.`,
  ),
});

/** A field for text of several lines. `thing` is its name within a sentence. */
export const multiLineField = (message: string, thing: string, maxLength: number): Field => ({
  normalize: (typed) => truncate(withoutControlCharacters(typed), maxLength),
  maxLength,
  validate: textValidator(
    (value) => value.length <= maxLength && withoutControlCharacters(value) === value,
    message,
    `The ${thing} must have at most ${maxLength} characters.`,
  ),
});

/** A field for an Indian phone number; `missing` is the message for an empty field. */
export const phoneField = (message: string, missing = message): Field => ({
  normalize: normalizePhone,
  isTypable: isTypablePhone,
  validate: textValidator(isPhone, missing, message),
});

/** A field that may also be left empty. */
export const optionalField = (field: Field): Field => ({
  ...field,
  isOptional: true,
  validate: (value) => (value === undefined || value === '' ? null : field.validate(value)),
});

/** The values as they are sent: texts without the spaces around them. */
export function trimmedValues<Values extends Readonly<Record<string, unknown>>>(values: Values): Values {
  const trimmed = { ...values };
  for (const name in values) {
    const value: unknown = values[name];
    if (typeof value === 'string') Object.assign(trimmed, { [name]: value.trim() });
  }
  return trimmed;
}

/** A field with an invalid value, and the message for it. */
export type Problem<Name extends string> = { field: Name; message: string };

/** The problems of a form, in the order of its fields. Texts are trimmed first, as they are sent. */
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

/** The message for the value of one field; null where it is valid. A text is trimmed first, as it is sent. */
export const validateField = (field: Field, value: unknown): string | null =>
  field.validate(typeof value === 'string' ? value.trim() : value);

/** A change to the values of a form with each text normalized by its field. */
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
