import { type Fields, trimmedValues, validateFields } from '../../machines/fields.ts';
import { HttpError } from '../errors.ts';
import { isRecord } from '../json.ts';

/** A field that takes one value only. */
export const constantField = (expected: string | number, message: string): Fields[string] => ({
  normalize: (text) => text,
  validate: (value) => (value === expected ? null : message),
});

/**
 * Route options that let a body pass only with these fields, texts without the spaces around them. The first that is not
 * taken is named in the error. A field that is not listed is refused rather than dropped: what is answered with success
 * is what was stored.
 *
 * @throws HttpError (400) with the sentence of the field.
 */
export const validateBody = (fields: Fields) => ({
  preValidation: async (request: { body: unknown }) => {
    request.body = validatedValues(fields, request.body);
  },
});

function validatedValues(fields: Fields, body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) throw new HttpError(400, 'Please send the fields of this form as JSON.');
  if (Object.keys(body).some((name) => !Object.hasOwn(fields, name)))
    throw new HttpError(400, 'Please send only the fields of this form.');
  const values = trimmedValues(body);
  const [problem] = validateFields(fields, values);
  if (problem) throw new HttpError(400, problem.message, { field: problem.field });
  return values;
}
