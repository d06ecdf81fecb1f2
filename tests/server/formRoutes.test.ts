import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.types.ts';
import type { SubmissionContext } from '../../server/submissions/context.ts';
import { formRoutes } from '../../server/submissions/formRoutes.ts';
import { type DatabaseFixture, openDatabaseFixture } from './databaseFixture.ts';
import { createMemoryProvider } from './memoryProvider.ts';

/** What the forms without a payment accept, store and answer. */

const forms = {
  '/api/contact': { name: 'Asha', email: 'Asha@Example.org', phone: '9876543210', message: 'Hello' },
  '/api/inquiry': { name: 'Asha', phone: '9876543210', messageUser: 'Call' },
  '/api/apply': {
    name: 'Asha',
    grade: 'Grade 8',
    course: 'All Subjects',
    phone: '9876543210',
    city: 'Jaipur',
  },
};
type Path = keyof typeof forms;

const sent: Readonly<Record<Path, string>> = {
  '/api/contact': 'Message sent successfully!',
  '/api/inquiry': 'Inquiry submitted successfully!',
  '/api/apply': 'Application submitted successfully!',
};

let testDatabase: DatabaseFixture;
let database: Database;
let app: FastifyInstance;
let onSubmission: (id: number) => Promise<void>;
let log: string[];

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  database = testDatabase.database;
  app = fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } });
  const context: SubmissionContext = {
    ...{ database, provider: createMemoryProvider(), onOrderEvent: async () => {} },
    onSubmission: (_sql, id) => onSubmission(id),
  };
  formRoutes(app, context);
});
afterAll(async () => {
  await app.close();
  await testDatabase.remove();
});
beforeEach(async () => {
  onSubmission = async () => {};
  log = [];
  await testDatabase.empty();
});

async function send(url: string, payload: object) {
  const response = await app.inject({ method: 'POST', url, payload });
  return { status: response.statusCode, body: response.json() };
}
const stored = () => database.query('select kind, fields from submissions order by id');
const accepted = (message: string) => ({ status: 200, body: { success: true, message } });

test.each([
  ['/api/contact', 'contact'],
  ['/api/inquiry', 'inquiry'],
  ['/api/apply', 'application'],
] as const)('%s stores every field as %s, trimmed, and says so', async (path, kind) => {
  const announced: number[] = [];
  onSubmission = async (id) => void announced.push(id);
  const fields = forms[path];
  expect(await send(path, { ...fields, name: ' Asha ' })).toEqual(accepted(sent[path]));
  expect(await send(path, { ...fields, remark: '' })).toEqual(accepted(sent[path]));
  expect(await stored()).toEqual([
    { kind, fields },
    { kind, fields },
  ]);
  expect(announced).toEqual([1, 2]);
  expect(log.join('')).not.toContain('honeypot');
});

test.each(Object.keys(forms))('%s refuses a form without a name, and stores nothing', async (path) => {
  expect((await send(path, {})).status).toBe(400);
  expect((await send(path, { more: 'x' })).body.message).toBe('Please send only the fields of this form.');
  expect(await stored()).toEqual([]);
});

test.each(['/api/contact', '/api/inquiry', '/api/apply'] as const)(
  '%s answers a program that fills in the honeypot like a visitor, and stores nothing',
  async (path) => {
    const announced: number[] = [];
    onSubmission = async (id) => void announced.push(id);
    const remark = `https://casino.example/${'x'.repeat(1977)}`;
    expect(remark).toHaveLength(2000);
    expect(await send(path, { ...forms[path], remark })).toEqual(accepted(sent[path]));
    expect(await stored()).toEqual([]);
    expect(announced).toEqual([]);
    expect(log.filter((line) => line.includes('"msg":"honeypot filled in"'))).toHaveLength(1);
    expect(log.join('')).not.toContain('casino');
  },
);

test.each([
  [7, 'Please leave this field empty.'],
  ['x'.repeat(2001), 'The field must have at most 2000 characters.'],
])('a honeypot with %j is refused', async (remark, message) => {
  const response = await send('/api/inquiry', { ...forms['/api/inquiry'], remark });
  expect(response).toMatchObject({ status: 400, body: { message } });
});

test('a form is not stored when its mail cannot be queued', async () => {
  onSubmission = () => Promise.reject(new Error('No mail can be queued.'));
  expect((await send('/api/inquiry', forms['/api/inquiry'])).status).toBe(500);
  expect(await stored()).toEqual([]);
});
