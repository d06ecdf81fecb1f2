import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Sql } from '../../server/database/database.types.ts';
import {
  checkSchemaVersion,
  latestVersion,
  migrate,
  SchemaVersionError,
  schemaVersion,
} from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations/migrations.ts';
import { StartError, UnavailableError } from '../../server/errors.ts';
import { type DatabaseFixture, openDatabaseFixture, watched } from './databaseFixture.ts';

let fixture: DatabaseFixture;
let database: Database;

beforeAll(async () => {
  fixture = await openDatabaseFixture();
  ({ database } = fixture);
});
afterAll(() => fixture.remove());
beforeEach(async () => {
  await database.query('drop schema public cascade');
  await database.query('create schema public');
});

const applied = async (sql: Sql) =>
  (await sql.query('select version, name from schema_migrations order by version')).map(
    ({ version, name }) => [version, name],
  );

const ALL = migrations.map(({ version, name }) => [version, name]);

const addVersion = (version: number) =>
  database.query('insert into schema_migrations (version, name) values ($1, $2)', [version, 'another']);

const newer = (present: number) =>
  `The schema of the database has version ${present}, and this release knows ${latestVersion} at most: ` +
  'start the newer release, or restore a backup from before it.';

test('the migrations are numbered from 1 on', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  expect(latestVersion).toBe(migrations.length);
  expect(ALL.slice(0, 2)).toEqual([
    [1, 'the first tables'],
    [2, 'the keys of orders'],
  ]);
});

test('a schema is brought to the latest version, each migration once', async () => {
  expect(await schemaVersion(database)).toBe(0);
  await migrate(database);
  await migrate(database);
  expect(await applied(database)).toEqual(ALL);
  expect(await schemaVersion(database)).toBe(latestVersion);
});

test('a schema is brought to another version, and from there to the latest', async () => {
  await migrate(database, 1);
  expect(await applied(database)).toEqual(ALL.slice(0, 1));
  const statements: string[] = [];
  await migrate(watched(database, (text) => statements.push(text)));
  expect(statements.join(), 'for which a role needs a privilege').not.toContain(
    'create table if not exists schema_migrations',
  );
  expect(await applied(database)).toEqual(ALL);
});

test('a schema has no version in another one, and where nothing was migrated', async () => {
  await database.query('create schema other');
  await database.query('create table other.schema_migrations (version integer)');
  expect(await schemaVersion(database)).toBe(0);
  await database.query('drop schema other cascade');
  await database.query('create table schema_migrations (version integer)');
  expect(await schemaVersion(database)).toBe(0);
});

test('migrations run under a lock in one transaction, and without any there is no lock', async () => {
  const statements: unknown[] = [];
  await migrate(watched(database, (text, values) => statements.push([text, values])));
  expect(statements).toContainEqual(['select pg_advisory_xact_lock($1)', [7_201_523]]);
  statements.length = 0;
  await migrate(watched(database, (text) => statements.push(text)));
  expect(statements.join()).not.toContain('lock');
  expect(statements).toHaveLength(2);
});

test('the version is looked at again under the lock', async () => {
  // Another server has migrated while this one waited for the lock.
  const transaction: Database['transaction'] = async (work) => {
    await migrate(database);
    return database.transaction(work);
  };
  await migrate({ query: database.query, transaction });
  expect(await applied(database)).toEqual(ALL);

  await database.query('delete from schema_migrations where version > 1');
  const byNewer: Database['transaction'] = async (work) => {
    await addVersion(latestVersion + 1);
    return database.transaction(work);
  };
  await expect(migrate({ query: database.query, transaction: byNewer })).rejects.toEqual(
    new StartError(newer(latestVersion + 1)),
  );
});

test('a newer schema is refused', async () => {
  await migrate(database);
  await addVersion(latestVersion + 3);
  await expect(migrate(database)).rejects.toEqual(new StartError(newer(latestVersion + 3)));
});

describe('a migration that fails', () => {
  const failing = (error: unknown, pattern = /key_id text/) =>
    migrate(
      watched(database, (text) => {
        if (pattern.test(text)) throw error;
      }),
    );
  const errorWith = (code?: string, message = 'permission denied for schema public') =>
    Object.assign(new Error(message), code && { code });

  test.each([
    [errorWith(undefined, 'Oh'), 'Oh'],
    [new UnavailableError('Outer', { cause: errorWith('53100', 'Full') }), 'Full'],
    ['text', 'text'],
  ])('changes nothing, and is said with its name: %s', async (error, reason) => {
    await expect(failing(error)).rejects.toEqual(
      new StartError(
        `Migration 2 of the database (the keys of orders) failed and nothing was changed (${reason}): remove the cause, or start the release before.`,
      ),
    );
    await expect(failing(error)).rejects.toMatchObject({ cause: error });
    expect(await schemaVersion(database)).toBe(0);
  });

  test('before the first one is said too', async () => {
    await expect(failing(errorWith(undefined, 'Oh'), /advisory/)).rejects.toEqual(
      new StartError(
        'The migration failed and nothing was changed (Oh): remove the cause, or start the release before.',
      ),
    );
  });

  test('for want of a privilege says whom to ask', async () => {
    for (const error of [errorWith('42501'), new UnavailableError('Outer', { cause: errorWith('42501') })]) {
      const failure = failing(error).catch((reason: unknown) => reason);
      expect(await failure).toEqual(
        new StartError(
          `The role that DATABASE_URL names may not migrate the database to version ${latestVersion} of its schema ` +
            '(permission denied for schema public): start the server once with the role that owns the tables, or grant it the privileges.',
        ),
      );
      expect(await failure).toMatchObject({ cause: error });
    }
  });

  test('because others use the tables says so', async () => {
    const error = new UnavailableError('Outer', { cause: errorWith('57014') });
    const failure = failing(error).catch((reason: unknown) => reason);
    expect(await failure).toEqual(
      new StartError(
        'The tables of the database cannot be changed while something else uses them: stop other servers, then start this one again.',
      ),
    );
    expect(await failure).toMatchObject({ cause: error });
  });
});

test('the version of the schema is checked', async () => {
  await migrate(database);
  expect(await checkSchemaVersion(database)).toBeUndefined();
  await addVersion(latestVersion + 1);
  await expect(checkSchemaVersion(database)).rejects.toEqual(
    new SchemaVersionError(newer(latestVersion + 1)),
  );
  await database.query('delete from schema_migrations where version > 1');
  await expect(checkSchemaVersion(database)).rejects.toEqual(
    new SchemaVersionError(
      `The schema of the database has version 1, and this release needs ${latestVersion}: restart the server, which migrates it.`,
    ),
  );
});
