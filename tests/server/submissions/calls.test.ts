import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  emptyValues,
  firstProblem,
  type RegistrationField,
} from '../../../machines/registration/registration.rules.ts';
import type { Service } from '../../../server/service.ts';
import { arbitraryValues, forms, problemOnSite, requestBody } from '../../support/formValues.ts';
import { times } from '../../support/more.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import {
  createServiceFixture,
  fastestDatabase,
  listedSubmissions,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
  usualDatabases,
} from '../serviceFixture.ts';

const EMAIL = 'log.me.not@example.org';

const contact = {
  name: 'Asha Verma',
  email: EMAIL,
  phone: '9876543210',
  message: 'Two\nlines, “quoted”',
};
const inquiry = { name: 'Asha Verma', phone: '9876543210', messageUser: 'Call after six' };
const application = {
  name: 'Asha Verma',
  grade: 'Grade 8',
  course: 'All Subjects',
  phone: '9876543210',
  city: 'Jaipur',
};
const registration = registrationBody(EMAIL);
const validBodies: Readonly<Record<string, object>> = {
  '/api/contact': contact,
  '/api/inquiry': inquiry,
  '/api/apply': application,
  '/create-order': orderBody(EMAIL),
  '/api/register': registration,
  '/api/receipt': { paymentId: 'pay_unknown' },
};

const isField = (name: string): name is RegistrationField => Object.hasOwn(emptyValues, name);

/** Bodies that must be refused: the call, the mistake, the body. */
const invalidBodies: readonly (readonly [path: string, what: string, body: unknown])[] = [
  ...Object.entries(validBodies).flatMap(([path, body]) => [
    [path, 'not JSON', '{"name": "Asha'] as const,
    [path, 'nothing', ''] as const,
    [path, 'null', 'null'] as const,
    [path, 'a list', [body]] as const,
    [path, 'text', '"text"'] as const,
    [path, 'a number', '5'] as const,
    [path, 'an unknown field', { ...body, admin: true }] as const,
    [path, 'a poisoned prototype', '{"__proto__": {"name": "x"}}'] as const,
    ...Object.keys(body)
      .filter((field) => !(path === '/api/contact' && field === 'phone') && field !== 'messageUser')
      .map((field) => [path, `no ${field}`, { ...body, [field]: undefined }] as const),
    ...Object.keys(body).map(
      (field) => [path, `an object for ${field}`, { ...body, [field]: { a: 1 } }] as const,
    ),
    ...Object.keys(body).map(
      (field) => [path, `an absurd ${field}`, { ...body, [field]: 'x'.repeat(9000) }] as const,
    ),
    ...Object.keys(body).map(
      (field) => [path, `a control character in ${field}`, { ...body, [field]: 'a\u0000b@c.d' }] as const,
    ),
  ]),
  ['/api/contact', 'a number for a name', { ...contact, name: 5 }],
  ['/api/contact', 'an e-mail address without a dot', { ...contact, email: 'a@b' }],
  ['/api/contact', 'a name of spaces', { ...contact, name: '   ' }],
  ['/api/contact', 'two digits of a phone', { ...contact, phone: '98' }],
  ['/api/contact', 'a tab in the name', { ...contact, name: 'Asha\tVerma' }],
  ['/api/inquiry', 'a number with a trunk zero', { ...inquiry, phone: '0987654321' }],
  ['/api/inquiry', 'nine digits', { ...inquiry, phone: '987654321' }],
  ['/api/inquiry', 'eleven digits', { ...inquiry, phone: '98765432101' }],
  ['/api/inquiry', 'letters in a phone', { ...inquiry, phone: '98765x3210' }],
  ['/api/apply', 'a grade that is not offered', { ...application, grade: '8th' }],
  ['/api/apply', 'a course that is not offered', { ...application, course: 'Exam Prep' }],
  ['/create-order', '1999 rupees', { ...orderBody(EMAIL), amount: 1999 }],
  ['/create-order', 'the amount in paise', { ...orderBody(EMAIL), amount: 200_000 }],
  ['/create-order', 'the amount as text', { ...orderBody(EMAIL), amount: '2000' }],
  ['/create-order', 'an address that cannot be mailed', orderBody('a@x..in')],
  ['/api/register', 'an address that cannot be mailed', { ...registration, email: 'a@x..in' }],
  ['/create-order', 'dollars', { ...orderBody(EMAIL), currency: 'USD' }],
  ['/api/register', 'a grade that is not offered', { ...registration, grade: 'Grade 8' }],
  ['/api/register', 'a course that is not offered', { ...registration, course: 'All Subjects' }],
  ['/api/register', 'eleven digits', { ...registration, phone: '98765432101' }],
  ['/api/register', 'terms that are text', { ...registration, acceptTerms: 'true' }],
  ['/api/register', 'another payment status', { ...registration, paymentStatus: 'free' }],
];

const TABLES = ['submissions', 'orders', 'simulator_orders', 'webhook_events'];

