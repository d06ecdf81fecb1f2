import fc from 'fast-check';

/** Characters that break forms: line breaks, controls, lone surrogates, invisible ones, joiners of Indian scripts. */
const UNUSUAL_CHARACTERS = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u0000',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\ud800',
  '\udfff',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00a0',
  '\u3000',
  '\u202e',
  'क\u094dष',
  'ർ\u200d',
  'ü',
  'u\u0308',
  '𝒜',
  '👩\u200d🏫',
  'ß',
  'İ',
];

const anyText = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
        { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.constantFrom(...UNUSUAL_CHARACTERS) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''));

const email = fc
  .tuple(anyText(6), fc.constantFrom('@', '@@', ''), anyText(6), fc.constantFrom('.', ''), anyText(4))
  .map((parts) => parts.join(''));

/** Returns arbitrary texts for a field, by its name: sometimes a valid value, often not. */
export function arbitraryFieldText(field: string, options: readonly string[] = []): fc.Arbitrary<string> {
  const likely: Readonly<Record<string, fc.Arbitrary<string>>> = {
    email: fc.oneof(fc.emailAddress(), email),
    phone: fc.stringMatching(/^(\+91|0|91|\+44)? ?\d{8,12}$/),
  };
  const phones = ['phone', 'refrence', 'refrenceSt'];
  const own = likely[phones.includes(field) ? 'phone' : field];
  return fc.oneof(
    { weight: 6, arbitrary: own ?? fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
    ...(options.length > 0 ? [{ weight: 20, arbitrary: fc.constantFrom(...options) }] : []),
    { weight: 1, arbitrary: anyText(500) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', 'x'.repeat(120), 'x'.repeat(121), 'x'.repeat(500)) },
  );
}
