import { expect, test } from 'vitest';
import { generated } from '../support/docs.ts';

test.each(generated())('$path says what the code says (else: npm run docs)', ({ found, expected }) => {
  expect(found).toBe(expected);
});
