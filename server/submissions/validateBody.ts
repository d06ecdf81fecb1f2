import { type Fields, trimmedValues, validateFields } from '../../machines/shared/fields.ts';
import { NO_FIELDS_MESSAGE } from '../http/responseBodies.ts';
import { HttpError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';

/** A field with one valid value. */
export const constantField = (expected: string | number, message: string): Fields[string] => ({
  normalize: (text) => text,
  validate: (value) => (value === expected ? null : message),
});

/**
 * The route options that validate a body against fields and trim its texts. A field that is not listed is an error
 * rather than ignored, so that a successful response means that everything sent was stored.
 *
 * The hook throws an HttpError (400) with the message and the name of the first invalid field.
 */
export const validateBody = (fields: Fields) => ({
  preValidation: async (request: { body: unknown }) => {
    request.body = validatedValues(fields, request.body);
  },
});

function validatedValues(fields: Fields, body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) throw new HttpError(400, NO_FIELDS_MESSAGE);
  if (Object.keys(body).some((name) => !Object.hasOwn(fields, name)))
    throw new HttpError(400, 'Please send only the fields of this form.');
  const values = trimmedValues(body);
  const [problem] = validateFields(fields, values);
  if (problem) throw new HttpError(400, problem.message, { field: problem.field });
  return values;
}
