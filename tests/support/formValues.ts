import fc from 'fast-check';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationFields } from '../../machines/registration/registration.rules.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import {
  type Fields,
  normalizedChange,
  trimmedValues,
  validateFields,
} from '../../machines/shared/fields.ts';

/**
 * Characters that break forms: line breaks, controls, lone surrogates, invisible ones, joiners of Indian scripts.
 */
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

/** Arbitrary texts for a field, by its name: sometimes a valid value, often not. */
function arbitraryFieldText(field: string, options: readonly string[] = []): fc.Arbitrary<string> {
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

const contactValues = contactCases.events.changed['everything valid'].values;
const callBackValues = callBackCases.events.changed['everything valid'].values;
const scholarshipValues = scholarshipCases.events.changed['everything valid'].values;
const registrationValues = registrationCases.events.changed['everything valid'].values;

export type Values = Record<string, string | boolean>;

/** A form: its path, its fields, valid values, and the values that the site adds when it sends them. */
type Form = { path: string; fields: Fields; valid: Values; added: object };

export const forms: readonly Form[] = [
  { path: '/api/contact', fields: contactForm.fields, valid: contactValues, added: {} },
  { path: '/api/inquiry', fields: callBackForm.fields, valid: callBackValues, added: {} },
  { path: '/api/apply', fields: scholarshipForm.fields, valid: scholarshipValues, added: {} },
  {
    path: '/api/register',
    fields: registrationFields,
    valid: registrationValues,
    added: { paymentStatus: 'paid' },
  },
];

/** Values of which one to three are arbitrary: pasted, typed a character at a time, or without normalization. */
export function arbitraryValues({ fields, valid }: Form): fc.Arbitrary<Values> {
  const names = Object.keys(fields);
  const textIn = (name: string) =>
    name === 'acceptTerms'
      ? fc.boolean()
      : fc
          .tuple(arbitraryFieldText(name, fields[name]?.options), fc.constantFrom('pasted', 'typed', 'raw'))
          .map(([text, how]) => {
            const enter = (value: string) => String(normalizedChange(fields, { [name]: value })[name]);
            if (how === 'raw') return text;
            return how === 'pasted' ? enter(text) : [...text].reduce((value, key) => enter(value + key), '');
          });
  return fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, textIn(name)]))))
    .map((change) => ({ ...valid, ...change }));
}

/** The site's message for the values, or null when it accepts them. */
export const problemOnSite = ({ fields }: Form, values: Values): string | null =>
  validateFields(fields, values)[0]?.message ?? null;

/** The JSON that the site sends for the values. */
export const requestBody = ({ added }: Form, values: Values): string =>
  JSON.stringify({ ...trimmedValues(values), ...added });