describe.each(usualDatabases)('the calls on %s', (kind) => {
  let fixture: ServiceFixture;
  let service: Service;
  const log: string[] = [];

  beforeAll(async () => {
    fixture = await createServiceFixture(kind);
    service = await fixture.start({ log: { write: (line) => void log.push(line) } });
  });
  afterAll(() => fixture.remove());

  test('a page that was opened before the fee changed is told to reload', async () => {
    const { status, body } = await postJson(`${service.url}/create-order`, {
      ...orderBody(EMAIL),
      amount: 1500,
    });
    expect(status).toBe(400);
    expect(body.error).toBe(
      'The fee is ₹2000. If this page names another one, please reload it: what you have typed is kept.',
    );
  });

  test('the calls refuse bad input with a sentence and store nothing', async () => {
    for (const [path, what, body] of nonEmpty(invalidBodies)) {
      const response = await postJson(`${service.url}${path}`, body);
      expect.soft(response.status, `${path} with ${what}`).toBe(400);
      expect.soft(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect.soft(response.body, `${path} with ${what}`).toEqual({
        success: false,
        message: expect.stringMatching(/^[A-Z].{10,}/),
        error: response.body.message,
        ...(response.body.field !== undefined && { field: expect.any(String) }),
      });
    }
    await service.close();
    const counts = await fixture.withDatabase((database) =>
      Promise.all(TABLES.map((table) => database.query(`select count(*)::integer as n from ${table}`))),
    );
    expect(counts.flat()).toEqual(TABLES.map(() => ({ n: 0 })));
    service = await fixture.start({ log: { write: (line) => void log.push(line) } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'the calls take JSON only, not %s',
    async (type) => {
      for (const [path, body] of nonEmpty(Object.entries(validBodies))) {
        const response = await postJson(`${service.url}${path}`, body, { 'content-type': type });
        expect(response.status).toBe(415);
        expect(response.body.message).toBe('Please send JSON (Content-Type: application/json).');
      }
    },
  );

  test('the calls answer another method with 405 and what is allowed', async () => {
    for (const path of nonEmpty(Object.keys(validBodies))) {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const response = await fetch(`${service.url}${path}`, { method });
        expect(response.status, `${method} ${path}`).toBe(405);
        expect(response.headers.get('allow')).toBe('POST');
        expect(await response.json()).toMatchObject({ success: false, message: expect.any(String) });
      }
    }
  });

  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/about'],
    ['DELETE', '/'],
  ])('a service answers %s %s, which is no call, with 404', async (method, path) => {
    const response = await fetch(`${service.url}${path}`, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      success: false,
      error: 'There is nothing at this address.',
    });
  });

  test('a broken rule of the registration returns the specification’s sentence', async () => {
    for (const field of nonEmpty(Object.keys(emptyValues).filter(isField))) {
      const body = { ...registration, [field]: emptyValues[field] };
      const response = await postJson(`${service.url}/api/register`, body);
      expect(response.body, field).toMatchObject({ error: firstProblem(body)?.message, field });
    }
    const empty = await postJson(`${service.url}/api/register`, { ...emptyValues, paymentStatus: 'pending' });
    expect(empty.body.error).toBe('Full name is required.');
  });

  test('the calls store valid values, trimmed, and the list has them oldest first', async () => {
    const responses = [
      await postJson(`${service.url}/api/contact`, { ...contact, name: '  Asha Verma ' }),
      await postJson(`${service.url}/api/contact`, {
        name: 'Ravi',
        email: EMAIL,
        phone: '',
        message: 'x'.repeat(5000),
      }),
      await postJson(`${service.url}/api/inquiry`, { name: 'Asha Verma', phone: '9876543210' }),
      await postJson(`${service.url}/api/inquiry`, inquiry),
      await postJson(`${service.url}/api/apply`, application),
      await postJson(`${service.url}/api/register`, registration),
    ];
    expect(responses.map(({ status, body }) => [status, body])).toMatchObject(
      [
        'Message sent successfully!',
        'Message sent successfully!',
        'Inquiry submitted successfully!',
        'Inquiry submitted successfully!',
        'Application submitted successfully!',
        'Your registration is saved. Its payment is not confirmed yet.',
      ].map((message) => [200, { success: true, message }]),
    );
    const list = await listedSubmissions(fixture);
    expect(list).toMatchObject([
      { kind: 'contact', ...contact },
      { kind: 'contact', name: 'Ravi', email: EMAIL, phone: '', message: 'x'.repeat(5000) },
      { kind: 'inquiry', name: 'Asha Verma', phone: '9876543210' },
      { kind: 'inquiry', ...inquiry },
      { kind: 'application', ...application },
      { kind: 'registration', paymentStatus: 'pending', paymentMode: null, orderId: null, paymentId: null },
    ]);
  });

  test('the calls write a log that names nobody', async () => {
    const text = log.join('');
    expect(text).toContain('"route":"/api/register"');
    expect(text).not.toMatch(/asha|verma|jaipur|9876543|example\.org|log\.me|call after|two\\n/i);
  });
});

const CALLS = times(150, 1_000);

describe('a service that gets arbitrary bodies', () => {
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

  test.each(forms)('$path takes the longest texts of its fields, in letters of three bytes', async (form) => {
    const texts = Object.entries(form.valid).map(([name, value]) => {
      const { maxLength = 0, options } = form.fields[name] ?? {};
      const isFree = typeof value === 'string' && !options && !/^\d+$|@/.test(value);
      return [name, isFree ? 'आ'.repeat(maxLength) : value];
    });
    expect(texts).not.toEqual(Object.entries(form.valid));
    const body = requestBody(form, Object.fromEntries(texts));
    expect(await postJson(`${service.url}${form.path}`, body)).toMatchObject({ status: 200 });
  });
});
