import { type Fields, problemsIn, sent } from '../../machines/fields.ts';
import { CallError } from '../errors.ts';
import { isRecord } from '../payments/values.ts';

/** A field that takes one value only. */
export const exactly = (expected: string | number, message: string): Fields[string] => ({
  enter: (text) => text,
  problemOf: (value) => (value === expected ? null : message),
});

/**
 * Route options that let a body pass only with these fields, texts without the spaces around them. The first that is not
 * taken is named in the error. A field that is not listed is refused rather than dropped: what is answered with success
 * is what was stored.
 *
 * @throws CallError (400) with the sentence of the field.
 */
export const bodyOf = (fields: Fields) => ({
  preValidation: async (request: { body: unknown }) => {
    request.body = checked(fields, request.body);
  },
});

function checked(fields: Fields, body: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(body)) throw new CallError(400, 'Please send the fields of this form as JSON.');
  if (Object.keys(body).some((name) => !Object.hasOwn(fields, name)))
    throw new CallError(400, 'Please send only the fields of this form.');
  const values = sent(body);
  const [problem] = problemsIn(fields, values);
  if (problem) throw new CallError(400, problem.message, { field: problem.field });
  return values;
}
