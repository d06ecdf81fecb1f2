import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Sql } from '../../server/database/database.types.ts';
import { latestVersion, migrate, schemaVersion } from '../../server/database/migrate.ts';
import { StartError } from '../../server/errors.ts';
import { type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import {
  createServiceFixture,
  databases,
  listedOrders,
  listedSubmissions,
  orderBody,
  postJson,
  registrationBody,
  type ServiceFixture,
} from './serviceFixture.ts';

const firstSchema = await readFile('tests/fixtures/schemaVersion1.sql', 'utf8');

async function emptyDatabase(sql: Sql): Promise<void> {
  await sql.query('drop schema public cascade');
  await sql.query('create schema public');
}

/** Puts the tables and rows of version 1, from before versions were recorded, in place of all others. */
async function createFirstDatabase(sql: Sql): Promise<void> {
  await emptyDatabase(sql);
  for (const statement of firstSchema.split(/;\n+/).filter(Boolean)) await sql.query(statement);
}

const appliedMigrations = async (sql: Sql) => {
  const rows = await sql.query<{ version: number }>('select version from schema_migrations order by version');
  return rows.map(({ version }) => version);
};

const allVersions = Array.from({ length: latestVersion }, (_each, index) => index + 1);

/** Returns the tables with their columns, constraints and indexes. */
async function describeSchema(sql: Sql): Promise<unknown[]> {
  const columns = await sql.query(
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' and table_name <> 'schema_migrations' order by table_name, column_name`,
  );
  const constraints = await sql.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid <> 'schema_migrations'::regclass order by 1, 2`,
  );
  const indexes = await sql.query(
    `select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`,
  );
  return [...columns, ...constraints, ...indexes];
}

describe.each(databases)('migrations on %s', (kind) => {
  let fixture: ServiceFixture;
  let provider: FakeProvider;

  beforeEach(async () => {
    [fixture, provider] = await Promise.all([createServiceFixture(kind), startFakeProvider()]);
  });
  afterEach(async () => {
    await fixture.remove();
    await provider.close();
  });

  const withDatabase = <T>(work: (database: Database) => Promise<T>) => fixture.withDatabase(work);

  test('bring a database of the first version to the schema of a new one, each once', async () => {
    const newSchema = await withDatabase(describeSchema);
    await withDatabase(createFirstDatabase);
    expect(await withDatabase(schemaVersion)).toBe(0);
    await fixture.closeDatabase();
    expect(await withDatabase(describeSchema)).toEqual(newSchema);
    await fixture.closeDatabase();
    expect(await withDatabase(appliedMigrations)).toEqual(allVersions);

    await withDatabase(emptyDatabase);
    await withDatabase(async (database) => {
      for (const version of allVersions) {
        await migrate(database, version);
        expect(await schemaVersion(database)).toBe(version);
      }
    });
    expect(await withDatabase(describeSchema)).toEqual(newSchema);
  });

  test('keep what the first version stored: calls, lists and payments go on', async () => {
    await withDatabase(createFirstDatabase);
    for (const id of ['order_1', 'order_4']) provider.pay(id);
    const { url } = await fixture.start({ payments: provider.options });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const statesOf = async () =>
      (await listedOrders(fixture)).map(({ orderId, state, registration }) => [orderId, state, registration]);
    expect(await statesOf()).toEqual(
      expect.arrayContaining([
        ['order_2', 'paid and not registered', null],
        ['order_3', 'paid and registered', 4],
        ['order_5', 'paid and registered', 6],
        ['order_6', 'surplus', 6],
        ['order_7', 'refunded', 7],
      ]),
    );

    const create = async (email: string) =>
      (await postJson(`${url}/create-order`, orderBody(email))).body.order;
    const register = (email: string) => postJson(`${url}/api/register`, registrationBody(email));
    expect(await create('open@example.org')).toMatchObject({
      id: 'order_1',
      paymentId: expect.stringContaining('order_1'),
    });
    expect(await create('found@example.org')).toMatchObject({ id: 'order_2', paymentId: 'pay_order_2' });
    for (const email of ['open@example.org', 'found@example.org', 'paid@example.org', 'waits@example.org'])
      expect((await register(email)).body).toMatchObject({ success: true });
    expect((await register('surplus@example.org')).body).toMatchObject({ success: true, surplus: true });
    expect((await postJson(`${url}/api/inquiry`, { name: 'Asha', phone: '9876543210' })).status).toBe(200);

    const submissions = await listedSubmissions(fixture);
    expect(submissions.map(({ email, paymentStatus }) => [email, paymentStatus])).toEqual([
      ['asha@example.org', undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['paid@example.org', 'paid'],
      ['waits@example.org', 'paid'],
      ['surplus@example.org', 'paid'],
      ['refunded@example.org', 'refunded'],
      ['simulated.paid@example.org', 'paid'],
      ['open@example.org', 'paid'],
      ['found@example.org', 'paid'],
      [undefined, undefined],
    ]);
  });

  test('refuse a schema of a newer release with one sentence, and change nothing', async () => {
    await withDatabase((database) =>
      database.query('insert into schema_migrations (version, name) values ($1, $2)', [
        latestVersion + 1,
        'of a newer release',
      ]),
    );
    await expect(fixture.start()).rejects.toThrow(
      new StartError(
        `The schema of the database has version ${latestVersion + 1}, and this release knows ${latestVersion} at most: ` +
          'start the newer release, or restore a backup from before it.',
      ),
    );
  });
});
