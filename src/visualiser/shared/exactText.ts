import { parse, stringify } from 'devalue';

const isPair = (value: unknown): value is [string, string] => Array.isArray(value) && value.length === 2;

/** Data as a text, with maps, sets, dates, big numbers, patterns, errors and cycles. */
export const toExactText = (data: unknown): string =>
  stringify(data, { Error: (value: unknown) => value instanceof Error && [value.name, value.message] });

/** The inverse of `toExactText`. */
export const fromExactText = (text: string): unknown =>
  parse(text, {
    Error: (value: unknown) =>
      isPair(value) ? Object.assign(new Error(value[1]), { name: value[0] }) : new Error(),
  });
