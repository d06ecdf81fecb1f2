import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactForm } from '../../../machines/contact/contact.rules.ts';
import { normalizedChange, validateFields } from '../../../machines/fields.ts';
import type { Service } from '../../../server/service.ts';
import {
  arbitraryValues,
  forms,
  problemOnServer,
  problemOnSite,
  requestBody,
} from '../../support/formValues.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { createServiceFixture, fastestDatabase, postJson, type ServiceFixture } from '../serviceFixture.ts';

const RUNS = times(500, 2_500);
const CALLS = times(50, 125);

test.each(forms)('the site and the server agree on arbitrary bodies of $path, by function', async (form) => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryValues(form), async (values) => {
      const refusal = await problemOnServer(form, values);
      if (refusal === null) accepted += 1;
      expect(refusal).toBe(problemOnSite(form, values));
    }),
    { numRuns: RUNS },
  );
  expect(accepted, 'some are taken').toBeGreaterThan(RUNS / 25);
  expect(accepted, 'some are refused').toBeLessThan(RUNS - RUNS / 25);
});

describe('a service', () => {
  let fixture: ServiceFixture;
  let service: Service;
  beforeAll(async () => {
    fixture = await createServiceFixture(fastestDatabase);
    service = await fixture.start();
  });
  afterAll(() => fixture.remove());

  test.each(forms)('the site and the server agree on arbitrary bodies of $path over HTTP', async (form) => {
    const samples = fc.sample(arbitraryValues(form), CALLS);
    const send = async (values: (typeof samples)[number]) => {
      const { status, body } = await postJson(`${service.url}${form.path}`, requestBody(form, values));
      return { values, status, refusal: status === 200 ? null : body.message };
    };
    // Not all at once, because a busy server sheds some.
    const results: Awaited<ReturnType<typeof send>>[] = [];
    while (samples.length > 0) results.push(...(await Promise.all(samples.splice(0, 25).map(send))));
    for (const { values, status, refusal } of nonEmpty(results)) {
      expect(status, JSON.stringify(values)).toBeOneOf([200, 400]);
      expect(refusal, JSON.stringify(values)).toBe(problemOnSite(form, values));
    }
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  test.each(forms)(
    'takes the longest texts that the fields of $path may have, in letters of three bytes',
    async (form) => {
      const texts = Object.entries(form.valid).map(([name, value]) => {
        const { maxLength = 0, options } = form.fields[name] ?? {};
        const isFree = typeof value === 'string' && !options && !/^\d+$|@/.test(value);
        return [name, isFree ? 'आ'.repeat(maxLength) : value];
      });
      expect(texts).not.toEqual(Object.entries(form.valid));
      const body = requestBody(form, Object.fromEntries(texts));
      expect(await postJson(`${service.url}${form.path}`, body)).toMatchObject({ status: 200 });
    },
  );
});

test('names with joiners are taken as they are', () => {
  const name = 'ശ്രീ\u200dജ ക്\u200cഷ';
  expect(normalizedChange(contactForm.fields, { name })).toEqual({ name });
  expect(validateFields({ name: contactForm.fields.name }, { name })).toEqual([]);
});

test('in a field of one line tabs and line breaks become a space, and control characters go', () => {
  expect(
    normalizedChange(contactForm.fields, {
      name: 'Asha\t\r\nVerma\u0007\u0000',
      message: 'One\ttwo\r\nthree\u0007',
    }),
  ).toEqual({
    name: 'Asha Verma',
    message: 'One\ttwo\r\nthree',
  });
});

test('over-long text ends with a whole character', () => {
  expect(normalizedChange(contactForm.fields, { name: `${'x'.repeat(119)}👩` })).toEqual({
    name: 'x'.repeat(119),
  });
  expect(normalizedChange(contactForm.fields, { name: 'x'.repeat(500) })).toEqual({ name: 'x'.repeat(120) });
});
