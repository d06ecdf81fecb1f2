import type { FastifySchemaValidationError } from 'fastify';
import { CallError } from '../errors.ts';

/** One field of a call: what it must be, and the sentence for when it is not. */
export interface Field {
  schema: Readonly<Record<string, unknown>>;
  problem: string;
  optional?: boolean;
}

/** One line of text without control characters, `max` characters at most. */
export const line = (problem: string, max = 120): Field => ({
  schema: { type: 'string', minLength: 1, maxLength: max, pattern: '^[^\\p{Cc}\\p{Cs}]*$' },
  problem,
});

/** Text of several lines. */
export const paragraphs = (problem: string, max: number): Field => ({
  schema: { type: 'string', minLength: 1, maxLength: max, pattern: '^([^\\p{Cc}\\p{Cs}]|[\\t\\r\\n])*$' },
  problem,
});

/** Text, @, text, dot, text. Spec §5. */
export const email = (problem: string): Field => ({
  schema: {
    type: 'string',
    maxLength: 254,
    pattern: '^[^\\s@\\p{Cc}\\p{Cs}]+@[^\\s@\\p{Cc}\\p{Cs}]+\\.[^\\s@\\p{Cc}\\p{Cs}]+$',
  },
  problem,
});

/** Exactly ten digits. Spec §9. */
export const phone = (problem: string): Field => ({
  schema: { type: 'string', pattern: '^[0-9]{10}$' },
  problem,
});

export const oneOf = (problem: string, values: readonly (string | number | boolean)[]): Field => ({
  schema: { enum: values },
  problem,
});

/** The field may be missing or empty. */
export const optional = ({ schema, problem }: Field): Field => ({
  schema: { ...schema, minLength: 0 },
  problem,
  optional: true,
});

/**
 * Route options that let a body pass only with these fields, in the order in which they are checked, strings trimmed.
 * A field that is not listed is refused rather than dropped: what is answered with success is what was stored.
 */
export function bodyOf(fields: Readonly<Record<string, Field>>) {
  const entries = Object.entries(fields);
  return {
    schema: {
      body: {
        type: 'object',
        required: entries.filter(([, field]) => !field.optional).map(([name]) => name),
        properties: Object.fromEntries(entries.map(([name, field]) => [name, field.schema])),
        additionalProperties: false,
      },
    },
    schemaErrorFormatter: (errors: FastifySchemaValidationError[]) =>
      new CallError(400, sentence(fields, errors[0])),
    preValidation: async (request: { body: unknown }) => {
      request.body = trimmed(request.body);
    },
  };
}

function sentence(
  fields: Readonly<Record<string, Field>>,
  error: FastifySchemaValidationError | undefined,
): string {
  const missing = error?.keyword === 'required' ? error.params.missingProperty : undefined;
  const name = typeof missing === 'string' ? missing : (error?.instancePath.slice(1) ?? '');
  if (error?.keyword === 'additionalProperties') return 'Please send only the fields of this form.';
  return fields[name]?.problem ?? 'Please send the fields of this form as JSON.';
}

function trimmed(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
}
