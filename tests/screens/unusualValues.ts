import fc from 'fast-check';

/** What a payment provider or a service might respond with. */

/** The texts that a missing value is turned into. */
export const BROKEN = /undefined|\bnull\b|NaN|\[object/;

export const unusualValue = fc.oneof(
  fc.constantFrom(undefined, null, Number.NaN, 0, '', ' ', 'undefined', 'null', '[object Object]', {}, []),
  fc.constantFrom('\u200b', 'Error: undefined', 'a\tb\nc', 'x'.repeat(5000), '<b>declined</b>'),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);
