import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrationFields } from '../../../machines/registration/registration.rules.ts';
import { type StoredFields, storeSubmission } from '../../../server/submissions/submissions.ts';
import { nonEmpty } from '../../support/nonEmpty.ts';
import { registrationDetails } from '../../support/serverProcess.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../databaseFixture.ts';

/** Which registrations are the same one: it is stored once, however its fields are ordered and its texts are written. */

const registration: StoredFields = {
  ...registrationDetails('asha@schüle.example'),
  name: 'Zoë Verma',
  city: 'Sawai Madhopur',
};

let testDatabase: DatabaseFixture;
let firstId: number;

const idOf = async (fields: StoredFields) =>
  (await storeSubmission(testDatabase.database, 'registration', fields)).id;

beforeAll(async () => {
  testDatabase = await openDatabaseFixture();
  firstId = await idOf(registration);
});
afterAll(() => testDatabase.remove());

const entries = Object.entries(registration);
const texts = entries.filter(([, value]) => typeof value === 'string').map(([name]) => name);

/** Returns the registration with one text written in another way. */
const rewritten = (name: string, rewrite: (text: string) => string): StoredFields => ({
  ...registration,
  [name]: rewrite(String(registration[name])),
});

test.each([
  ['as they were', (fields: typeof entries) => fields],
  ['the other way round', (fields: typeof entries) => fields.toReversed()],
  [
    'by the alphabet',
    (fields: typeof entries) => fields.toSorted(([one], [other]) => one.localeCompare(other)),
  ],
  ['with the last one first', (fields: typeof entries) => [...fields.slice(-1), ...fields.slice(0, -1)]],
])('with its fields %s it is the same', async (_, reorder) => {
  expect(await idOf(Object.fromEntries(reorder(entries)))).toBe(firstId);
});

test.each([
  ['in capitals', (text: string) => text.toUpperCase()],
  ['in small letters', (text: string) => text.toLowerCase()],
  ['with spaces around it', (text: string) => ` ${text} `],
  ['decomposed', (text: string) => text.normalize('NFD')],
])('with any text %s it is the same', async (_, rewrite) => {
  for (const name of nonEmpty(texts)) expect(await idOf(rewritten(name, rewrite)), name).toBe(firstId);
});

test('with more spaces between words, or the domain in punycode, it is the same', async () => {
  expect(await idOf(rewritten('name', (name) => name.replace(' ', '  \u00a0')))).toBe(firstId);
  expect(await idOf(rewritten('email', () => 'asha@xn--schle-mva.example'))).toBe(firstId);
});

test('with another value in any field it is another one', async () => {
  const ids = [firstId];
  for (const name of Object.keys(registrationFields))
    ids.push(
      await idOf(
        name === 'acceptTerms'
          ? { ...registration, acceptTerms: false }
          : rewritten(name, (text) => `1${text}`),
      ),
    );
  expect(new Set(ids).size).toBe(ids.length);
});

test('with the values of two fields exchanged it is another one', async () => {
  const exchanges = [
    ['father', 'mother'],
    ['refrence', 'refrenceSt'],
    ['name', 'city'],
  ] as const;
  const ids = [firstId];
  for (const [one, other] of exchanges)
    ids.push(
      await idOf({ ...registration, [one]: registration[other] ?? '', [other]: registration[one] ?? '' }),
    );
  expect(new Set(ids).size).toBe(ids.length);
});
