import { expect, test } from 'vitest';
import type { Fields } from '../../machines/fields.ts';
import { HttpError } from '../../server/errors.ts';
import { constantField, validateBody } from '../../server/submissions/validateBody.ts';

const fields: Fields = {
  name: { normalize: (text) => text, validate: (value) => (value === '' ? 'Please fill in.' : null) },
  amount: constantField(2000, 'The fee is 2,000.'),
};

async function validated(body: unknown): Promise<unknown> {
  const request = { body };
  return validateBody(fields)
    .preValidation(request)
    .then(
      () => request.body,
      (error: unknown) => error,
    );
}

test('a valid body is taken with its texts trimmed', async () => {
  expect(await validated({ name: ' Asha ', amount: 2000 })).toEqual({ name: 'Asha', amount: 2000 });
});

test.each([
  [null, 'Please send the fields of this form as JSON.', undefined],
  [[], 'Please send the fields of this form as JSON.', undefined],
  ['name', 'Please send the fields of this form as JSON.', undefined],
  [{ name: 'Asha', amount: 2000, more: 1 }, 'Please send only the fields of this form.', undefined],
  [{ name: 'Asha', amount: 2000, toString: 1 }, 'Please send only the fields of this form.', undefined],
  [{ name: ' ', amount: 1 }, 'Please fill in.', 'name'],
  [{ name: 'Asha', amount: '2000' }, 'The fee is 2,000.', 'amount'],
  [{ name: 'Asha' }, 'The fee is 2,000.', 'amount'],
])('%j is refused: %s', async (body, message, field) => {
  const error = await validated(body);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ statusCode: 400, message, field });
});

test('a constant field leaves a text as it is', () => {
  expect(constantField('INR', 'Pay in rupees.').normalize(' INR ')).toBe(' INR ');
});
