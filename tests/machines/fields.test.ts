import emailAddresses from 'email-addresses';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { canonicalEmail } from '../../machines/shared/canonicalEmail.ts';
import { isEmail, withoutInvisibleCharacters } from '../../machines/shared/email.ts';
import {
  multiLineField,
  normalizedChange,
  optionalField,
  phoneField,
  singleLineField,
  trimmedValues,
  validateField,
  validateFields,
} from '../../machines/shared/fields.ts';
import { choiceField, emailField } from '../../machines/shared/formFields.ts';
import { isPhone, normalizePhone } from '../../machines/shared/phone.ts';
import {
  hasVisibleText,
  sanitizeExternalText,
  toSingleLine,
  truncate,
  withoutControlCharacters,
} from '../../machines/shared/text.ts';
import { times } from '../support/more.ts';
import { nonEmpty } from '../support/nonEmpty.ts';

const TEACHER = '👩\u200d🏫';
const LONE_SURROGATE = '\ud800';

describe('text', () => {
  test('a text becomes one line without control characters or half characters', () => {
    expect(toSingleLine('one\ttwo\r\n\u2028three\u0007\u0085four\vV')).toBe('one two three four V');
    expect(toSingleLine(`${LONE_SURROGATE}a b${LONE_SURROGATE}${TEACHER}`)).toBe(`a b${TEACHER}`);
  });

  test('a text of several lines keeps tabs and line breaks', () => {
    expect(withoutControlCharacters(`a\tb\r\nc\u0000\u0007d${LONE_SURROGATE}`)).toBe('a\tb\r\ncd');
  });

  test('a text is shortened to whole characters', () => {
    expect([truncate('abc', 2), truncate('abc', 3), truncate('a👩c', 2), truncate('a👩c', 3)]).toEqual([
      'ab',
      'abc',
      'a',
      'a👩',
    ]);
    expect(truncate(`${LONE_SURROGATE}ab`, 3), 'only at its end').toBe(`${LONE_SURROGATE}ab`);
  });

  test.each(['a', ' a ', '0', 'क', TEACHER])('the text %j can be seen', (text) =>
    expect(hasVisibleText(text)).toBe(true),
  );

  test.each(['', '  ', '\u200b', '\u200d\u2060', '\u0007', '\u00a0\n', LONE_SURROGATE])(
    'the text %j cannot be seen',
    (text) => expect(hasVisibleText(text)).toBe(false),
  );

  test.each([
    [' The card\nwas declined. ', 'The card was declined.'],
    ['nullable, undefinedly NaNs', 'nullable, undefinedly NaNs'],
    ['x'.repeat(301), 'x'.repeat(300)],
  ])('a text of another program is shown: %j', (text, shown) =>
    expect(sanitizeExternalText(text)).toBe(shown),
  );

  test.each(['', ' ', 'order undefined', 'null', 'NaN paise', 'an [object Object]', undefined, 42])(
    'a text of another program is not shown where it says nothing: %j',
    (text) => expect(sanitizeExternalText(text)).toBeUndefined(),
  );
});

