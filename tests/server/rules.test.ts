import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callBackCases } from '../../machines/callBack/callBack.cases.ts';
import { callBackForm } from '../../machines/callBack/callBack.rules.ts';
import { contactCases } from '../../machines/contact/contact.cases.ts';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { entered, type Fields, optional, problemsIn, sent } from '../../machines/fields.ts';
import { registrationCases } from '../../machines/registration/registration.cases.ts';
import { registrationFields } from '../../machines/registration/registration.rules.ts';
import { scholarshipCases } from '../../machines/scholarship/scholarship.cases.ts';
import { scholarshipForm } from '../../machines/scholarship/scholarship.rules.ts';
import { bodyOf } from '../../server/calls/fields.ts';
import type { Service } from '../../server/service.ts';
import { typedInto } from '../support/fieldTexts.ts';
import { makePlace, type Place, post } from './harness.ts';

const contactValues = contactCases.events.changed['everything right'].values;
const callBackValues = callBackCases.events.changed['everything right'].values;
const scholarshipValues = scholarshipCases.events.changed['everything right'].values;
const registrationValues = registrationCases.events.changed['everything right'].values;

type Values = Record<string, string | boolean>;

/** The forms: their call, their fields, values that they take, and what the site adds when it sends them. */
const forms: readonly { path: string; fields: Fields; valid: Values; added: object }[] = [
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

/** Values of a form of which one to three are anything: pasted at once, typed a character at a time, or past the fields. */
function valuesOf(fields: Fields, valid: Values): fc.Arbitrary<Values> {
  const names = Object.keys(fields);
  const textIn = (name: string) =>
    name === 'acceptTerms'
      ? fc.boolean()
      : fc
          .tuple(typedInto(name, fields[name]?.options), fc.constantFrom('pasted', 'typed', 'raw'))
          .map(([text, how]) => {
            const enter = (value: string) => String(entered(fields, { [name]: value })[name]);
            if (how === 'raw') return text;
            return how === 'pasted' ? enter(text) : [...text].reduce((value, key) => enter(value + key), '');
          });
  return fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, textIn(name)]))))
    .map((change) => ({ ...valid, ...change }));
}

/** What is wrong with the values on the site, and what it sends. */
const onSite = (fields: Fields, values: Values) => problemsIn(fields, values)[0]?.message ?? null;
const bodyFor = (values: Values, added: object) => JSON.stringify({ ...sent(values), ...added });

describe.each(forms)('what the site lets through is what $path takes', ({ path, fields, valid, added }) => {
  test('by function, 2,500 times', async () => {
    const takes = bodyOf(
      path === '/api/register'
        ? { ...fields, paymentStatus: optional({ enter: (text) => text, problemOf: () => null }) }
        : fields,
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(valuesOf(fields, valid), async (values) => {
        const request = { body: JSON.parse(bodyFor(values, added)) };
        const refusal = await takes.preValidation(request).then(
          () => null,
          (error: Error) => error.message,
        );
        if (refusal === null) taken += 1;
        expect(refusal).toBe(onSite(fields, values));
      }),
      { numRuns: 2_500 },
    );
    expect(taken, 'some are taken').toBeGreaterThan(100);
    expect(taken, 'some are refused').toBeLessThan(2_400);
  });
});

describe('over HTTP', () => {
  let place: Place;
  let service: Service;
  beforeAll(async () => {
    place = await makePlace('PGlite');
    service = await place.start();
  });
  afterAll(() => place.remove());

  test.each(forms)('$path, 125 times', async ({ path, fields, valid, added }) => {
    const samples = fc.sample(valuesOf(fields, valid), 125);
    const said = await Promise.all(
      samples.map(async (values) => {
        const { status, body } = await post(`${service.url}${path}`, bodyFor(values, added));
        return { values, status, refusal: status === 200 ? null : body.message };
      }),
    );
    for (const { values, status, refusal } of said) {
      expect(status, JSON.stringify(values)).toBeOneOf([200, 400]);
      expect(refusal, JSON.stringify(values)).toBe(onSite(fields, values));
    }
    expect(new Set(said.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});

test('names with joiners are taken as they are', () => {
  const name = 'ശ്രീ\u200dജ ക്\u200cഷ';
  expect(entered(contactForm.fields, { name })).toEqual({ name });
  expect(problemsIn({ name: contactForm.fields.name }, { name })).toEqual([]);
});

test('in a field of one line tabs and line breaks become a space, and control characters go', () => {
  expect(
    entered(contactForm.fields, { name: 'Asha\t\r\nVerma\u0007\u0000', message: 'One\ttwo\r\nthree\u0007' }),
  ).toEqual({
    name: 'Asha Verma',
    message: 'One\ttwo\r\nthree',
  });
});

test('over-long text ends with a whole character', () => {
  expect(entered(contactForm.fields, { name: `${'x'.repeat(119)}👩` })).toEqual({ name: 'x'.repeat(119) });
  expect(entered(contactForm.fields, { name: 'x'.repeat(500) })).toEqual({ name: 'x'.repeat(120) });
});
