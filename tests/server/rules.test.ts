import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactForm } from '../../machines/contact/contact.rules.ts';
import { entered, problemsIn } from '../../machines/fields.ts';
import type { Service } from '../../server/service.ts';
import { bodyFor, forms, onServer, onSite, valuesOf } from '../support/formValues.ts';
import { anyDatabase, makePlace, type Place, post } from './harness.ts';

test.each(forms)('what the site lets through is what $path takes, by function, 2,500 times', async (form) => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(valuesOf(form), async (values) => {
      const refusal = await onServer(form, values);
      if (refusal === null) taken += 1;
      expect(refusal).toBe(onSite(form, values));
    }),
    { numRuns: 2_500 },
  );
  expect(taken, 'some are taken').toBeGreaterThan(100);
  expect(taken, 'some are refused').toBeLessThan(2_400);
});

describe('what the site lets through is what the server takes, over HTTP', () => {
  let place: Place;
  let service: Service;
  beforeAll(async () => {
    place = await makePlace(anyDatabase);
    service = await place.start();
  });
  afterAll(() => place.remove());

  test.each(forms)('$path, 125 times', async (form) => {
    const samples = fc.sample(valuesOf(form), 125);
    const said = await Promise.all(
      samples.map(async (values) => {
        const { status, body } = await post(`${service.url}${form.path}`, bodyFor(form, values));
        return { values, status, refusal: status === 200 ? null : body.message };
      }),
    );
    for (const { values, status, refusal } of said) {
      expect(status, JSON.stringify(values)).toBeOneOf([200, 400]);
      expect(refusal, JSON.stringify(values)).toBe(onSite(form, values));
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