describe('e-mail addresses', () => {
  test.each([
    'asha@example.org',
    'a@b.c',
    'आशा@उदाहरण.भारत',
    'a.b@c.d.ef',
    "o'neil+school@mail.example.co.in",
    `${'a'.repeat(64)}@b.cd`,
  ])('%j is an e-mail address', (text) => expect(isEmail(text)).toBe(true));

  test.each([
    '',
    'asha',
    'asha@example',
    '@example.org',
    'asha@.org',
    'asha@example.',
    'asha@@example.org',
    'asha@exam@ple.org',
    ' asha@example.org',
    'asha@example.org\n',
    'asha verma@example.org',
    'asha@exam ple.org',
    'asha@example.o@g',
    'asha@example.org, anil@example.org',
    'a@x.in.',
    'a@x..in',
    '.a@x.in',
    'a.@x.in',
    'a..b@x.in',
    '<a@x.in>',
    'Asha <a@x.in>',
    'a,b@x.in',
    'a@x.in\r\nBcc: b@x.in',
    '"a b"@x.in',
    'a@-x.in',
    'a@x-.in',
    'a@192.0.2.1',
    'a@[192.0.2.1]',
    'as\u200bha@example.org',
    `${'a'.repeat(65)}@b.cd`,
    `a@${'b'.repeat(64)}.cd`,
    `a@${'bcd.'.repeat(63)}ef`,
  ])('%j is no e-mail address', (text) => expect(isEmail(text)).toBe(false));

  test('our e-mail addresses are single mailboxes for an RFC 5322 parser', () => {
    const piece = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('a', 'b2', 'ü', 'आ', '.c', '-d') },
      { weight: 1, arbitrary: fc.constantFrom(...`.-_+'"<>(),;:\\[]@ \u0301\u200b`) },
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const address = fc.tuple(text, text).map(([local, domain]) => `${local}@${domain}.in`);
    let accepted = 0;
    fc.assert(
      fc.property(address, (input) => {
        if (!isEmail(input)) return;
        accepted += 1;
        const [local, domain] = input.split('@');
        const mailbox = { type: 'mailbox', name: null, local, domain };
        expect(emailAddresses.parseOneAddress({ input, rfc6532: true })).toMatchObject(mailbox);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  test('e-mail addresses that are pasted with what cannot be seen are taken without it', () => {
    const field = emailField('missing');
    expect(field.normalize('\u202aasha@example.org\u202c')).toBe('asha@example.org');
  });

  test('e-mail addresses are compared without what cannot be seen', () => {
    expect(withoutInvisibleCharacters(' as\u200bha\u0007@example.org\n')).toBe('asha@example.org');
  });

  test.each([
    [' Asha@Example.ORG ', 'asha@example.org'],
    ['as\u200bha@example.org', 'asha@example.org'],
    ['ju\u0308rgen@example.org', 'j\u00fcrgen@example.org'],
    ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
    ['"a@b"@bücher.example', '"a@b"@xn--bcher-kva.example'],
    ['asha@example.org:80', 'asha@example.org:80'],
    ['asha@bücher.example/path', 'asha@bücher.example/path'],
    ['asha@0x7f.1', 'asha@0x7f.1'],
    ['asha@bücher.1.', 'asha@bücher.1.'],
    ['asha@127.1', 'asha@127.1'],
    ['asha@127.0.0.010', 'asha@127.0.0.010'],
    ['asha@1', 'asha@1'],
    ['asha@1.bücher.example', 'asha@1.xn--bcher-kva.example'],
    ['asha@bücher2', 'asha@xn--bcher2-3ya'],
    ['asha@xn--\u00fc.example', 'asha@xn--\u00fc.example'],
  ])('the e-mail address %j is compared as %s', (text, canonical) =>
    expect(canonicalEmail(text)).toBe(canonical),
  );

  test('e-mail addresses are compared without URL.canParse, which Safari 16 lacks', () => {
    vi.stubGlobal('URL', class extends URL {});
    Reflect.set(URL, 'canParse', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(canonicalEmail('asha@bücher.example')).toBe('asha@xn--bcher-kva.example');
    expect(canonicalEmail('asha@xn--ü.example')).toBe('asha@xn--ü.example');
  });
});

describe('a field of one line', () => {
  const field = singleLineField('missing', 'city', 5);

  test('a field of one line takes one line of its length', () => {
    expect([field.maxLength, singleLineField('', '').maxLength]).toEqual([5, 120]);
    expect(field.normalize('ab\ncdefgh')).toBe('ab cd');
    expect(field.validate('abcde')).toBeNull();
  });

  test.each([undefined, 5, '', '\u200b'])('a field of one line misses %j', (value) =>
    expect(field.validate(value)).toBe('missing'),
  );

  test.each(['abcdef', 'a\nb'])('a field of one line refuses %j', (value) =>
    expect(field.validate(value)).toBe('The city must be one line of at most 5 characters.'),
  );
});

describe('a field of several lines', () => {
  const field = multiLineField('missing', 'message', 5);

  test('a field of several lines takes lines of its length together', () => {
    expect(field.maxLength).toBe(5);
    expect(field.normalize('a\u0007b\ncdefgh')).toBe('ab\ncd');
    expect(field.validate('ab\ncd')).toBeNull();
    expect(field.validate(' ')).toBe('missing');
  });

  test.each(['abcdef', 'a\u0007'])('a field of several lines refuses %j', (value) =>
    expect(field.validate(value)).toBe('The message must have at most 5 characters.'),
  );
});

test('a phone field says whether a number is missing or wrong', () => {
  const field = phoneField('wrong', 'missing');
  expect(field.normalize('+91 98765 43210')).toBe('9876543210');
  expect(['9876543210', '98765', ''].map(field.validate)).toEqual([null, 'wrong', 'missing']);
  expect(phoneField('wrong').validate('')).toBe('wrong');
});

test('an optional field may be empty or absent, and is otherwise checked', () => {
  const field = optionalField(singleLineField('missing', 'city', 5));
  expect([field.isOptional, field.maxLength]).toEqual([true, 5]);
  expect([field.validate(undefined), field.validate(''), field.validate('abc')]).toEqual([null, null, null]);
  expect(field.validate('\u200b')).toBe('missing');
  expect(field.validate(null)).toBe('missing');
  expect(field.validate('abcdef')).toMatch(/at most 5/);
});

test('an e-mail field takes one address of at most 254 characters', () => {
  const field = emailField('wrong');
  const longest = `${'x'.repeat(64)}@${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(57)}.org`;
  expect(field.maxLength).toBe(254);
  expect(field.normalize(` a\n@b.c${'x'.repeat(300)}`)).toBe(` a @b.c${'x'.repeat(247)}`);
  expect([field.validate('asha@example.org'), field.validate(longest)]).toEqual([null, null]);
  for (const wrong of ['', 'asha', `${longest}x`, 'as\u0007ha@example.org', '\nasha@example.org'])
    expect(field.validate(wrong)).toBe('wrong');
});

test('a field with a choice takes what is offered', () => {
  const field = choiceField(['5th', '6th'], 'choose');
  expect([field.options, field.normalize(' 5th')]).toEqual([['5th', '6th'], ' 5th']);
  expect(['5th', '6th', '7th', ''].map(field.validate)).toEqual([null, null, 'choose', 'choose']);
});

describe('a form', () => {
  const fields = { name: singleLineField('name?', 'name', 9), city: singleLineField('city?', 'city', 4) };

  test('a form is checked in the order of its fields, without the spaces around a text', () => {
    expect(validateFields(fields, { city: '', name: ' ' })).toEqual([
      { field: 'name', message: 'name?' },
      { field: 'city', message: 'city?' },
    ]);
    expect(validateFields(fields, { name: 'Asha', city: ' Pune ' })).toEqual([]);
    expect(validateField(fields.city, ' Pune ')).toBeNull();
    expect(validateField(fields.city, undefined)).toBe('city?');
  });

  test('a form is sent without the spaces around texts', () => {
    const values = { name: ' Asha Verma\n', accepted: true, none: undefined };
    expect(trimmedValues(values)).toEqual({ name: 'Asha Verma', accepted: true, none: undefined });
    expect(values.name, 'the values themselves stay').toBe(' Asha Verma\n');
  });

  test('a form is changed where a text was given', () => {
    const change = { city: 'New\nDelhi', accepted: true };
    expect(normalizedChange(fields, change)).toEqual({ city: 'New ', accepted: true });
    expect(change.city, 'the change itself stays').toBe('New\nDelhi');
  });
});

const typeIn = (text: string) => [...text].reduce((value, key) => normalizePhone(value + key), '');

/** Every text that a field shows while a text is typed. */
const valuesWhileTyping = (text: string) => {
  let value = '';
  return [...text].map((key) => {
    value = normalizePhone(value + key);
    return value;
  });
};

describe('a phone field keeps ten digits', () => {
  test.each([
    ['+919876543210', '9876543210'],
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
    ['+९१ ९८७६५-४३२१०', '9876543210'],
    ['९8७6५4३2१0', '9876543210'],
    ['𝟗𝟠𝟩𝟲𝟻𝟺𝟛𝟸𝟭𝟎', '9876543210'],
    ['½ ² ④ Ⅷ', ''],
  ])('a phone field makes of %s, pasted or typed, %s', (text, result) => {
    expect([normalizePhone(text), typeIn(text)]).toEqual([result, result]);
  });

  test.each(['(+44) 7911 123456', '＋44 7911 123456', '+9'])(
    'a phone field refuses %s of another country, pasted and typed, and after every key',
    (text) => {
      for (const result of [normalizePhone(text), ...valuesWhileTyping(text)]) {
        expect([result, isPhone(result)]).toEqual([result, false]);
        expect(result.length).toBeLessThanOrEqual(10);
      }
    },
  );

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

test('a phone field changes its own result no more, and keeps at most ten characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const result = normalizePhone(text);
      expect(result.length).toBeLessThanOrEqual(10);
      expect(normalizePhone(result)).toBe(result);
    }),
    { numRuns: times(200, 5_000) },
  );
});
