import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPhone, normalizePhone } from '../../machines/phone.ts';
import { times } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const typeIn = (text: string) => [...text].reduce((value, key) => normalizePhone(value + key), '');

/** Returns every text that a field shows while a text is typed. */
const valuesWhileTyping = (text: string) => {
  let value = '';
  return [...text].map((key) => {
    value = normalizePhone(value + key);
    return value;
  });
};

describe('a phone field keeps ten digits', () => {
  test.each([
    ['+91 98765-43210', '9876543210'],
    ['+919876543210', '9876543210'],
    ['919876543210', '9876543210'],
    ['098765 43210', '9876543210'],
    ['0091 98765 43210', '9876543210'],
    ['+91 098765 43210', '9876543210'],
    ['91 0 98765 43210', '9876543210'],
    ['(+91) 98765 43210', '9876543210'],
    ['＋91 98765 43210', '9876543210'],
    ['tel:+91-98765-43210', '9876543210'],
    ['98765 43210 99', '9876543210'],
    ['+91 98765 43210 99', '9876543210'],
    ['+91 98765', '98765'],
    ['+91', '+91'],
    ['987654321012', '9876543210'],
    ['9198765432', '9198765432'],
    ['+91 91987 65432', '9198765432'],
    ['91987654321', '987654321'],
    ['phone', ''],
    ['९८७६५४३२१०', '9876543210'],
    ['+९१ ९८७६५-४३२१०', '9876543210'],
    ['९8७6५4३2१0', '9876543210'],
    ['৯৮৭৬৫৪৩২১০', '9876543210'],
    ['௯௮௭௬௫௪௩௨௧௦', '9876543210'],
    ['٩٨٧٦٥٤٣٢١٠', '9876543210'],
    ['۹۸۷۶۵۴۳۲۱۰', '9876543210'],
    ['９８７６５４３２１０', '9876543210'],
    ['𝟗𝟠𝟩𝟲𝟻𝟺𝟛𝟸𝟭𝟎', '9876543210'],
    ['½ ² ④ Ⅷ', ''],
  ])('%s → %s, pasted and typed', (text, result) => {
    expect([normalizePhone(text), typeIn(text)]).toEqual([result, result]);
  });

  test.each([
    '+44 7911 123456',
    '(+44) 7911 123456',
    '＋44 7911 123456',
    '0044 7911 123456',
    '+1 555 123 4567',
    '+971 50 123 4567',
    '+9',
  ])('%s of another country is refused, pasted and typed, and after every key', (text) => {
    for (const result of [normalizePhone(text), ...valuesWhileTyping(text)]) {
      expect([result, isPhone(result)]).toEqual([result, false]);
      expect(result.length).toBeLessThanOrEqual(10);
    }
  });

  test.each(['0987654321', '987654321', '', '98765432101', '9876543210\n', 'x9876543210', '９876543210'])(
    '%j is no phone number',
    (text) => expect(isPhone(text)).toBe(false),
  );
});

const number = fc.stringMatching(/^[1-9]\d{9}$/);

/** The first digit of each of some scripts. */
const ZEROS = ['0', '٠', '۰', '०', '০', '௦', '０', '𝟎'];

/** An Indian number in one of its usual notations. */
const writtenNumber = fc
  .record({
    number,
    prefix: fc.constantFrom(
      '',
      '+91',
      '0',
      '0091',
      '91',
      '+91 0',
      '+91 (0)',
      '(+91)',
      '0091-0',
      '091',
      '+91-',
    ),
    separators: fc.array(fc.constantFrom('', '', ' ', '-', ') ', '.', '\u00a0', '\u2011'), {
      minLength: 10,
      maxLength: 10,
    }),
    nought: fc.constantFrom(...ZEROS),
  })
  .map(({ number, prefix, separators, nought: zero }) => {
    const plain = `${prefix} ${[...number].map((digit, place) => digit + (separators[place] ?? '')).join('')}`;
    const first = zero.codePointAt(0) ?? 0;
    return {
      number,
      text: plain.replace(/\d/g, (digit) => String.fromCodePoint(first + Number(digit))),
    };
  });

test('any Indian number in any usual way ends as its ten digits, pasted and typed', () => {
  fc.assert(
    fc.property(writtenNumber, ({ number, text }) => {
      expect([normalizePhone(text), typeIn(text)]).toEqual([number, number]);
      expect(isPhone(number)).toBe(true);
      for (const result of nonEmpty(valuesWhileTyping(text))) expect(result.length).toBeLessThanOrEqual(10);
    }),
    { numRuns: times(200, 5_000) },
  );
});

test('a prefix of another country never becomes an Indian number', () => {
  const country = fc.integer({ min: 1, max: 999 }).filter((code) => !/^9$|^91/.test(String(code)));
  fc.assert(
    fc.property(
      country,
      fc.constantFrom('+', '00', '+ ', '(00)'),
      fc.stringMatching(/^[\d -]{4,14}$/),
      (code, sign, rest) => {
        const text = `${sign}${code} ${rest}`;
        for (const result of [normalizePhone(text), ...valuesWhileTyping(text)])
          expect(isPhone(result)).toBe(false);
      },
    ),
    { numRuns: times(200, 5_000) },
  );
});

test('the result is stable and never longer than ten characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const result = normalizePhone(text);
      expect(result.length).toBeLessThanOrEqual(10);
      expect(normalizePhone(result)).toBe(result);
    }),
    { numRuns: times(200, 5_000) },
  );
});
